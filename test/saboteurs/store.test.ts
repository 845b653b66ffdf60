import { createConnection } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient, type Answer, type Client, type Sent } from './client.ts'
import type { Running } from './server.ts'
import { startStore, type StartOptions } from './store.ts'
import { token } from './steps.ts'

let store: Running
let client: Client

async function start(options: StartOptions): Promise<void> {
  store = await startStore(options)
  client = createClient(store.url)
}

async function stop(): Promise<void> {
  await client.close()
  await store.close()
}

async function restart(options: StartOptions): Promise<void> {
  await stop()
  await start(options)
}

beforeEach(() => start({ now: new Date('2026-06-01') }))
afterEach(stop)

const send = (method: string, path: string, json?: unknown, rest: Sent = {}): Promise<Answer> =>
  client.send(method, path, { json, ...rest })
const get = (path: string, headers: Sent['headers'] = {}): Promise<Answer> =>
  client.send('GET', path, { headers })
const refusal = (status: number, code: string): object => ({ status, body: { code, status } })

const large = '9007199254740993'
const largest = '9223372036854775807'
const pet = { name: 'Luna', categoryId: 2 }

describe('pets', () => {
  test('are created, read, changed and deleted', async () => {
    const created = await send('POST', '/pets', pet)
    expect(created).toMatchObject({ status: 201, headers: { location: '/pets/4' } })
    expect(created.body).toEqual({ id: 4, ...pet, status: 'available' })
    expect((await get('/pets/4')).body).toEqual(created.body)
    expect(await send('PATCH', '/pets/4', { status: 'sold' })).toMatchObject({
      status: 200,
      body: { status: 'sold' },
    })
    expect(await send('DELETE', '/pets/4')).toMatchObject({ status: 204, text: '' })
    expect(await get('/pets/4')).toMatchObject(refusal(404, 'not_found'))
    expect(await send('DELETE', '/pets/4')).toMatchObject(refusal(404, 'not_found'))
  })

  test('never get an id again', async () => {
    await send('POST', '/pets', pet)
    await send('DELETE', '/pets/4')
    expect(await send('POST', '/pets', { id: 4, ...pet })).toMatchObject({ body: { id: 5 } })
  })

  test('come with an inventory entry, and take it with them', async () => {
    await send('POST', '/pets', { ...pet, status: 'sold' })
    expect((await get('/inventory/4')).body).toEqual({ petId: 4, quantity: 0, status: 'sold' })
    await send('DELETE', '/pets/4')
    expect(await get('/inventory/4')).toMatchObject({ status: 404 })
  })

  test('of an unknown category are refused', async () => {
    expect(await send('POST', '/pets', { ...pet, categoryId: 99 })).toMatchObject(
      refusal(422, 'unknown_category'),
    )
    expect(await send('PATCH', '/pets/1', { categoryId: 99 })).toMatchObject(refusal(422, 'unknown_category'))
  })

  test('that are sold do not become pending', async () => {
    expect(await send('PATCH', '/pets/3', { status: 'pending' })).toMatchObject(
      refusal(409, 'invalid_transition'),
    )
  })

  test('with an open order are not deleted', async () => {
    expect(await send('DELETE', '/pets/2')).toMatchObject(refusal(409, 'pet_has_orders'))
  })
})

