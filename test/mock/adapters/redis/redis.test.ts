import * as fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMock, ok, type Mock, type MockOptions, type Transaction } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { redisServer, startRedis, unlessRedis, type RunningRedis } from '../../../support/redis.ts'

const always = (): boolean => true
const luna = { name: 'Luna', categoryId: 1 }

describe.skipIf(redisServer === undefined)(`a world in Redis${unlessRedis}`, () => {
  let redis: RunningRedis
  let raw: Redis
  let worlds = 0
  let world = ''
  const open: Mock[] = []

  beforeAll(async () => {
    redis = await startRedis()
    raw = new Redis(redis.port, '127.0.0.1')
    raw.on('error', () => undefined)
  })
  afterAll(async () => {
    raw.disconnect()
    await redis.stop()
  })
  afterEach(async () => {
    for (const mock of open.splice(0)) await mock.close()
  })

  async function start(options: MockOptions = {}): Promise<Mock> {
    const mock = await createMock({ store: redis.url(world), selfCheck: true, ...options })
    open.push(mock)
    return mock
  }

  /** Starts `count` mocks that share a new world. */
  async function replicas(
    count: number,
    options: MockOptions = {},
  ): Promise<readonly [Mock, Mock, ...Mock[]]> {
    world = `test ${(worlds += 1)}`
    const mocks = await Promise.all(Array.from({ length: count }, () => start(options)))
    return mocks as [Mock, Mock, ...Mock[]]
  }

  const keyOf = (name: string): string => `stablehand:{${world}}:${name}`

  it('is seeded once by the first mock', async () => {
    const mocks = await replicas(4)
    const [first, ...others] = await Promise.all(mocks.map((mock) => mock.snapshot()))
    for (const other of others) expect(other).toEqual(first)
    const alone = await createMock()
    const pets = ({ collections }: typeof first & object): unknown =>
      collections.find(({ resource }) => resource === '/pets')
    expect(pets(first as never)).toEqual(pets((await alone.snapshot()) as never))
  })

  it('is shared by all mocks immediately', async () => {
    const [a, b] = await replicas(2)
    const created = await send(a, 'POST', '/pets', luna)
    expect(created.status).toBe(201)
    const path = `/pets/${idOf(created.json)}`
    expect((await send(b, 'GET', path)).json).toEqual(created.json)
    expect((await send(b, 'DELETE', path)).status).toBe(204)
    expect((await send(a, 'GET', path)).status).toBe(404)
  })

  it('never assigns an id twice, even after a deletion', async () => {
    const [a, b] = await replicas(2)
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send(index % 2 ? a : b, 'POST', '/pets', luna)),
    )
    const ids = created.map(({ json }) => Number(idOf(json)))
    expect(new Set(ids).size).toBe(40)
    const highest = Math.max(...ids)
    await send(a, 'DELETE', `/pets/${highest}`)
    expect(idOf((await send(b, 'POST', '/pets', luna)).json)).toBe(String(highest + 1))
  })

  it('is reset for all mocks by any of them', async () => {
    const [a, b] = await replicas(2)
    const before = await a.snapshot()
    await send(a, 'POST', '/pets', luna)
    const late = await start()
    await late.reset()
    expect(await a.snapshot()).toEqual(before)
    expect(await b.snapshot()).toEqual(before)
  })

  it('contains seeded records of any document, also below parents that nobody has listed', async () => {
    const [a, b] = await replicas(2, { document: notes })
    const path = '/teams/blue/notes'
    const listed = await send(a, 'GET', path)
    expect(listed.status).toBe(200)
    expect((await send(b, 'GET', path)).json).toEqual(listed.json)
    const created = await send(b, 'POST', path, { text: 'Feed the horses' })
    expect(created.status).toBe(201)
    const after = await send(a, 'GET', path)
    expect(after.json).toEqual([...(listed.json as unknown as JsonObject[]), created.json])
    const late = await start({ document: notes })
    expect((await send(late, 'GET', path)).json).toEqual(after.json)
  })

  it('is not changed by an invalid snapshot', async () => {
    const [a, b] = await replicas(2)
    const before = await b.snapshot()
    await expect(a.restore({ collections: [{ resource: '/pets' }] } as never)).rejects.toThrow(TypeError)
    expect(await b.snapshot()).toEqual(before)
  })

  it('loses no concurrent update of the same record', async () => {
    const mocks = await replicas(3)
    const add = (tx: Transaction): Promise<void> => increment(tx, '/pets', 1)
    await Promise.all(
      Array.from({ length: 150 }, async (_, index) => mocks[index % 3]?.store.transact(add, always)),
    )
    for (const mock of mocks) {
      const pet = await mock.store.read((tx) => tx.collection('/pets').get(1))
      expect(pet?.['count']).toBe(150)
    }
  })

  it('keeps nothing of a transaction that is refused or fails', async () => {
    const [a, b] = await replicas(2)
    const before = await b.snapshot()
    const write = (tx: Transaction): Promise<void> => increment(tx, '/pets', 1)
    await a.store.transact(write, () => false)
    const failing = a.store.transact(async (tx) => {
      await write(tx)
      throw new Error('no')
    }, always)
    await expect(failing).rejects.toThrow('no')
    expect(await a.snapshot()).toEqual(before)
    expect(await b.snapshot()).toEqual(before)
  })

  it('retries a transaction whose lock expired on the current state', async () => {
    const [a, b] = await replicas(2)
    let tries = 0
    await a.store.transact(async (tx) => {
      tries += 1
      if (tries === 1) {
        await raw.del(keyOf('turn'))
        await b.store.transact((other) => increment(other, '/pets', 1), always)
      }
      await increment(tx, '/pets', 1)
    }, always)
    expect(tries).toBe(2)
    expect((await b.store.read((tx) => tx.collection('/pets').get(1)))?.['count']).toBe(2)
  })

  it('continues after a mock died holding the lock', async () => {
    const [a] = await replicas(2)
    await raw.set(keyOf('turn'), 'the dead', 'PX', 300)
    await raw.rpush(keyOf('queue'), 'another dead')
    expect((await send(a, 'POST', '/pets', luna)).status).toBe(201)
  })

  it('is reloaded by a mock that missed more changes than the log keeps', async () => {
    const [a, b] = await replicas(2)
    await send(b, 'GET', '/pets/1')
    for (let index = 0; index < 5; index += 1) await send(a, 'POST', '/pets', luna)
    await raw.ltrim(keyOf('log'), -2, -1)
    expect(await b.snapshot()).toEqual(await a.snapshot())
  })

  it('is the same in every mock and a new one after any changes', async () => {
    const mocks = await replicas(2, { world: 'empty' })
    const step = fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      by: fc.nat({ max: 1 }),
      isRemoved: fc.boolean(),
      isKept: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        await Promise.all(
          steps.map(async ({ id, by, isRemoved, isKept }, index) =>
            mocks[by as 0 | 1].store.transact(
              async (tx) => {
                const pets = tx.collection('/pets')
                if (isRemoved) await pets.remove(id)
                else await pets.put(id, { id, name: `Pet ${index}` })
                await tx.collection('/pets').nextId()
              },
              () => isKept,
            ),
          ),
        )
        const late = await start()
        const snapshots = await Promise.all([...mocks, late].map((mock) => mock.snapshot()))
        expect(snapshots[1]).toEqual(snapshots[0])
        expect(snapshots[2]).toEqual(snapshots[0])
      }),
      { numRuns: 15 },
    )
  })

  it('shares idempotency keys in progress and completed', async () => {
    let began = (): void => undefined
    let go = (): void => undefined
    const beginning = new Promise<void>((resolve) => (began = resolve))
    const going = new Promise<void>((resolve) => (go = resolve))
    const createPet = async (): Promise<ReturnType<typeof ok>> => {
      began()
      await going
      return ok(201, { id: 500, name: 'Luna', categoryId: 1, status: 'available' })
    }
    const [a] = await replicas(2, { document: keyed, behaviours: { createPet } })
    const b = await start({ document: keyed, behaviours: {} })
    const key = { 'Idempotency-Key': 'order-1' }
    const first = send(a, 'POST', '/pets', { name: 'Luna' }, key)
    await beginning
    expect((await send(b, 'POST', '/pets', { name: 'Luna' }, key)).status).toBe(409)
    go()
    const answered = await first
    expect(answered.status).toBe(201)
    expect((await send(b, 'POST', '/pets', { name: 'Luna' }, key)).json).toEqual(answered.json)
    expect((await send(b, 'POST', '/pets', { name: 'Rex' }, key)).status).toBe(422)
  })

  it('rejects an unreachable server at the start, without the password in the message', async () => {
    const attempt = createMock({ store: 'redis://:s3cret@127.0.0.1:1/0' })
    await expect(attempt).rejects.toMatchObject({
      name: 'MockOptionError',
      message: expect.not.stringContaining('s3cret') as unknown,
    })
    await expect(attempt).rejects.toThrow('127.0.0.1:1')
  })

  it('rejects a URL that is not Redis', async () => {
    await expect(createMock({ store: 'postgres://localhost' })).rejects.toMatchObject({
      name: 'MockOptionError',
    })
  })

  it("responds 503 with Retry-After in the document's error format while Redis is away", async () => {
    const own = await startRedis()
    const warnings: string[] = []
    const mock = await createMock({
      store: own.url('away'),
      selfCheck: true,
      onWarning: (message) => warnings.push(message),
    })
    const requests = (): Promise<readonly Reply[]> =>
      Promise.all([send(mock, 'GET', '/pets/1'), send(mock, 'POST', '/pets', luna)])
    try {
      await own.stop()
      for (const { status, headers, json } of await requests()) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1'])
        expect(json).toMatchObject({ code: 'store_unavailable', status: 503 })
      }
      const again = await startRedis(own.port)
      try {
        await until(async () => (await send(mock, 'GET', '/pets/1')).status === 200)
        // This Redis persists nothing, so the world was seeded again.
        expect((await send(mock, 'POST', '/pets', luna)).json).toMatchObject({ id: 61 })
        again.child.kill('SIGSTOP')
        expect((await requests()).map(({ status }) => status)).toEqual([503, 503])
        again.child.kill('SIGCONT')
        await until(async () => (await send(mock, 'POST', '/pets', luna)).status === 201)
        expect(warnings).toHaveLength(2)
      } finally {
        await again.stop()
      }
    } finally {
      await mock.close()
    }
  })
})

