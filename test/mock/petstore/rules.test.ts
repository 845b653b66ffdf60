import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Mock, createMock } from '../../../mock/index.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { clientOf, type Answer, type Send } from '../client.ts'
import { brokenRules } from './invariants.ts'

const now = '2026-03-01T12:00:00Z'
let mock: Mock
let send: Send

/** Starts an otherwise empty store with two categories. */
beforeEach(async () => {
  mock = await createMock({ world: 'empty', now, selfCheck: true })
  send = clientOf(mock)
  await send('POST', '/categories', { name: 'Dogs' })
  await send('POST', '/categories', { name: 'Cats', description: 'They choose you.' })
})

const get = async (target: string): Promise<Json | undefined> => (await send('GET', target)).body

/** Creates a pet with this stock and returns its id. */
async function pet(quantity = 1, properties: JsonObject = {}): Promise<number> {
  const { status, body } = await send('POST', '/pets', { name: 'Rex', categoryId: 1, ...properties })
  expect(status).toBe(201)
  const { id } = body as { id: number }
  if (quantity !== 1) await send('PATCH', `/inventory/${id}`, { quantity })
  return id
}

async function order(petId: number, quantity = 1): Promise<number> {
  const { status, body } = await send('POST', '/store/orders', { petId, quantity })
  expect(status).toBe(201)
  return (body as { id: number }).id
}

/** Expects the request to be refused without changing any state. */
async function refused(status: number, code: string, act: () => Promise<Answer>): Promise<JsonObject> {
  const before = await mock.snapshot()
  const answer = await act()
  expect(answer.body).toMatchObject({ status, code, message: expect.stringMatching(/^[A-Z].*\.$/) })
  expect(answer.status).toBe(status)
  expect(await mock.snapshot()).toEqual(before)
  return answer.body as JsonObject
}

describe('a new pet', () => {
  it('is available by default, with the next id and a Location', async () => {
    const answer = await send('POST', '/pets', { name: 'Rex', categoryId: 1 })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ id: 1, name: 'Rex', categoryId: 1, status: 'available' })
    expect(answer.header('Location')).toBe('/pets/1')
    expect(await get('/pets?id=1')).toEqual([answer.body])
  })

  it.each([
    ['available', 1],
    ['pending', 1],
    ['sold', 0],
  ])('that is %s has %i in stock', async (status, quantity) => {
    const id = await pet(1, { status })
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity, status })
  })

  it('ignores an id sent by the client', async () => {
    expect(await pet(1, { id: 77 })).toBe(1)
    expect((await send('GET', '/inventory/77')).status).toBe(404)
  })

  it('requires an existing category', async () => {
    const error = await refused(422, 'unknown_category', () =>
      send('POST', '/pets', { name: 'Rex', categoryId: 99 }),
    )
    expect(error['message']).toBe('There is no category 99.')
  })

  it('can have any int64 as category id, which stays exact', async () => {
    const huge = 9223372036854775807n
    const error = await refused(422, 'unknown_category', () =>
      send('POST', '/pets', { name: 'Rex', categoryId: huge }),
    )
    expect(error['message']).toBe('There is no category 9223372036854775807.')
  })
})

describe('the status of a pet', () => {
  it.each([
    ['available', 'pending'],
    ['available', 'sold'],
    ['pending', 'available'],
    ['pending', 'sold'],
    ['sold', 'available'],
    ['available', 'available'],
    ['sold', 'sold'],
  ])('changes from %s to %s together with its inventory entry', async (from, to) => {
    const id = await pet(1, { status: from })
    const answer = await send('PATCH', `/pets/${id}`, { status: to })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: to })
    expect(await get(`/inventory/${id}`)).toMatchObject({ status: to })
  })

  it('cannot change from sold to pending', async () => {
    const id = await pet(1, { status: 'sold' })
    const error = await refused(409, 'invalid_transition', () =>
      send('PATCH', `/pets/${id}`, { name: 'Max', status: 'pending' }),
    )
    expect(error['message']).toBe('A sold pet cannot become pending.')
  })
})

