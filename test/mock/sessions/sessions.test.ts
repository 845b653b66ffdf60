import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../mock/index.ts'
import type { Json } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { onEveryTransport } from '../matrix.ts'

const cat = { name: 'Unicorns' }
const named = (session: string): Record<string, string> => ({ 'x-stablehand-session': session })

let mock: Mock
let send: Send

beforeEach(async () => {
  mock = await createMock({ now: '2026-01-01', selfCheck: 'throw' })
  send = clientOf(mock)
})

async function categories(headers: Record<string, string> = {}, prefix = ''): Promise<Json> {
  return (await send('GET', `${prefix}/categories`, undefined, headers)).body ?? null
}

describe('a session', () => {
  it('has its own records on top of the seeded world', async () => {
    const seeded = await categories()
    await send('POST', '/categories', cat, named('a'))
    await send('DELETE', '/categories/1', undefined, named('b'))
    expect(await categories(named('a'))).toHaveLength((seeded as unknown[]).length + 1)
    expect(await categories()).toEqual(seeded)
    expect(await categories(named('c'))).toEqual(seeded)
  })

  it('gives the same responses as any other to the same requests', async () => {
    const first = await send('POST', '/categories', cat, named('a'))
    const second = await send('POST', '/categories', cat, named('b'))
    expect([second.status, second.body, second.header('location')]).toEqual([
      first.status,
      first.body,
      first.header('location'),
    ])
  })

  it.each([
    ['the header field', named('x'), ''],
    ['the cookie', { cookie: 'theme=dark; stablehand_session=x; other=1' }, ''],
    ['the path', {}, '/_s/x'],
  ])('is selected by %s', async (_, headers, prefix) => {
    await send('POST', `${prefix}/categories`, cat, headers)
    const { store } = await mock.session('x')
    expect(JSON.stringify(await store.snapshot())).toContain('Unicorns')
    expect(JSON.stringify(await mock.snapshot())).not.toContain('Unicorns')
  })

  it('is kept in Location and Link when selected by path', async () => {
    const created = await send('POST', '/_s/x/categories', cat)
    expect(created.header('location')).toMatch(/^\/_s\/x\/categories\/\d+$/)
    expect((await send('GET', created.header('location') ?? '')).body).toMatchObject(cat)
    expect((await send('GET', '/_s/x/pets?limit=2')).header('link')).toContain('</_s/x/pets?')
  })

  it('is selected by path before header field before cookie', async () => {
    await send('POST', '/_s/a/categories', cat, { ...named('b'), cookie: 'stablehand_session=c' })
    await send('POST', '/categories', cat, { ...named('b'), cookie: 'stablehand_session=c' })
    expect(mock.sessions.list().map(({ session }) => session)).toEqual(['a', 'b'])
  })

  it.each(['', 'a b', 'a'.repeat(65), 'ä', '../x'])('cannot be named %j', async (name) => {
    const answer = await send('GET', '/pets', undefined, named(name))
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'invalid_session' })])
    await expect(mock.session(name)).rejects.toThrow('1 to 64 characters')
  })

  it('has its own idempotency keys', async () => {
    const order = { petId: 1, quantity: 1 }
    const once = async (session: string): Promise<number> =>
      (await send('POST', '/store/orders', order, { ...named(session), 'idempotency-key': 'k' })).status
    expect([await once('a'), await once('b')]).toEqual([201, 201])
    const other = { ...named('a'), 'idempotency-key': 'k' }
    expect((await send('POST', '/store/orders', { petId: 2, quantity: 1 }, other)).status).toBe(422)
  })

  it('has its own clock', async () => {
    const { clock } = await mock.session('later')
    clock.set('2030-12-06')
    expect((await send('GET', '/pets/1', undefined, named('later'))).status).toBe(410)
    expect((await send('GET', '/pets/1')).status).toBe(200)
  })

  it('has its own faults and expectations', async () => {
    const session = await mock.session('a')
    session.faults.set({ listCategories: [{ kind: 'status', status: 500 }] })
    session.expect({ operation: 'getPet', status: 404 })
    expect((await send('GET', '/categories', undefined, named('a'))).status).toBe(500)
    expect((await send('GET', '/categories')).status).toBe(200)
    expect((await send('GET', '/pets/1')).status).toBe(200)
    expect((await send('GET', '/pets/1', undefined, named('a'))).status).toBe(404)
  })

  it('has its own random numbers from the same seed', async () => {
    const behaviours = { getPet: ({ random }: { random: { next(): number } }) => ok(random.next()) }
    const rolling = await createMock({ behaviours: behaviours as never, selfCheck: false })
    const roll = clientOf(rolling)
    const first = [(await roll('GET', '/pets/1')).body, (await roll('GET', '/pets/1')).body]
    const second = [(await roll('GET', '/_s/a/pets/1')).body, (await roll('GET', '/_s/a/pets/1')).body]
    expect(first[0]).not.toEqual(first[1])
    expect(second).toEqual(first)
  })

  it('is reset separately', async () => {
    await send('POST', '/categories', cat)
    await send('POST', '/categories', cat, named('a'))
    await (await mock.session('a')).reset()
    expect(JSON.stringify(await categories(named('a')))).not.toContain('Unicorns')
    expect(JSON.stringify(await categories())).toContain('Unicorns')
  })

  it('has its own handle', async () => {
    const session = await mock.session('a')
    await clientOf(session)('POST', '/categories', cat)
    expect(JSON.stringify(await categories(named('a')))).toContain('Unicorns')
    expect((await session.fetch(new Request('http://pets.test/categories/1'))).status).toBe(200)
  })

  it('isolates parallel tests', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `test-${index}`)
    await Promise.all(
      names.map(async (name, index) => {
        for (let count = 0; count <= index; count += 1) {
          await send('POST', '/categories', { name: `Kind ${count}` }, named(name))
        }
      }),
    )
    const seeded = ((await categories()) as unknown[]).length
    const lengths = await Promise.all(
      names.map(async (name) => ((await categories(named(name))) as unknown[]).length),
    )
    expect(lengths).toEqual(names.map((_, index) => seeded + index + 1))
  })
})

