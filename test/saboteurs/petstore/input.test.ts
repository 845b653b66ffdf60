import { describe, expect, test } from 'vitest'
import type { Answer } from '../shared/client.ts'
import { refusal, useStore } from './use-store.ts'

const store = useStore({ now: new Date('2026-06-01') })
const { get, send } = store

const large = '9007199254740993'
const largest = '9223372036854775807'
const pet = { name: 'Luna', categoryId: 2 }

describe('bodies', () => {
  test('are refused with every violation', async () => {
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
  ])('are validated by %s', async (line, bodies) => {
    const [method = '', path = ''] = line.split(' ')
    for (const body of bodies) {
      const answer = await store.client.send(method, path, { text: JSON.stringify(body) })
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
  ])('that are not JSON are refused as malformed: %j', async (text) => {
    expect(await store.client.send('POST', '/pets', { text })).toMatchObject(
      refusal(400, 'malformed_request'),
    )
  })

  test('that are not UTF-8 are refused as malformed', async () => {
    const text = Buffer.from('{"name":"\xff","categoryId":1}', 'latin1')
    expect(await store.client.send('POST', '/pets', { text })).toMatchObject(
      refusal(400, 'malformed_request'),
    )
  })

  test('are required', async () => {
    expect(await store.client.send('POST', '/pets')).toMatchObject(refusal(400, 'invalid_request'))
  })

  test('must be JSON in UTF-8', async () => {
    const as = (type: string): Promise<Answer> =>
      send('POST', '/pets', pet, { headers: { 'content-type': type } })
    expect(await as('text/plain')).toMatchObject(refusal(415, 'unsupported_media_type'))
    expect(await as('application/json; charset=latin1')).toMatchObject(refusal(415, 'unsupported_media_type'))
    expect(await as('Application/JSON; charset="UTF-8"')).toMatchObject({ status: 201 })
  })

  test('have at most 1 MiB', async () => {
    const text = JSON.stringify({ ...pet, more: 'x'.repeat(1024 * 1024) })
    expect(await store.client.send('POST', '/pets', { text })).toMatchObject(
      refusal(413, 'payload_too_large'),
    )
  })
})

describe('ids', () => {
  test('beyond 2^53 are exact in requests and responses', async () => {
    expect((await get(`/pets/${large}`)).text).toContain(`"id":${large}`)
    const created = await store.client.send('POST', '/pets', {
      text: `{"name":"Nemo","categoryId":${large}}`,
    })
    expect(created.text).toContain(`"categoryId":${large}`)
    expect(await get('/pets/9007199254740992')).toMatchObject({ status: 404 })
    expect(await get(`/pets/${largest}`)).toMatchObject({
      status: 404,
      body: { message: `There is no pet ${largest}.` },
    })
  })

  test.each(['9223372036854775808', '0', '-1', '1.5', '1x', '01', '+1', '%00'])(
    'are refused: %s',
    async (id) => {
      expect(await get(`/categories/${id}`)).toMatchObject({
        status: 400,
        body: { details: [{ in: 'path', path: '/categoryId' }] },
      })
    },
  )
})