describe('the list of pets', () => {
  const ids = async (query: string): Promise<unknown> =>
    JSON.parse((await get(`/pets?${query}`)).text.replaceAll(/\{"id":(\d+)[^}]*\}/g, '"$1"'))

  test('has pages, their total and links to them', async () => {
    const page = await get('/pets?limit=1&offset=1&categoryId=1')
    expect(page.body).toMatchObject([{ id: 3 }])
    expect(page.headers).toMatchObject({
      'x-total-count': '2',
      link: [
        '</pets?limit=1&offset=0&categoryId=1>; rel="first"',
        '</pets?limit=1&offset=0&categoryId=1>; rel="prev"',
        '</pets?limit=1&offset=1&categoryId=1>; rel="last"',
      ].join(', '),
    })
  })

  test('has 20 pets on a page unless told otherwise', async () => {
    for (let count = 0; count < 20; count++) await send('POST', '/pets', pet)
    expect(await ids('')).toHaveLength(20)
    expect(await ids('limit=100')).toHaveLength(24)
  })

  test.each([
    ['status=sold', ['3']],
    ['categoryId=1', ['1', '3']],
    ['id=1&id=3', ['1', '3']],
    ['id=1&status=sold', []],
    [`categoryId=${large}`, [large]],
  ])('is narrowed by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=',
    'limit=1&limit=2',
    'offset=-1',
    'offset=2147483648',
    'status=lost',
    'id=0',
    'id=1&id=x',
  ])('is refused for %s', async (query) => {
    const name = query.split('=')[0]
    const answer = await get(`/pets?${query}`)
    expect(answer).toMatchObject(refusal(400, 'invalid_request'))
    expect(answer.body).toMatchObject({
      details: [{ in: 'query', path: expect.stringMatching(`^/${name}`) }],
    })
  })
})

describe('categories', () => {
  test('are created, listed and deleted', async () => {
    const created = await send('POST', '/categories', { name: 'Birds' })
    expect(created).toMatchObject({
      status: 201,
      headers: { location: '/categories/3' },
      body: { id: 3, name: 'Birds' },
    })
    expect((await get('/categories')).text).toContain(created.text)
    expect(await send('DELETE', '/categories/3')).toMatchObject({ status: 204 })
    expect(await get('/categories/3')).toMatchObject({ status: 404 })
  })

  test('do not share a name', async () => {
    expect(await send('POST', '/categories', { name: 'Dogs' })).toMatchObject(refusal(409, 'category_exists'))
  })

  test('with pets are not deleted', async () => {
    expect(await send('DELETE', '/categories/1')).toMatchObject(refusal(409, 'category_in_use'))
  })
})

describe('orders', () => {
  const stock = async (): Promise<unknown> => (await get('/inventory/1')).body

  test('take from stock until the pet is pending, and give it back', async () => {
    const placed = await send('POST', '/store/orders', { petId: 1, quantity: 3 })
    expect(placed).toMatchObject({ status: 201, headers: { location: '/store/orders/3' } })
    expect(placed.body).toEqual({ id: 3, petId: 1, quantity: 3, complete: false })
    expect(await stock()).toEqual({ petId: 1, quantity: 0, status: 'pending' })
    expect(await get('/pets/1')).toMatchObject({ body: { status: 'pending' } })
    expect(await send('DELETE', '/store/orders/3')).toMatchObject({ status: 204 })
    expect(await stock()).toEqual({ petId: 1, quantity: 3, status: 'available' })
    expect(await get('/store/orders/3')).toMatchObject({ status: 404 })
  })

  test('beyond stock change nothing', async () => {
    expect(await send('POST', '/store/orders', { petId: 1, quantity: 4 })).toMatchObject(
      refusal(409, 'out_of_stock'),
    )
    expect(await stock()).toMatchObject({ quantity: 3 })
  })

  test('of an unknown pet are refused', async () => {
    expect(await send('POST', '/store/orders', { petId: 99, quantity: 1 })).toMatchObject(
      refusal(422, 'unknown_pet'),
    )
  })

  test('that complete last make the pet sold', async () => {
    expect(await send('PATCH', '/store/orders/1', { complete: true })).toMatchObject({
      body: { complete: true },
    })
    expect(await get('/pets/2')).toMatchObject({ body: { status: 'sold' } })
    expect(await get('/inventory/2')).toMatchObject({ body: { status: 'sold' } })
  })

  test('that are complete stay as they are', async () => {
    const shipDate = '2027-01-01T00:00:00Z'
    expect(await send('PATCH', '/store/orders/2', { shipDate })).toMatchObject(refusal(409, 'order_complete'))
    expect(await send('DELETE', '/store/orders/2')).toMatchObject(refusal(409, 'order_complete'))
  })

  test('are placed once under one key', async () => {
    const place = (quantity: number): Promise<Answer> =>
      send('POST', '/store/orders', { petId: 1, quantity }, { headers: { 'idempotency-key': 'k' } })
    const first = await place(1)
    expect(await place(1)).toMatchObject({ status: 201, text: first.text })
    expect(await place(2)).toMatchObject(refusal(422, 'idempotency_key_reused'))
    expect(await stock()).toMatchObject({ quantity: 2 })
  })

  test.each(['', 'k'.repeat(256)])('are refused for the key %j', async (key) => {
    const answer = await send(
      'POST',
      '/store/orders',
      { petId: 1, quantity: 1 },
      { headers: { 'idempotency-key': key } },
    )
    expect(answer).toMatchObject({ status: 400, body: { details: [{ in: 'header' }] } })
  })
})