const ok = (number: number) => ({ kind: 'ok', status: 200, body: { number } })

describe('sessions', () => {
  it('are listed and can be ended', async () => {
    await categories(named('a'))
    await categories(named('b'))
    expect(mock.sessions.list()).toMatchObject([{ session: 'a' }, { session: 'b' }])
    await send('POST', '/categories', cat, named('a'))
    expect([mock.sessions.drop('a'), mock.sessions.drop('a')]).toEqual([true, false])
    expect(JSON.stringify(await categories(named('a')))).not.toContain('Unicorns')
  })

  it('are limited in number: the least recently used one is ended', async () => {
    const small = await createMock({ sessions: { most: 2 } })
    const ask = clientOf(small)
    for (const name of ['a', 'b', 'a', 'c']) await ask('GET', '/pets', undefined, named(name))
    expect(small.sessions.list().map(({ session }) => session)).toEqual(['a', 'c'])
  })

  it('cannot be used with a document that declares their path', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/_s/{x}': { get: { responses: { 200: { description: 'ok' } } } } },
    }
    await expect(createMock({ document })).rejects.toThrow('/_mock and /_s are reserved')
  })
})

onEveryTransport((open) => {
  it('a session selected by path has its own world', async () => {
    const client = await open()
    const created = await client.send('POST', '/_s/x/categories', { json: cat })
    expect(created.status).toBe(201)
    const location = created.headers.get('location') ?? ''
    expect(location.startsWith(`${client.base}/_s/x/categories/`)).toBe(true)
    const path = location.slice(client.base.length)
    expect((await client.send('GET', path)).json).toMatchObject(cat)
    expect((await client.send('GET', path.replace('/_s/x', ''))).status).toBe(404)
  })
})