describe('updating a pet', () => {
  it('leaves properties that are not sent', async () => {
    const id = await pet()
    expect((await send('PATCH', `/pets/${id}`, { name: 'Max' })).body).toEqual({
      id,
      name: 'Max',
      categoryId: 1,
      status: 'available',
    })
    expect((await send('PATCH', `/pets/${id}`, { categoryId: 2 })).body).toEqual({
      id,
      name: 'Max',
      categoryId: 2,
      status: 'available',
    })
  })

  it('cannot change its id', async () => {
    const id = await pet()
    expect((await send('PATCH', `/pets/${id}`, { id: 9, name: 'Max' })).body).toMatchObject({ id })
  })

  it('requires an existing category', async () => {
    const id = await pet()
    await refused(422, 'unknown_category', () => send('PATCH', `/pets/${id}`, { categoryId: 99 }))
  })

  it('requires an existing pet', async () => {
    const error = await refused(404, 'not_found', () => send('PATCH', '/pets/99', { name: 'Max' }))
    expect(error['message']).toBe('There is no pet 99.')
  })
})

describe('deleting a pet', () => {
  it('deletes its inventory entry too', async () => {
    const id = await pet()
    expect(await send('DELETE', `/pets/${id}`)).toMatchObject({ status: 204, body: undefined })
    expect((await send('GET', `/inventory/${id}`)).status).toBe(404)
    expect(await get('/pets')).toEqual([])
    await refused(404, 'not_found', () => send('DELETE', `/pets/${id}`))
  })

  it('is refused while it has open orders and succeeds once they are complete', async () => {
    const id = await pet(2)
    const first = await order(id)
    const second = await order(id)
    await send('PATCH', `/store/orders/${first}`, { complete: true })
    const error = await refused(409, 'pet_has_orders', () => send('DELETE', `/pets/${id}`))
    expect(error['message']).toBe(`Pet ${id} has orders that are not complete.`)
    await send('PATCH', `/store/orders/${second}`, { complete: true })
    expect((await send('DELETE', `/pets/${id}`)).status).toBe(204)
  })

  it('never frees its id', async () => {
    const id = await pet()
    await send('DELETE', `/pets/${id}`)
    expect(await pet()).toBe(id + 1)
  })
})

describe('categories', () => {
  it('are created with the next id and a Location', async () => {
    const answer = await send('POST', '/categories', { name: 'Fish' })
    expect(answer.body).toEqual({ id: 3, name: 'Fish' })
    expect(answer.header('Location')).toBe('/categories/3')
    expect(await get('/categories/3')).toEqual({ id: 3, name: 'Fish' })
  })

  it.each(['Dogs', 'dogs', ' DOGS '])('have unique names: %j is refused the second time', async (name) => {
    const error = await refused(409, 'category_exists', () => send('POST', '/categories', { name }))
    expect(error['message']).toBe('There is a category named Dogs.')
  })

  it('cannot be deleted while pets belong to them', async () => {
    const id = await pet()
    const error = await refused(409, 'category_in_use', () => send('DELETE', '/categories/1'))
    expect(error['message']).toBe('Pets belong to category 1.')
    await send('PATCH', `/pets/${id}`, { categoryId: 2 })
    expect((await send('DELETE', '/categories/1')).status).toBe(204)
    await refused(404, 'not_found', () => send('DELETE', '/categories/1'))
  })

  it('can reuse the name of a deleted one', async () => {
    await send('DELETE', '/categories/1')
    expect((await send('POST', '/categories', { name: 'Dogs' })).body).toMatchObject({ id: 3 })
  })
})

