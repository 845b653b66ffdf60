import { createConnection } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../shared/client.ts'
import { token } from './server/steps.ts'
import { refusal, useStore } from './use-store.ts'

const store = useStore({ now: new Date('2026-06-01') })
const { get, send } = store

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

  test.each(targets)('HEAD %s has the status and headers of GET, and no content', async (path) => {
    const [{ headers: a, ...expected }, { headers: b, ...actual }] = [
      await get(path),
      await store.client.send('HEAD', path),
    ]
    expect(actual).toMatchObject({ status: expected.status, text: '' })
    const perConnection = { date: '', connection: '', 'keep-alive': '' }
    expect({ ...b, ...perConnection }).toEqual({ ...a, ...perConnection })
  })

  test.each(targets)('OPTIONS and 405 on %s list the allowed methods', async (path) => {
    const { headers } = await store.client.send('OPTIONS', path)
    expect(headers['allow']).toMatch(/^GET, HEAD, .*OPTIONS$/)
    expect(await send('PUT', path, {})).toMatchObject({
      ...refusal(405, 'method_not_allowed'),
      headers: { allow: headers['allow'] },
    })
  })

  test.each(targets)('%s answers 304 if If-None-Match has its ETag', async (path) => {
    const { headers } = await get(path)
    const again = await get(path, { 'if-none-match': `"other", W/${String(headers['etag'])}` })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: headers['etag'] } })
    expect(again.headers).not.toHaveProperty('content-length')
    expect(await get(path, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
  })

  test('changes require the current ETag in If-Match', async () => {
    const { headers } = await get('/inventory/1')
    const set = (match: string): Promise<Answer> =>
      send('PATCH', '/inventory/1', { quantity: 9 }, { headers: { 'if-match': match } })
    expect(await set('"other"')).toMatchObject(refusal(412, 'precondition_failed'))
    expect(await set(`W/${String(headers['etag'])}`)).toMatchObject({ status: 412 })
    expect(await set(String(headers['etag']))).toMatchObject({ status: 200 })
    expect(await set(String(headers['etag']))).toMatchObject({ status: 412 })
    expect(await set('*')).toMatchObject({ status: 200 })
  })

  test('204 has no content, Content-Length or Content-Type', async () => {
    const { headers } = await send('DELETE', '/pets/1')
    expect(headers).not.toHaveProperty('content-length')
    expect(headers).not.toHaveProperty('content-type')
  })

  test.each(['text/html', 'application/json;q=0, */*', 'application/xml, image/*'])(
    'Accept: %s gets 406',
    async (accept) => {
      expect(await get('/pets', { accept })).toMatchObject(refusal(406, 'not_acceptable'))
    },
  )

  test.each(['*/*', 'application/*', 'text/html, application/json;q=0.5'])(
    'Accept: %s gets 200',
    async (accept) => {
      expect(await get('/pets', { accept })).toMatchObject({ status: 200 })
    },
  )

  test('unknown paths get 404', async () => {
    for (const path of ['/', '/pets/', '/pets/1/2', '/store', '//pets'])
      expect(await get(path), path).toMatchObject(refusal(404, 'not_found'))
  })

  test('a URL of more than 8 KiB gets 414', async () => {
    expect(await get(`/pets?x=${'y'.repeat(9000)}`)).toMatchObject(refusal(414, 'uri_too_long'))
  })

  test.each(['/categories/%E0%A4%A', '/pets?status=%', '/pets?id=%FF'])(
    '%s, which cannot be decoded, gets 400',
    async (path) => {
      expect(await get(path)).toMatchObject(refusal(400, 'malformed_request'))
    },
  )

  test('a request that is not HTTP gets 400', async () => {
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
  ])('sends Deprecation, Sunset and Link: %s, %i', async (path, status) => {
    const id = path.split('/')[2]
    const link = `</pets?id=${id}>; rel="successor-version", <https://petstore.example/deprecations/get-pet>; rel="deprecation"`
    expect(await get(path)).toMatchObject({ status, headers: { ...lifecycle, link } })
  })

  test('is the only deprecated operation', async () => {
    for (const answer of [
      await get('/pets'),
      await send('PATCH', '/pets/1', { name: 'Bella II' }),
      await send('PUT', '/pets/1'),
    ]) {
      expect(answer.headers).not.toHaveProperty('deprecation')
      expect(answer.headers).not.toHaveProperty('sunset')
    }
  })

  test('answers 410 after its sunset', async () => {
    await store.restart({ now: new Date('2030-12-05T00:00:00Z') })
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

describe('a store with authentication', () => {
  beforeEach(() => store.restart({ auth: true }))

  test.each([undefined, 'Bearer wrong', `Basic ${token}`, 'Bearer'])('refuses %j', async (authorization) => {
    const answer = await get('/pets', authorization === undefined ? {} : { authorization })
    expect(answer).toMatchObject({
      ...refusal(401, 'unauthorized'),
      headers: { 'www-authenticate': 'Bearer' },
    })
  })

  test('accepts the token', async () => {
    expect(await get('/pets', { authorization: `bearer ${token}` })).toMatchObject({ status: 200 })
  })
})
