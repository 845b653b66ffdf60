import { describe, expect, it } from 'vitest'
import { stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import {
  inChromium,
  onEveryTransport,
  onEveryTransportWithRedis,
  type Client,
  type Open,
  type Reply,
} from '../matrix.ts'

const luna = { name: 'Luna', categoryId: 1 }
const int64Max = 9223372036854775807n
const beyondDouble = 9007199254740993n

function idOf(record: Json): string {
  return stringifyJson((record as JsonObject)['id'] ?? null)
}

function error(reply: Reply): JsonObject {
  return reply.json as JsonObject
}

async function create(
  client: Client,
  pet: JsonObject = luna,
): Promise<{ readonly path: string; readonly pet: JsonObject }> {
  const reply = await client.send('POST', '/pets', { json: pet })
  expect(reply.status).toBe(201)
  const created = reply.json as JsonObject
  return { path: `/pets/${idOf(created)}`, pet: created }
}

function conform(open: Open, transport: string): void {
  describe('state', () => {
    it('lists pets with their total', async () => {
      const { send } = await open()
      const reply = await send('GET', '/pets')
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/json')
      const total = Number(reply.headers.get('x-total-count'))
      expect(total).toBeGreaterThan(0)
      expect((reply.json as unknown[]).length).toBe(Math.min(total, 20))
    })

    it('links to the next page of a list', async () => {
      const { send, base } = await open()
      const first = await send('GET', '/pets?limit=2')
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      expect(next.startsWith(`${base}/pets?`)).toBe(true)
      const second = await send('GET', next.slice(base.length))
      expect(second.status).toBe(200)
      expect(second.json).not.toEqual(first.json)
    })

    it('reads a created pet at its Location', async () => {
      const { send, base } = await open()
      const created = await send('POST', '/pets', { json: luna })
      expect(created.status).toBe(201)
      const id = idOf(created.json)
      expect(created.headers.get('location')).toBe(`${base}/pets/${id}`)
      const response = await send('GET', `/pets/${id}`)
      expect(response.json).toEqual({ ...luna, id: Number(id), status: 'available' })
      expect(response.json).toEqual(created.json)
    })

    it('updates a pet', async () => {
      const client = await open()
      const { path } = await create(client)
      const changed = await client.send('PATCH', path, { json: { name: 'Bella' } })
      expect(changed.status).toBe(200)
      expect((await client.send('GET', path)).json).toEqual(changed.json)
      expect(changed.json).toMatchObject({ name: 'Bella', categoryId: 1 })
    })

    it('deletes a pet once, with 204 and no content', async () => {
      const client = await open()
      const { path } = await create(client)
      const deleted = await client.send('DELETE', path)
      expect([deleted.status, deleted.text, deleted.headers.get('content-length')]).toEqual([204, '', null])
      expect((await client.send('GET', path)).status).toBe(404)
      expect((await client.send('DELETE', path)).status).toBe(404)
    })

    it('starts over after a reset, with the same responses', async () => {
      const client = await open()
      const before = await client.send('GET', '/pets?limit=100')
      const first = await create(client)
      await client.mock.reset()
      expect((await client.send('GET', '/pets?limit=100')).text).toBe(before.text)
      expect(await create(client)).toEqual(first)
    })

    it('restores a snapshot', async () => {
      const client = await open({ world: 'empty' })
      const snapshot = await client.mock.snapshot()
      await client.send('POST', '/categories', { json: { name: 'Dogs' } })
      await client.mock.restore(snapshot)
      expect((await client.send('GET', '/categories')).json).toEqual([])
    })
  })

  describe('refusals', () => {
    it('reports every violation at once', async () => {
      const { send } = await open()
      const reply = await send('POST', '/pets', { json: { name: '', status: 'lost' } })
      expect(reply.status).toBe(400)
      expect(error(reply)).toMatchObject({ code: 'invalid_request', status: 400 })
      const details = error(reply)['details'] as readonly JsonObject[]
      expect(
        new Set(
          details.map((detail) => ['in', 'path', 'keyword'].map((name) => detail[name] as string).join(' ')),
        ),
      ).toEqual(new Set(['body /categoryId required', 'body /name minLength', 'body /status enum']))
    })

    it('reports violations of parameters and body together', async () => {
      const { send } = await open()
      const reply = await send('PATCH', '/pets/zero', { json: { status: 'lost' } })
      expect((error(reply)['details'] as readonly JsonObject[]).map(({ in: place }) => place)).toEqual([
        'path',
        'body',
      ])
    })

    it.each([
      ['invalid JSON', '{"name":'],
      ['a duplicate key', '{"name":"A","name":"B","categoryId":1}'],
      ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ])('responds 400 to a body with %s', async (_, body) => {
      const { send } = await open()
      const reply = await send('POST', '/pets', { body, headers: { 'Content-Type': 'application/json' } })
      expect([reply.status, error(reply)['code']]).toEqual([400, 'malformed_request'])
    })

    it('responds 400 to a path that cannot be decoded', async () => {
      const { send } = await open()
      const reply = await send('GET', '/pets/%E0%A4%A')
      expect([reply.status, error(reply)['code']]).toEqual([400, 'malformed_request'])
    })

    it('responds 404 to an unknown path', async () => {
      const { send } = await open()
      const reply = await send('GET', '/nowhere')
      expect([reply.status, error(reply)]).toEqual([
        404,
        { code: 'not_found', status: 404, message: expect.stringContaining('/nowhere') },
      ])
    })

    it('responds 405 with the allowed methods', async () => {
      const { send } = await open()
      const reply = await send('PUT', '/pets/1', { json: {} })
      expect([reply.status, error(reply)['code']]).toEqual([405, 'method_not_allowed'])
      expect(reply.headers.get('allow')?.split(', ').sort()).toEqual([
        'DELETE',
        'GET',
        'HEAD',
        'OPTIONS',
        'PATCH',
      ])
    })

    it('responds 415 with the accepted media types', async () => {
      const { send } = await open()
      const headers = { 'Content-Type': 'text/plain' }
      const created = await send('POST', '/pets', { body: 'Luna', headers })
      expect([created.status, created.headers.get('accept-post')]).toEqual([415, 'application/json'])
      const changed = await send('PATCH', '/pets/1', { body: 'Luna', headers })
      expect([changed.status, changed.headers.get('accept-patch')]).toEqual([415, 'application/json'])
    })

    it('responds 415 to a compressed body', async () => {
      const { send } = await open()
      const reply = await send('POST', '/pets', { json: luna, headers: { 'Content-Encoding': 'gzip' } })
      expect([reply.status, reply.headers.get('accept-encoding')]).toEqual([415, 'identity'])
    })

    it('responds 406 without changing anything where Accept cannot be met', async () => {
      const { send } = await open()
      const before = (await send('GET', '/pets')).headers.get('x-total-count')
      const reply = await send('POST', '/pets', { json: luna, headers: { Accept: 'text/csv' } })
      expect([reply.status, error(reply)['code']]).toEqual([406, 'not_acceptable'])
      expect((await send('GET', '/pets')).headers.get('x-total-count')).toBe(before)
    })

    it('responds 413 to a body of more than 1 MiB', async () => {
      const { send } = await open()
      const reply = await send('POST', '/pets', { json: { ...luna, name: 'x'.repeat(1024 * 1024) } })
      expect([reply.status, error(reply)['code']]).toEqual([413, 'payload_too_large'])
    })

    it('responds 414 to a URL of more than 8 KiB', async () => {
      const { send } = await open()
      const reply = await send('GET', `/pets?x=${'x'.repeat(8192)}`)
      expect([reply.status, error(reply)['code']]).toEqual([414, 'uri_too_long'])
    })

    it('responds 431 to header fields of more than 16 KiB', async () => {
      const { send } = await open()
      const reply = await send('GET', '/pets', {
        headers: { 'X-Long': 'x'.repeat(15_000), 'X-Longer': 'x'.repeat(15_000) },
      })
      expect(reply.status).toBe(431)
      // In a foreign Express app, Node's parser refuses the request.
      if (transport !== 'a foreign Express app') expect(error(reply)['code']).toBe('headers_too_large')
    })

    it('responds 501 to an unknown method', async () => {
      const { send } = await open()
      const reply = await send('FROB', '/pets')
      if (transport === 'a foreign Express app') expect(reply.status).toBe(400) // by the parser of Node
      else expect([reply.status, error(reply)['code']]).toEqual([501, 'not_implemented'])
    })

    it('enforces the rules of the Pet Store', async () => {
      const { send } = await open()
      const reply = await send('POST', '/pets', { json: { ...luna, categoryId: 999_999 } })
      expect([reply.status, error(reply)['code']]).toEqual([422, 'unknown_category'])
    })
  })

  describe('implicit methods', () => {
    it('answers HEAD like GET without content', async () => {
      const { send } = await open({ now: '2026-01-01' })
      const response = await send('GET', '/pets/1')
      const head = await send('HEAD', '/pets/1')
      expect([head.status, head.text]).toEqual([200, ''])
      for (const name of [
        'etag',
        'content-length',
        'content-type',
        'deprecation',
        'sunset',
        'link',
        'vary',
        'date',
      ]) {
        expect([name, head.headers.get(name)]).toEqual([name, response.headers.get(name)])
      }
      expect(head.headers.get('content-length')).toBe(String(new TextEncoder().encode(response.text).length))
    })

    it('answers HEAD with an error where GET would', async () => {
      const { send } = await open()
      const head = await send('HEAD', '/pets/0')
      expect([head.status, head.text]).toEqual([400, ''])
    })

    it('answers OPTIONS with the methods of the path', async () => {
      const { send } = await open()
      const reply = await send('OPTIONS', '/pets')
      expect([reply.status, reply.text, reply.headers.get('allow')]).toEqual([
        204,
        '',
        'GET, HEAD, OPTIONS, POST',
      ])
    })
  })

  const isForbidden = transport === inChromium
  const otherOrigins = 'cross-origin pages'
  const skipped = `${otherOrigins} (skipped: scripts in a browser cannot set Origin)`
  describe.skipIf(isForbidden)(isForbidden ? skipped : otherOrigins, () => {
    const Origin = 'http://app.test'

    it('may send the requests they ask for in a preflight', async () => {
      const { send } = await open()
      const reply = await send('OPTIONS', '/pets', {
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,prefer',
        },
      })
      expect(reply.status).toBe(204)
      expect(reply.headers.get('access-control-allow-origin')).toBe(Origin)
      expect(reply.headers.get('access-control-allow-methods')).toContain('POST')
      expect(reply.headers.get('access-control-allow-headers')).toBe('content-type,prefer')
    })

    it('may read every header field, of errors too', async () => {
      const { send } = await open()
      const reply = await send('GET', '/pets/0', { headers: { Origin } })
      expect(reply.status).toBe(400)
      expect(reply.headers.get('access-control-allow-origin')).toBe(Origin)
      const exposed = reply.headers.get('access-control-expose-headers')?.split(', ') ?? []
      expect(exposed).toEqual(
        expect.arrayContaining([
          'Deprecation',
          'Sunset',
          'Link',
          'ETag',
          'Location',
          'Retry-After',
          'X-Total-Count',
        ]),
      )
    })

    it('are not allowed when CORS is off', async () => {
      const { send } = await open({ cors: false })
      const reply = await send('GET', '/pets', { headers: { Origin } })
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    })
  })

  describe('conditional requests', () => {
    it('respond 304 to a GET with the current entity tag', async () => {
      const { send } = await open({ now: '2026-01-01' })
      const etag = (await send('GET', '/pets/1')).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const reply = await send('GET', '/pets/1', { headers: { 'If-None-Match': tags } })
        expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', etag])
        expect(reply.headers.get('content-type')).toBeNull()
        for (const name of ['vary', 'cache-control', 'date']) expect(reply.headers.get(name)).not.toBeNull()
      }
      expect((await send('GET', '/pets/1', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    })

    it('update a pet only with the current entity tag', async () => {
      const client = await open()
      const { path } = await create(client)
      const etag = (await client.send('GET', path)).headers.get('etag') ?? ''
      const change = (tag: string, name: string): Promise<Reply> =>
        client.send('PATCH', path, { json: { name }, headers: { 'If-Match': tag } })
      const changed = await change(etag, 'Bella')
      expect(changed.status).toBe(200)
      const stale = await change(etag, 'Rex')
      expect([stale.status, error(stale)['code']]).toEqual([412, 'precondition_failed'])
      expect((await change(`W/${changed.headers.get('etag') ?? ''}`, 'Rex')).status).toBe(412)
      expect((await change(changed.headers.get('etag') ?? '', 'Rex')).status).toBe(200)
      expect((await change('*', 'Misty')).json).toMatchObject({ name: 'Misty' })
    })

    it('give a created pet the same entity tag as reading it', async () => {
      const { send } = await open()
      const created = await send('POST', '/pets', { json: luna })
      const response = await send('GET', `/pets/${idOf(created.json)}`)
      expect(created.headers.get('etag')).toBe(response.headers.get('etag'))
    })

    it('delete a pet only with the current entity tag', async () => {
      const client = await open()
      const { path } = await create(client)
      const etag = (await client.send('GET', path)).headers.get('etag') ?? ''
      expect((await client.send('DELETE', path, { headers: { 'If-Match': '"other"' } })).status).toBe(412)
      expect((await client.send('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(204)
      expect((await client.send('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(404)
    })

    it('are evaluated after the request is validated', async () => {
      const { send } = await open()
      const headers = { 'If-Match': '"other"' }
      expect((await send('PATCH', '/pets/1', { json: { status: 'lost' }, headers })).status).toBe(400)
      expect(
        (await send('PATCH', '/pets/1', { body: 'x', headers: { ...headers, 'Content-Type': 'text/plain' } }))
          .status,
      ).toBe(415)
    })
  })

  describe('a deprecated operation', () => {
    it.each([
      ['a success', '/pets/1', 200],
      ['a missing pet', '/pets/999999', 404],
      ['a bad request', '/pets/zero', 400],
      ['a path that cannot be decoded', '/pets/%C3', 400],
    ])('sends Deprecation and Sunset with %s', async (_, path, status) => {
      const { send, base } = await open()
      const id = path.slice('/pets/'.length)
      for (const method of ['GET', 'HEAD']) {
        const { headers, status: received } = await send(method, path)
        expect(received).toBe(status)
        expect(headers.get('deprecation')).toBe('@1764892800')
        expect(headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
        expect(headers.get('link')).toContain(`<${base}/pets?id=${id}>; rel="successor-version"`)
        expect(headers.get('link')).toContain('rel="deprecation"')
      }
    })

    it('sends Deprecation with 401 too', async () => {
      const { send } = await open({ auth: 'required' })
      const reply = await send('GET', '/pets/1')
      expect([reply.status, reply.headers.get('deprecation')]).toEqual([401, '@1764892800'])
    })

    it('does not affect other operations and methods', async () => {
      const { send } = await open()
      for (const [method, path] of [
        ['GET', '/pets'],
        ['PUT', '/pets/1'],
        ['PATCH', '/pets/1'],
      ] as const) {
        const { headers } = await send(method, path, { json: {} }).catch(() => send(method, path))
        expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null])
      }
    })

    it('is served until its sunset', async () => {
      const { send } = await open({ now: '2030-12-04T23:59:59Z' })
      expect((await send('GET', '/pets/1')).status).toBe(200)
    })

    it('responds 410 from its sunset on', async () => {
      const { send, mock } = await open({ now: '2030-12-05T00:00:00Z' })
      const reply = await send('GET', '/pets/1')
      expect([reply.status, error(reply)['code']]).toEqual([410, 'gone'])
      expect(reply.headers.get('deprecation')).toBeNull()
      expect(reply.headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
      expect(reply.headers.get('link')).toContain('rel="successor-version"')
      expect(reply.headers.get('date')).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
      expect((await send('GET', '/pets?id=1')).status).toBe(200)
      mock.clock.set('2026-01-01')
      expect((await send('GET', '/pets/1')).status).toBe(200)
    })
  })

  describe('authentication', () => {
    const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

    it('is off by default', async () => {
      const { send } = await open()
      expect((await send('GET', '/pets')).status).toBe(200)
    })

    it('responds 401 before it validates the request', async () => {
      const { send } = await open({ auth: 'required' })
      for (const reply of [await send('GET', '/pets'), await send('GET', '/pets?limit=0')]) {
        expect([reply.status, error(reply)['code'], reply.headers.get('www-authenticate')]).toEqual([
          401,
          'unauthorized',
          'Bearer',
        ])
      }
    })

    it('accepts the default token only', async () => {
      const { send } = await open({ auth: 'required' })
      expect((await send('GET', '/pets', bearer('stablehand'))).status).toBe(200)
      const wrong = await send('GET', '/pets', bearer('other'))
      expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ])
    })

    it('accepts configured tokens instead of the default one', async () => {
      const { send } = await open({ auth: 'required', tokens: ['a', 'b'] })
      const statuses = [
        await send('GET', '/pets', bearer('b')),
        await send('GET', '/pets', bearer('stablehand')),
      ].map(({ status }) => status)
      expect(statuses).toEqual([200, 401])
    })
  })

  describe('Prefer', () => {
    it('selects the status', async () => {
      const { send } = await open()
      const reply = await send('GET', '/pets', { headers: { Prefer: 'code=503' } })
      expect([reply.status, error(reply)['status'], reply.headers.get('preference-applied')]).toEqual([
        503,
        503,
        'code=503',
      ])
      expect(reply.headers.get('retry-after')).toBe('30')
    })

    it('selects the example', async () => {
      const { send } = await open()
      const reply = await send('GET', '/pets', { headers: { Prefer: 'example=empty' } })
      expect([reply.status, reply.json, reply.headers.get('preference-applied')]).toEqual([
        200,
        [],
        'example=empty',
      ])
    })

    it('generates a response, always the same', async () => {
      const { send } = await open()
      const headers = { Prefer: 'dynamic' }
      const first = await send('GET', '/pets', { headers })
      expect([first.status, first.headers.get('preference-applied')]).toEqual([200, 'dynamic'])
      expect((await send('GET', '/pets', { headers })).text).toBe(first.text)
      expect(first.text).not.toBe((await send('GET', '/pets')).text)
    })

    it('delays the response', async () => {
      const { send } = await open()
      const start = performance.now()
      const reply = await send('GET', '/pets', { headers: { Prefer: 'delay=120' } })
      expect(performance.now() - start).toBeGreaterThanOrEqual(115)
      expect(reply.headers.get('preference-applied')).toBe('delay=120')
    })

    it('changes no state', async () => {
      const { send } = await open()
      const before = (await send('GET', '/pets')).headers.get('x-total-count')
      const reply = await send('POST', '/pets', { json: luna, headers: { Prefer: 'code=201' } })
      expect(reply.status).toBe(201)
      expect((await send('GET', '/pets')).headers.get('x-total-count')).toBe(before)
    })

    it('is ignored where it is invalid or cannot be applied', async () => {
      const { send } = await open()
      for (const Prefer of ['code=abc', 'example=unknown', 'respond-async', 'code=', ';;,=']) {
        const reply = await send('GET', '/pets', { headers: { Prefer } })
        expect([reply.status, reply.headers.get('preference-applied')]).toEqual([200, null])
      }
    })
  })

  describe('idempotency keys', () => {
    const order = { petId: 0, quantity: 1 }
    const place = (
      client: Client,
      key: string,
      json: JsonObject,
      more: Record<string, string> = {},
    ): Promise<Reply> =>
      client.send('POST', '/store/orders', { json, headers: { 'Idempotency-Key': key, ...more } })
    const orderFor = async (client: Client): Promise<JsonObject> => ({
      ...order,
      petId: (await create(client)).pet['id'] ?? 0,
    })

    it('repeat the first response', async () => {
      const client = await open({ now: '2026-01-01' })
      const json = await orderFor(client)
      const first = await place(client, 'a', json)
      expect(first.status).toBe(201)
      const again = await place(client, 'a', json)
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(Object.fromEntries(again.headers)).toEqual(Object.fromEntries(first.headers))
      expect((await place(client, 'b', json)).json).not.toEqual(first.json)
    })

    it('are refused with another body', async () => {
      const client = await open()
      const json = await orderFor(client)
      await place(client, 'a', json)
      const reply = await place(client, 'a', { ...json, quantity: 2 })
      expect([reply.status, error(reply)['code']]).toEqual([422, 'idempotency_key_reused'])
    })

    it('are refused while the first request is in progress', async () => {
      const client = await open()
      const json = await orderFor(client)
      const slow = place(client, 'a', json, { Prefer: 'delay=1000' })
      await new Promise((resolve) => setTimeout(resolve, 100))
      const second = await place(client, 'a', json)
      expect([second.status, error(second)['code']]).toEqual([409, 'idempotency_in_progress'])
      expect((await slow).status).toBe(201)
    })

    it('do not remember a failure', async () => {
      const client = await open()
      const json = await orderFor(client)
      expect((await place(client, 'a', { ...json, quantity: 1000 })).status).toBe(409)
      expect((await place(client, 'a', json)).status).toBe(201)
    })

    it('are forgotten by a reset', async () => {
      const client = await open()
      const first = await place(client, 'a', await orderFor(client))
      expect(first.status).toBe(201)
      await client.mock.reset()
      const json = await orderFor(client)
      expect((await place(client, 'a', { ...json, quantity: 1 })).status).toBe(201)
    })
  })

  describe('64-bit integers', () => {
    it.each([int64Max, beyondDouble])('%s is kept exactly in paths, bodies and queries', async (id) => {
      const client = await open({ world: 'empty' })
      const snapshot = await client.mock.snapshot()
      const category = { id, name: 'Dogs' }
      const collections = [
        { resource: '/categories', scope: [], nextId: 1, records: [[String(id), category]] as const },
      ]
      await client.mock.restore({ ...snapshot, collections })
      expect((await client.send('GET', `/categories/${id}`)).json).toEqual(category)
      const created = await client.send('POST', '/pets', { json: { name: 'Luna', categoryId: id } })
      expect([created.status, (created.json as JsonObject)['categoryId']]).toEqual([201, id])
      expect((await client.send('GET', `/pets?categoryId=${id}`)).json).toEqual([created.json])
      expect((await client.send('GET', `/pets?categoryId=${id - 1n}`)).json).toEqual([])
    })

    it.each([int64Max, beyondDouble])('%s is written exactly in error messages', async (id) => {
      const client = await open()
      const unknown = await client.send('POST', '/pets', { json: { ...luna, categoryId: id } })
      expect([unknown.status, error(unknown)['message']]).toEqual([422, expect.stringContaining(String(id))])
      const missing = await client.send('DELETE', `/pets/${id}`)
      expect([missing.status, error(missing)['message']]).toEqual([404, expect.stringContaining(String(id))])
    })

    it('2^63 is refused', async () => {
      const client = await open()
      const tooLarge = 2n ** 63n
      for (const reply of [
        await client.send('GET', `/pets/${tooLarge}`),
        await client.send('GET', `/pets?categoryId=${tooLarge}`),
        await client.send('POST', '/pets', { json: { ...luna, categoryId: tooLarge } }),
      ]) {
        expect([reply.status, error(reply)['code']]).toEqual([400, 'invalid_request'])
      }
    })
  })
}

onEveryTransport(conform)
onEveryTransportWithRedis(conform)