describe('an order', () => {
  it('takes its quantity from the stock', async () => {
    const id = await pet(5)
    const answer = await send('POST', '/store/orders', {
      petId: id,
      quantity: 2,
      shipDate: '2026-04-01T10:00:00Z',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: 1,
      petId: id,
      quantity: 2,
      shipDate: '2026-04-01T10:00:00Z',
      complete: false,
    })
    expect(answer.header('Location')).toBe('/store/orders/1')
    expect(await get('/store/orders/1')).toEqual(answer.body)
    expect(await get('/store/orders')).toEqual([answer.body])
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity: 3, status: 'available' })
  })

  it('is not complete, whatever the client sends', async () => {
    const id = await pet()
    const { body } = await send('POST', '/store/orders', { petId: id, quantity: 1, complete: true, id: 50 })
    expect(body).toEqual({ id: 1, petId: id, quantity: 1, complete: false })
  })

  it('is refused for more than the stock', async () => {
    const id = await pet(2)
    const error = await refused(409, 'out_of_stock', () =>
      send('POST', '/store/orders', { petId: id, quantity: 3 }),
    )
    expect(error['message']).toBe(`Pet ${id}: 3 ordered, 2 in stock.`)
  })

  it('is refused for an unknown pet', async () => {
    const error = await refused(422, 'unknown_pet', () =>
      send('POST', '/store/orders', { petId: 99, quantity: 1 }),
    )
    expect(error['message']).toBe('There is no pet 99.')
  })

  it('makes pet and entry pending when it takes the last of the stock', async () => {
    const id = await pet(2)
    await order(id, 2)
    expect(await get(`/pets?id=${id}`)).toMatchObject([{ status: 'pending' }])
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity: 0, status: 'pending' })
  })

  it('makes pet and entry sold when it is the last open one to complete', async () => {
    const id = await pet(2)
    const [first, second] = [await order(id), await order(id)]
    await send('PATCH', `/store/orders/${first}`, { complete: true })
    expect(await get(`/inventory/${id}`)).toMatchObject({ status: 'pending' })
    const answer = await send('PATCH', `/store/orders/${second}`, { complete: true })
    expect(answer.body).toMatchObject({ id: second, complete: true })
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity: 0, status: 'sold' })
    expect(await get(`/pets?id=${id}`)).toMatchObject([{ status: 'sold' }])
  })

  it('leaves the pet available when it completes with stock left', async () => {
    const id = await pet(2)
    await send('PATCH', `/store/orders/${await order(id)}`, { complete: true })
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity: 1, status: 'available' })
  })

  it('returns its quantity when cancelled and makes a pending pet available again', async () => {
    const id = await pet(2)
    const placed = await order(id, 2)
    expect((await send('DELETE', `/store/orders/${placed}`)).status).toBe(204)
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity: 2, status: 'available' })
    expect(await get(`/pets?id=${id}`)).toMatchObject([{ status: 'available' }])
    expect((await send('GET', `/store/orders/${placed}`)).status).toBe(404)
    await refused(404, 'not_found', () => send('DELETE', `/store/orders/${placed}`))
  })

  it('returns its quantity to a sold pet, which stays sold', async () => {
    const id = await pet(2)
    const placed = await order(id)
    await send('PATCH', `/pets/${id}`, { status: 'sold' })
    await send('DELETE', `/store/orders/${placed}`)
    expect(await get(`/inventory/${id}`)).toEqual({ petId: id, quantity: 2, status: 'sold' })
  })

  it('never returns stock above int32', async () => {
    const id = await pet(3)
    const placed = await order(id, 2)
    await send('PATCH', `/inventory/${id}`, { quantity: 2147483647 })
    expect((await send('DELETE', `/store/orders/${placed}`)).status).toBe(204)
    expect(await get(`/inventory/${id}`)).toMatchObject({ quantity: 2147483647 })
  })

  it('can change its ship date while it is open', async () => {
    const placed = await order(await pet())
    const shipDate = '2026-05-01T00:00:00Z'
    expect((await send('PATCH', `/store/orders/${placed}`, { shipDate })).body).toMatchObject({
      shipDate,
      complete: false,
    })
  })

  it('can be neither changed nor cancelled when complete', async () => {
    const placed = await order(await pet())
    await send('PATCH', `/store/orders/${placed}`, { complete: true })
    for (const body of [{ complete: true }, { shipDate: '2026-05-01T00:00:00Z' }]) {
      await refused(409, 'order_complete', () => send('PATCH', `/store/orders/${placed}`, body))
    }
    const error = await refused(409, 'order_complete', () => send('DELETE', `/store/orders/${placed}`))
    expect(error['message']).toBe(`Order ${placed} is complete.`)
  })

  it('cannot be changed if it does not exist', async () => {
    const error = await refused(404, 'not_found', () => send('PATCH', '/store/orders/99', { complete: true }))
    expect(error['message']).toBe('There is no order 99.')
  })
})

