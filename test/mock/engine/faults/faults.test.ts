import { describe, expect, it } from 'vitest'
import { createMock, type Fault, type Faults, type Mock, type MockOptions } from '../../../../mock/index.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { createResponseChecker } from '../../../../spec/response.ts'
import { createValidator } from '../../../../spec/validate.ts'
import { clientOf, type Answer } from '../../client.ts'

const now = '2026-01-01'

function open(options: MockOptions = {}): Promise<Mock> {
  return createMock({ now, selfCheck: 'throw', ...options })
}

/** The responses to `count` requests for the list of pets. */
async function listed(mock: Mock, count: number, headers: Record<string, string> = {}): Promise<Answer[]> {
  const send = clientOf(mock)
  const answers: Answer[] = []
  for (let index = 0; index < count; index += 1) answers.push(await send('GET', '/pets', undefined, headers))
  return answers
}

const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status)

async function raw(mock: Mock, path = '/pets', headers: Record<string, string> = {}) {
  return mock.handle({ method: 'GET', path, query: '', headers, body: undefined })
}

describe('an injected error', () => {
  it("is 503 with Retry-After in the document's error format where no 5xx is declared", async () => {
    const mock = await open({ faults: { listPets: [{ kind: 'status' }] } })
    const [answer] = await listed(mock, 1)
    expect(answer?.status).toBe(503)
    expect(answer?.header('retry-after')).toBe('1')
    expect(answer?.body).toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('is one of the 5xx the operation declares', async () => {
    const answers = { 200: { description: 'ok' }, 500: { description: 'oh' }, 504: { description: 'late' } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/x': { get: { operationId: 'x', responses: answers } } },
    }
    const mock = await open({ document, fail: '100%' })
    const statuses = new Set<number>()
    for (let index = 0; index < 30; index += 1) statuses.add((await raw(mock, '/x')).status)
    expect(statuses).toEqual(new Set([500, 504]))
  })

  it('changes no state', async () => {
    const mock = await open({ faults: { createPet: [{ kind: 'status', status: 500 }] } })
    const before = await mock.snapshot()
    const answer = await clientOf(mock)('POST', '/pets', { name: 'Luna', categoryId: 1 })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(await mock.snapshot())).toBe(JSON.stringify(before))
  })

  it('strikes at the configured rate, for the same requests with the same seed', async () => {
    const failing = async (seed: number): Promise<readonly number[]> =>
      statuses(await listed(await open({ seed, fail: '20%' }), 300))
    const first = await failing(1)
    expect(await failing(1)).toEqual(first)
    expect(await failing(2)).not.toEqual(first)
    const share = first.filter((status) => status === 503).length / first.length
    expect(share).toBeGreaterThan(0.12)
    expect(share).toBeLessThan(0.28)
  })

  it('strikes the same requests of an operation regardless of other requests', async () => {
    const alone = statuses(await listed(await open({ fail: '30%' }), 40))
    const mock = await open({ fail: '30%' })
    const mixed: number[] = []
    for (let index = 0; index < 40; index += 1) {
      await raw(mock, '/categories')
      mixed.push((await raw(mock)).status)
    }
    expect(mixed).toEqual(alone)
  })

  it('stops after the given number', async () => {
    const mock = await open({ faults: { listPets: [{ kind: 'status', status: 500, times: 2 }] } })
    expect(statuses(await listed(mock, 4))).toEqual([500, 500, 200, 200])
  })

  it('starts over after a reset', async () => {
    const mock = await open({ fail: '50%' })
    const first = statuses(await listed(mock, 20))
    mock.faults.clear()
    expect(new Set(statuses(await listed(mock, 20)))).toEqual(new Set([200]))
    await mock.reset()
    expect(statuses(await listed(mock, 20))).toEqual(first)
  })
})

describe('faults of an operation', () => {
  it('replace the global ones of the same kind', async () => {
    const mock = await open({
      faults: { '*': [{ kind: 'status', status: 500 }], listPets: [{ kind: 'status', status: 502 }] },
    })
    expect((await raw(mock)).status).toBe(502)
    expect((await raw(mock, '/categories')).status).toBe(500)
  })

  it('can be switched on and off at runtime', async () => {
    const mock = await open()
    mock.faults.set({ listPets: [{ kind: 'status', status: 500 }] })
    expect((await raw(mock)).status).toBe(500)
    expect(mock.faults.get()).toEqual({ listPets: [{ kind: 'status', status: 500 }] })
    mock.faults.clear()
    expect((await raw(mock)).status).toBe(200)
  })

  it('are rejected with every problem, leaving the active ones', async () => {
    const mock = await open({ faults: { listPets: [{ kind: 'status', status: 500 }] } })
    const wrong = {
      listPet: [],
      getPet: [
        { kind: 'statuss' },
        { kind: 'status', status: 200, tims: 2 },
        { kind: 'slow' },
        { kind: 'latency', min: 100, max: 50 },
        { kind: 'drop', rate: 0 },
      ],
      '*': 'drop',
    } as unknown as Faults
    expect(() => mock.faults.set(wrong)).toThrow(
      [
        "Faults are given for 'listPet', which is not an operation of the document; did you mean 'listPets'?",
        "The kind of fault 0 of 'getPet' must be one of status, latency, rate-limit, drop, truncate, slow, malformed, content-type, invalid; did you mean 'status'?",
        "'status' of fault 1 of 'getPet' must be an integer from 400 to 599.",
        "Fault 1 of 'getPet' has an unknown property 'tims'; did you mean 'times'?",
        "Fault 2 of 'getPet' has no 'bytesPerSecond', which is required.",
        "'max' of fault 3 of 'getPet' is below its 'min'.",
        "'rate' of fault 4 of 'getPet' must be a number above 0 and up to 1.",
        "The faults of '*' must be a list.",
      ].join('\n'),
    )
    expect((await raw(mock)).status).toBe(500)
  })

  it.each([null, 7, 'drop', []])('are rejected when they are %j', async (wrong) => {
    const faults = wrong as unknown as Faults
    await expect(open({ faults: faults ?? ('' as never) })).rejects.toThrow('Faults must be an object')
  })
})

describe('a corrupted response', () => {
  const spoilt = async (fault: Fault, path?: string) => raw(await open({ faults: { '*': [fault] } }), path)

  it('is not JSON', async () => {
    const { body, headers, status } = await spoilt({ kind: 'malformed' })
    const text = Buffer.from(body as Uint8Array).toString()
    expect(status).toBe(200)
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
    expect([headers['Content-Type'], headers['Content-Length']]).toEqual([
      'application/json',
      String(text.length),
    ])
  })

  it('has a Content-Type that does not match its body', async () => {
    const { body, headers } = await spoilt({ kind: 'content-type' })
    expect(headers['Content-Type']).toBe('text/html')
    expect(JSON.parse(body as string)).toHaveLength(20)
    expect((await spoilt({ kind: 'content-type', type: 'text/csv' })).headers['Content-Type']).toBe(
      'text/csv',
    )
  })

  it('violates its schema in one of many ways, the same for the same seed', async () => {
    const bodies = new Set<string>()
    const seeds = [1, 2, 3, 4, 5, 6]
    for (const seed of [...seeds, ...seeds]) {
      const mock = await open({ seed, faults: { getPet: [{ kind: 'invalid' }] } })
      const { operations } = operationsOf(mock.document)
      const getPet = operations.find(({ id }) => id === 'getPet') as (typeof operations)[number]
      const check = createResponseChecker(mock.document, getPet, createValidator(mock.document))
      const answer = await raw(mock, '/pets/1')
      expect(check(answer).map((issue) => issue.in)).toContain('body')
      bodies.add(`${seed} ${Buffer.from(answer.body as Uint8Array).toString()}`)
    }
    expect(bodies.size).toBe(seeds.length)
    expect(
      new Set([...bodies].map((body) => body.slice(2).replace(/"name":"[^"]*"/, ''))).size,
    ).toBeGreaterThan(1)
  })

  it('is unchanged where there is nothing to corrupt', async () => {
    const mock = await open({
      faults: { '*': [{ kind: 'malformed' }, { kind: 'content-type' }, { kind: 'invalid' }] },
    })
    const send = clientOf(mock)
    await send('POST', '/categories', { name: 'Unicorns' })
    const { body: categories } = await clientOf(await open())('GET', '/categories')
    const answer = await send('DELETE', `/categories/${(categories as unknown[]).length + 1}`)
    expect([answer.status, answer.body]).toEqual([204, undefined])
  })

  it('carries delivery instructions as plain data', async () => {
    expect((await spoilt({ kind: 'drop' })).delivery).toEqual({ kind: 'drop' })
    expect((await spoilt({ kind: 'slow', bytesPerSecond: 9 })).delivery).toEqual({
      kind: 'slow',
      bytesPerSecond: 9,
    })
    expect((await spoilt({ kind: 'truncate', bytes: 3 })).delivery).toEqual({ kind: 'truncate', bytes: 3 })
    const { delivery, headers } = await spoilt({ kind: 'truncate' })
    expect(delivery).toEqual({ kind: 'truncate', bytes: Math.floor(Number(headers['Content-Length']) / 2) })
  })

  it('is delayed by its latency', async () => {
    const mock = await open({ faults: { '*': [{ kind: 'latency', min: 30 }] } })
    const before = performance.now()
    await raw(mock)
    expect(performance.now() - before).toBeGreaterThan(25)
  })
})

describe('Prefer', () => {
  it.each([
    ['malformed', undefined],
    ['drop', { kind: 'drop' }],
    ['slow', { kind: 'slow', bytesPerSecond: 1000 }],
  ])('fault=%s applies to one response', async (kind, delivery) => {
    const mock = await open()
    const answer = await raw(mock, '/pets', { prefer: `fault=${kind}` })
    expect(answer.headers['Preference-Applied']).toBe(`fault=${kind}`)
    expect(answer.delivery).toEqual(delivery)
    expect((await raw(mock)).delivery).toBeUndefined()
  })

  it('ignores an unknown fault', async () => {
    const answer = await raw(await open(), '/pets', { prefer: 'fault=earthquake' })
    expect([answer.status, answer.headers['Preference-Applied']]).toEqual([200, undefined])
  })
})