async function increment(tx: Transaction, resource: string, id: number): Promise<void> {
  const records = tx.collection(resource)
  const record = (await records.get(id)) ?? {}
  await records.put(id, { ...record, count: Number(record['count'] ?? 0) + 1 })
}

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly json: JsonObject
}

async function send(
  mock: Mock,
  method: string,
  path: string,
  json?: JsonObject,
  fields: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const headers = { ...fields, ...(json && { 'Content-Type': 'application/json' }) }
  const init = { method, headers, ...(json && { body: JSON.stringify(json) }) }
  const response = await mock.fetch(new Request(`http://pets.test${path}`, init))
  const { status } = response
  return { status, headers: response.headers, json: (await response.json().catch(() => null)) as JsonObject }
}

const idOf = (record: JsonObject): string => JSON.stringify(record['id'])

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

const pet = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } } as const

/** A document with one operation that declares Idempotency-Key. */
const keyed = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        operationId: 'createPet',
        parameters: [{ in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: pet } } },
        responses: { 201: { description: 'Created', content: { 'application/json': { schema: pet } } } },
      },
    },
  },
}

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'integer', readOnly: true },
    text: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  },
} as const

/** A document with notes below teams that no operation lists. */
const notes = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/teams/{teamId}/notes': {
      parameters: [{ in: 'path', name: 'teamId', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'listNotes',
        responses: {
          200: {
            description: 'Notes',
            content: { 'application/json': { schema: { type: 'array', items: note } } },
          },
        },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: { 'application/json': { schema: note } } },
        responses: { 201: { description: 'Created', content: { 'application/json': { schema: note } } } },
      },
    },
    '/teams/{teamId}/notes/{noteId}': {
      parameters: [
        { in: 'path', name: 'teamId', required: true, schema: { type: 'string' } },
        { in: 'path', name: 'noteId', required: true, schema: { type: 'integer' } },
      ],
      get: {
        operationId: 'readNote',
        responses: { 200: { description: 'Note', content: { 'application/json': { schema: note } } } },
      },
    },
  },
}