describe('setting the stock', () => {
  it('to zero makes pet and entry sold, above zero available', async () => {
    const id = await pet()
    expect((await send('PATCH', `/inventory/${id}`, { quantity: 0 })).body).toEqual({
      petId: id,
      quantity: 0,
      status: 'sold',
    })
    expect(await get(`/pets?id=${id}`)).toMatchObject([{ status: 'sold' }])
    expect((await send('PATCH', `/inventory/${id}`, { quantity: 7 })).body).toEqual({
      petId: id,
      quantity: 7,
      status: 'available',
    })
    expect(await get(`/pets?id=${id}`)).toMatchObject([{ status: 'available' }])
  })

  it('changes nothing else, whatever is sent', async () => {
    const id = await pet()
    const { body } = await send('PATCH', `/inventory/${id}`, { quantity: 2, petId: 9, status: 'sold' })
    expect(body).toEqual({ petId: id, quantity: 2, status: 'available' })
  })

  it('requires an existing pet', async () => {
    await refused(404, 'not_found', () => send('PATCH', '/inventory/99', { quantity: 1 }))
  })
})

describe('listing pets', () => {
  beforeEach(async () => {
    for (let turn = 0; turn < 5; turn += 1) await pet(1, { status: 'available', categoryId: 1 })
    for (let turn = 0; turn < 3; turn += 1) await pet(1, { status: 'pending', categoryId: 2 })
  })
  const ids = async (target: string): Promise<unknown> =>
    ((await get(target)) as { id: number }[]).map(({ id }) => id)

  it('filters by status, category and ids, alone and combined', async () => {
    expect(await ids('/pets?status=pending')).toEqual([6, 7, 8])
    expect(await ids('/pets?categoryId=1')).toEqual([1, 2, 3, 4, 5])
    expect(await ids('/pets?id=8&id=2&id=99')).toEqual([2, 8])
    expect(await ids('/pets?id=8&id=2&status=pending')).toEqual([8])
    expect(await ids('/pets?categoryId=99')).toEqual([])
  })

  it('pages with the total and links to the other pages', async () => {
    const answer = await send('GET', '/pets?status=available&limit=2&offset=2')
    expect((answer.body as { id: number }[]).map(({ id }) => id)).toEqual([3, 4])
    expect(answer.header('X-Total-Count')).toBe('5')
    expect(answer.header('Link')?.split(', ')).toEqual([
      '</pets?limit=2&offset=0&status=available>; rel="first"',
      '</pets?limit=2&offset=0&status=available>; rel="prev"',
      '</pets?limit=2&offset=4&status=available>; rel="next"',
      '</pets?limit=2&offset=4&status=available>; rel="last"',
    ])
  })

  it('reaches every pet once by following the links', async () => {
    const ids: number[] = []
    let target: string | undefined = '/pets?limit=3'
    while (target !== undefined) {
      const answer: Answer = await send('GET', target)
      ids.push(...(answer.body as { id: number }[]).map(({ id }) => id))
      target = /<([^>]+)>; rel="next"/.exec(answer.header('Link') ?? '')?.[1]
    }
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

it('every rule holds under random concurrent requests', async () => {
  const small = fc.integer({ min: 1, max: 5 })
  const status = fc.constantFrom('available', 'pending', 'sold')
  const request = fc.oneof(
    fc
      .tuple(small, fc.option(status, { nil: undefined }))
      .map(([categoryId, is]) => ['POST', '/pets', { name: 'Rex', categoryId, ...(is && { status: is }) }]),
    fc.tuple(small, status).map(([id, is]) => ['PATCH', `/pets/${id}`, { status: is }]),
    small.map((id) => ['DELETE', `/pets/${id}`]),
    fc.tuple(small, small).map(([petId, quantity]) => ['POST', '/store/orders', { petId, quantity }]),
    small.map((id) => ['PATCH', `/store/orders/${id}`, { complete: true }]),
    small.map((id) => ['DELETE', `/store/orders/${id}`]),
    fc.tuple(small, fc.nat(6)).map(([id, quantity]) => ['PATCH', `/inventory/${id}`, { quantity }]),
    small.map((id) => ['POST', '/categories', { name: `Kind ${id}` }]),
    small.map((id) => ['DELETE', `/categories/${id}`]),
  ) as fc.Arbitrary<[string, string, JsonObject?]>
  const beginning = await mock.snapshot()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(request, { maxLength: 4 }), { maxLength: 15 }), async (rounds) => {
      await mock.restore(beginning)
      for (const round of rounds) {
        const answers = await Promise.all(
          round.map(async ([method, target, body]) => send(method, target, body)),
        )
        for (const answer of answers) expect(answer.status).toBeLessThan(500)
        expect(brokenRules(await mock.snapshot())).toEqual([])
      }
    }),
    { numRuns: 120 },
  )
})
