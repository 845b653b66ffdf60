import { describe, expect, test } from 'vitest'
import type { Answer } from '../shared/client.ts'
import { refusal, useStore } from './use-store.ts'

const store = useStore({ now: new Date('2026-06-01') })
const { get, send } = store

const large = '9007199254740993'
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

  test('never reuse an id', async () => {
    await send('POST', '/pets', pet)
    await send('DELETE', '/pets/4')
    expect(await send('POST', '/pets', { id: 4, ...pet })).toMatchObject({ body: { id: 5 } })
  })

  test('are created and deleted together with their inventory item', async () => {
    await send('POST', '/pets', { ...pet, status: 'sold' })
    expect((await get('/inventory/4')).body).toEqual({ petId: 4, quantity: 0, status: 'sold' })
    await send('DELETE', '/pets/4')
    expect(await get('/inventory/4')).toMatchObject({ status: 404 })
  })

  test('with an unknown category are refused', async () => {
    expect(await send('POST', '/pets', { ...pet, categoryId: 99 })).toMatchObject(
      refusal(422, 'unknown_category'),
    )
    expect(await send('PATCH', '/pets/1', { categoryId: 99 })).toMatchObject(refusal(422, 'unknown_category'))
  })

  test('that are sold cannot become pending', async () => {
    expect(await send('PATCH', '/pets/3', { status: 'pending' })).toMatchObject(
      refusal(409, 'invalid_transition'),
    )
  })

  test('with an open order cannot be deleted', async () => {
    expect(await send('DELETE', '/pets/2')).toMatchObject(refusal(409, 'pet_has_orders'))
  })
})

describe('the list of pets', () => {
  const ids = async (query: string): Promise<unknown> =>
    JSON.parse((await get(`/pets?${query}`)).text.replaceAll(/\{"id":(\d+)[^}]*\}/g, '"$1"'))

  test('has pages with a total and links', async () => {
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

  test('has 20 pets on a page by default', async () => {
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
  ])('is filtered by %s', async (query, expected) => {
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

  test('have unique names', async () => {
    expect(await send('POST', '/categories', { name: 'Dogs' })).toMatchObject(refusal(409, 'category_exists'))
  })

  test('with pets cannot be deleted', async () => {
    expect(await send('DELETE', '/categories/1')).toMatchObject(refusal(409, 'category_in_use'))
  })
})

describe('orders', () => {
  const stock = async (): Promise<unknown> => (await get('/inventory/1')).body

  test('reduce the stock, and restore it when cancelled', async () => {
    const placed = await send('POST', '/store/orders', { petId: 1, quantity: 3 })
    expect(placed).toMatchObject({ status: 201, headers: { location: '/store/orders/3' } })
    expect(placed.body).toEqual({ id: 3, petId: 1, quantity: 3, complete: false })
    expect(await stock()).toEqual({ petId: 1, quantity: 0, status: 'pending' })
    expect(await get('/pets/1')).toMatchObject({ body: { status: 'pending' } })
    expect(await send('DELETE', '/store/orders/3')).toMatchObject({ status: 204 })
    expect(await stock()).toEqual({ petId: 1, quantity: 3, status: 'available' })
    expect(await get('/store/orders/3')).toMatchObject({ status: 404 })
  })

  test('beyond the stock are refused and change nothing', async () => {
    expect(await send('POST', '/store/orders', { petId: 1, quantity: 4 })).toMatchObject(
      refusal(409, 'out_of_stock'),
    )
    expect(await stock()).toMatchObject({ quantity: 3 })
  })

  test('for an unknown pet are refused', async () => {
    expect(await send('POST', '/store/orders', { petId: 99, quantity: 1 })).toMatchObject(
      refusal(422, 'unknown_pet'),
    )
  })

  test('make the pet sold once the last one is complete', async () => {
    expect(await send('PATCH', '/store/orders/1', { complete: true })).toMatchObject({
      body: { complete: true },
    })
    expect(await get('/pets/2')).toMatchObject({ body: { status: 'sold' } })
    expect(await get('/inventory/2')).toMatchObject({ body: { status: 'sold' } })
  })

  test('cannot be changed or cancelled once complete', async () => {
    const shipDate = '2027-01-01T00:00:00Z'
    expect(await send('PATCH', '/store/orders/2', { shipDate })).toMatchObject(refusal(409, 'order_complete'))
    expect(await send('DELETE', '/store/orders/2')).toMatchObject(refusal(409, 'order_complete'))
  })

  test('are placed once per Idempotency-Key', async () => {
    const place = (quantity: number): Promise<Answer> =>
      send('POST', '/store/orders', { petId: 1, quantity }, { headers: { 'idempotency-key': 'k' } })
    const first = await place(1)
    expect(await place(1)).toMatchObject({ status: 201, text: first.text })
    expect(await place(2)).toMatchObject(refusal(422, 'idempotency_key_reused'))
    expect(await stock()).toMatchObject({ quantity: 2 })
  })

  test.each(['', 'k'.repeat(256)])('are refused with the Idempotency-Key %j', async (key) => {
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
  ])('of %i makes the pet %s', async (quantity, status) => {
    expect((await send('PATCH', '/inventory/2', { quantity })).body).toEqual({ petId: 2, quantity, status })
    expect(await get('/pets/2')).toMatchObject({ body: { status } })
  })
})