describe('stock', () => {
  test.each([
    [0, 'sold'],
    [7, 'available'],
  ])('set to %i makes the pet %s', async (quantity, status) => {
    expect((await send('PATCH', '/inventory/2', { quantity })).body).toEqual({ petId: 2, quantity, status })
    expect(await get('/pets/2')).toMatchObject({ body: { status } })
  })
})

describe('bodies', () => {
  test('are refused with everything that is wrong', async () => {
    const answer = await send('POST', '/pets', { name: '', categoryId: '1', status: 'lost' })
    const details = ['/name minLength', '/categoryId type', '/status enum'].map((line) => {
      const [path, keyword] = line.split(' ')
      return { in: 'body', path, keyword }
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', details } })
  })

  test.each([
    [
      'POST /pets',
      [
        { ...pet, name: 'x'.repeat(101) },
        { name: 'Luna' },
        { categoryId: 1 },
        [pet],
        null,
        { ...pet, status: null },
        { ...pet, categoryId: 0 },
      ],
    ],
    ['PATCH /pets/1', [{}, { name: null }, { status: 'lost' }]],
    ['POST /categories', [{}, { name: 1 }, { name: 'Birds', description: 1 }]],
    [
      'POST /store/orders',
      [{ petId: 1 }, { petId: 1, quantity: 0 }, { petId: 1, quantity: 1.5 }, { petId: 1, quantity: 2 ** 31 }],
    ],
    [
      'POST /store/orders',
      [
        'tomorrow',
        '2026-02-29T00:00:00Z',
        '2026-01-01 00:00:00Z',
        '2026-01-01T24:00:00Z',
        '2026-01-01T00:00:60Z',
      ].map((shipDate) => ({ petId: 1, quantity: 1, shipDate })),
    ],
    ['PATCH /store/orders/1', [{ complete: false }, { complete: 'true' }, {}, { shipDate: 1 }]],
    ['PATCH /inventory/1', [{}, { quantity: -1 }, { quantity: '1' }, { quantity: 2 ** 31 }]],
  ])('are checked by %s', async (line, bodies) => {
    const [method = '', path = ''] = line.split(' ')
    for (const body of bodies) {
      const answer = await client.send(method, path, { text: JSON.stringify(body) })
      expect(answer, JSON.stringify(body)).toMatchObject(refusal(400, 'invalid_request'))
    }
  })

  test.each([
    [
      'POST /pets',
      [
        { ...pet, name: 'x' },
        { ...pet, name: '🐈'.repeat(100) },
        { ...pet, status: 'sold', more: [1] },
      ],
    ],
    [
      'POST /store/orders',
      ['2024-02-29T23:59:59.5+02:00', '2016-12-31T23:59:60Z', '2026-01-01t00:00:00z'].map((shipDate) => ({
        petId: 1,
        quantity: 1,
        shipDate,
      })),
    ],
    ['PATCH /inventory/1', [{ quantity: 0 }, { quantity: 2 ** 31 - 1 }]],
    ['PATCH /pets/1', [{ more: 1 }]],
  ])('are accepted at their bounds by %s', async (line, bodies) => {
    const [method = '', path = ''] = line.split(' ')
    for (const body of bodies) {
      const answer = await send(method, path, body)
      expect(answer.status, JSON.stringify(body)).toBeLessThan(300)
    }
  })

  test.each([
    '{',
    '{"name":"a",}',
    '01',
    '"\u0001"',
    '{"name":"a","name":"b"}',
    '{"a":{"b":1,"b":2}}',
    '[1]]',
    '['.repeat(1000),
  ])('that are not JSON are malformed: %j', async (text) => {
    expect(await client.send('POST', '/pets', { text })).toMatchObject(refusal(400, 'malformed_request'))
  })

  test('that are not UTF-8 are malformed', async () => {
    const text = Buffer.from('{"name":"\xff","categoryId":1}', 'latin1')
    expect(await client.send('POST', '/pets', { text })).toMatchObject(refusal(400, 'malformed_request'))
  })

  test('are needed', async () => {
    expect(await client.send('POST', '/pets')).toMatchObject(refusal(400, 'invalid_request'))
  })

  test('are JSON', async () => {
    const as = (type: string): Promise<Answer> =>
      send('POST', '/pets', pet, { headers: { 'content-type': type } })
    expect(await as('text/plain')).toMatchObject(refusal(415, 'unsupported_media_type'))
    expect(await as('application/json; charset=latin1')).toMatchObject(refusal(415, 'unsupported_media_type'))
    expect(await as('Application/JSON; charset="UTF-8"')).toMatchObject({ status: 201 })
  })

  test('have at most 1 MiB', async () => {
    const text = JSON.stringify({ ...pet, more: 'x'.repeat(1024 * 1024) })
    expect(await client.send('POST', '/pets', { text })).toMatchObject(refusal(413, 'payload_too_large'))
  })
})

describe('ids', () => {
  test('beyond 2^53 survive exactly, in and out', async () => {
    expect((await get(`/pets/${large}`)).text).toContain(`"id":${large}`)
    const created = await client.send('POST', '/pets', { text: `{"name":"Nemo","categoryId":${large}}` })
    expect(created.text).toContain(`"categoryId":${large}`)
    expect(await get('/pets/9007199254740992')).toMatchObject({ status: 404 })
    expect(await get(`/pets/${largest}`)).toMatchObject({
      status: 404,
      body: { message: `There is no pet ${largest}.` },
    })
  })

  test.each(['9223372036854775808', '0', '-1', '1.5', '1x', '01', '+1', '%00'])(
    'are refused when they are %s',
    async (id) => {
      expect(await get(`/categories/${id}`)).toMatchObject({
        status: 400,
        body: { details: [{ in: 'path', path: '/categoryId' }] },
      })
    },
  )
})

describe('HTTP', () => {
  const targets = [
    '/pets',
    '/pets/1',
    '/categories',
    '/categories/1',
    '/store/orders',
    '/store/orders/1',
    '/inventory',
    '/inventory/1',
  ]

  test.each(targets)('HEAD %s answers as GET, without content', async (path) => {
    const [{ headers: a, ...wanted }, { headers: b, ...given }] = [
      await get(path),
      await client.send('HEAD', path),
    ]
    expect(given).toMatchObject({ status: wanted.status, text: '' })
    const perConnection = { date: '', connection: '', 'keep-alive': '' }
    expect({ ...b, ...perConnection }).toEqual({ ...a, ...perConnection })
  })

  test.each(targets)('%s says what it allows', async (path) => {
    const { headers } = await client.send('OPTIONS', path)
    expect(headers['allow']).toMatch(/^GET, HEAD, .*OPTIONS$/)
    expect(await send('PUT', path, {})).toMatchObject({
      ...refusal(405, 'method_not_allowed'),
      headers: { allow: headers['allow'] },
    })
  })

  test.each(targets)('%s has a tag that saves sending it again', async (path) => {
    const { headers } = await get(path)
    const again = await get(path, { 'if-none-match': `"other", W/${String(headers['etag'])}` })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: headers['etag'] } })
    expect(again.headers).not.toHaveProperty('content-length')
    expect(await get(path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
  })

  test('changes are made only to what the client knows', async () => {
    const { headers } = await get('/inventory/1')
    const set = (match: string): Promise<Answer> =>
      send('PATCH', '/inventory/1', { quantity: 9 }, { headers: { 'if-match': match } })
    expect(await set('"other"')).toMatchObject(refusal(412, 'precondition_failed'))
    expect(await set(`W/${String(headers['etag'])}`)).toMatchObject({ status: 412 })
    expect(await set(String(headers['etag']))).toMatchObject({ status: 200 })
    expect(await set(String(headers['etag']))).toMatchObject({ status: 412 })
    expect(await set('*')).toMatchObject({ status: 200 })
  })

  test('204 has neither content nor its length', async () => {
    const { headers } = await send('DELETE', '/pets/1')
    expect(headers).not.toHaveProperty('content-length')
    expect(headers).not.toHaveProperty('content-type')
  })

  test.each(['text/html', 'application/json;q=0, */*', 'application/xml, image/*'])(
    'Accept: %s is not acceptable',
    async (accept) => {
      expect(await get('/pets', { accept })).toMatchObject(refusal(406, 'not_acceptable'))
    },
  )

  test.each(['*/*', 'application/*', 'text/html, application/json;q=0.5'])(
    'Accept: %s is acceptable',
    async (accept) => {
      expect(await get('/pets', { accept })).toMatchObject({ status: 200 })
    },
  )

  test('a path that is not there is 404', async () => {
    for (const path of ['/', '/pets/', '/pets/1/2', '/store', '//pets'])
      expect(await get(path), path).toMatchObject(refusal(404, 'not_found'))
  })

  test('a URL has at most 8 KiB', async () => {
    expect(await get(`/pets?x=${'y'.repeat(9000)}`)).toMatchObject(refusal(414, 'uri_too_long'))
  })

  test.each(['/categories/%E0%A4%A', '/pets?status=%', '/pets?id=%FF'])(
    '%s cannot be decoded',
    async (path) => {
      expect(await get(path)).toMatchObject(refusal(400, 'malformed_request'))
    },
  )

  test('what is not HTTP is answered all the same', async () => {
    const { port } = new URL(store.url)
    const text = await new Promise<string>((resolve) => {
      const socket = createConnection(Number(port), '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'))
      socket.setEncoding('utf8').once('data', (data) => resolve(data.toString()))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 [^]*"malformed_request"/)
  })
})

describe('the deprecated getPet', () => {
  const lifecycle = { deprecation: '@1764892800', sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }

  test.each([
    ['/pets/1', 200],
    ['/pets/99', 404],
    ['/pets/x', 400],
  ])('says so at %s, which is %i', async (path, status) => {
    const id = path.split('/')[2]
    const link = `</pets?id=${id}>; rel="successor-version", <https://petstore.example/deprecations/get-pet>; rel="deprecation"`
    expect(await get(path)).toMatchObject({ status, headers: { ...lifecycle, link } })
  })

  test('is the only one to say so', async () => {
    for (const answer of [
      await get('/pets'),
      await send('PATCH', '/pets/1', { name: 'Bella II' }),
      await send('PUT', '/pets/1'),
    ]) {
      expect(answer.headers).not.toHaveProperty('deprecation')
      expect(answer.headers).not.toHaveProperty('sunset')
    }
  })

  test('is gone after its sunset', async () => {
    await restart({ now: new Date('2030-12-05T00:00:00Z') })
    const { headers, ...answer } = await get('/pets/1')
    expect(answer).toMatchObject(refusal(410, 'gone'))
    expect(headers).toMatchObject({
      sunset: lifecycle.sunset,
      link: expect.stringContaining('successor-version'),
    })
    expect(headers).not.toHaveProperty('deprecation')
    expect(await send('PATCH', '/pets/1', { name: 'Bella II' })).toMatchObject({ status: 200 })
  })
})

describe('a store that wants a token', () => {
  beforeEach(() => restart({ auth: true }))

  test.each([undefined, 'Bearer wrong', `Basic ${token}`, 'Bearer'])('refuses %j', async (authorization) => {
    const answer = await get('/pets', authorization === undefined ? {} : { authorization })
    expect(answer).toMatchObject({
      ...refusal(401, 'unauthorized'),
      headers: { 'www-authenticate': 'Bearer' },
    })
  })

  test('admits the right one', async () => {
    expect(await get('/pets', { authorization: `bearer ${token}` })).toMatchObject({ status: 200 })
  })
})
