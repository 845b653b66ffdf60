import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Expectation, type Mock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

const order = { petId: 1, quantity: 1 }
let mock: Mock
let send: Send

beforeEach(async () => {
  mock = await createMock({ now: '2026-01-01', selfCheck: 'throw' })
  send = clientOf(mock)
})

describe('an expectation', () => {
  it('sets the response to the next request and changes no state', async () => {
    mock.expect({ operation: 'placeOrder', status: 409, code: 'out_of_stock' })
    const before = JSON.stringify(await mock.snapshot())
    const answer = await send('POST', '/store/orders', order)
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'out_of_stock', status: 409 }),
    ])
    expect(JSON.stringify(await mock.snapshot())).toBe(before)
    expect((await send('POST', '/store/orders', order)).status).toBe(201)
  })

  it('applies n times or always', async () => {
    mock.expect({ operation: 'listPets', status: 500, times: 2 })
    mock.expect({ operation: 'listCategories', status: 503, times: 'always' })
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) statuses.push((await send('GET', '/pets')).status)
    for (let index = 0; index < 4; index += 1) statuses.push((await send('GET', '/categories')).status)
    expect(statuses).toEqual([500, 500, 200, 200, 503, 503, 503, 503])
  })

  it('applies after expectations set before it', async () => {
    mock.expect({ operation: 'placeOrder', status: 409 })
    mock.expect({ operation: 'placeOrder', status: 500 })
    expect((await send('POST', '/store/orders', order)).status).toBe(409)
    expect((await send('POST', '/store/orders', order)).status).toBe(500)
  })

  it('matches method and path, and one record only if the path has its id', async () => {
    mock.expect({ operation: 'GET /pets/{petId}', status: 404 })
    expect((await send('GET', '/pets/2')).status).toBe(404)
    mock.expect({ operation: 'get /pets/3', status: 410 })
    expect((await send('GET', '/pets/2')).status).toBe(200)
    expect((await send('GET', '/pets/3')).status).toBe(410)
    expect((await send('GET', '/pets/3')).status).toBe(200)
  })

  it('sends the given body and header fields', async () => {
    const pet = { id: 7, name: 'Rex', categoryId: 1, status: 'sold' }
    mock.expect({ operation: 'getPet', status: 200, body: pet, headers: { 'X-From': 'test' } })
    const answer = await send('GET', '/pets/7')
    expect([answer.status, answer.body, answer.header('x-from')]).toEqual([200, pet, 'test'])
  })

  it('sends a response from the document where no body is given', async () => {
    mock.expect({ operation: 'getPet', status: 200 })
    expect((await send('GET', '/pets/99999')).body).toMatchObject({
      id: expect.anything(),
      name: expect.anything(),
    })
  })

  it('is not consumed by an invalid request', async () => {
    mock.expect({ operation: 'placeOrder', status: 409 })
    expect((await send('POST', '/store/orders', { petId: 'x' })).status).toBe(400)
    expect((await send('POST', '/store/orders', order)).status).toBe(409)
  })

  it('is listed while it is pending and can be deleted', async () => {
    const first = mock.expect({ operation: 'GET /pets', status: 500, times: 3 })
    mock.expect({ operation: 'PATCH /pets/3', status: 409, times: 'always' })
    expect(first).toMatchObject({ id: 1, operation: 'listPets', remaining: 3 })
    await send('GET', '/pets')
    expect(mock.expectations.list()).toMatchObject([
      { id: 1, operation: 'listPets', remaining: 2 },
      { id: 2, operation: 'PATCH /pets/3', remaining: 'always' },
    ])
    expect([mock.expectations.remove(1), mock.expectations.remove(1)]).toEqual([true, false])
    expect((await send('GET', '/pets')).status).toBe(200)
    mock.expectations.clear()
    expect(mock.expectations.list()).toEqual([])
  })

  it('is cleared by a reset', async () => {
    mock.expect({ operation: 'listPets', status: 500, times: 'always' })
    await mock.reset()
    expect((await send('GET', '/pets')).status).toBe(200)
  })
})

describe('a response the document does not allow', () => {
  const refused: readonly (readonly [string, Expectation, string])[] = [
    [
      'a success it does not declare',
      { operation: 'placeOrder', status: 200 },
      'declares no 200 response for placeOrder, only 201, 400',
    ],
    [
      'a body that breaks its schema',
      { operation: 'getPet', status: 200, body: { id: 'seven' } },
      'body /id "seven" must be an integer',
    ],
    [
      'a body where there is none',
      { operation: 'deletePet', status: 204, body: {} },
      'declares no content for the 204 response',
    ],
    [
      'a header field that breaks its schema',
      { operation: 'listPets', status: 200, body: [], headers: { 'X-Total-Count': 'many' } },
      'header X-Total-Count',
    ],
  ]
  it.each(refused)('is rejected: %s', (_, expectation, reason) => {
    expect(() => mock.expect(expectation)).toThrow(reason)
    expect(mock.expectations.list()).toEqual([])
  })

  it.each(refused)('is sent when forced: %s', async (_, expectation) => {
    expect(mock.expect({ ...expectation, force: true }).id).toBe(1)
  })

  it('does not fail the self-check when forced', async () => {
    mock.expect({ operation: 'getPet', status: 200, body: { id: 'seven' }, force: true })
    expect((await send('GET', '/pets/1')).body).toEqual({ id: 'seven' })
  })
})

describe('an invalid expectation', () => {
  it.each([
    [{ operation: 'placeOrders', status: 409 }, "no operation 'placeOrders'; did you mean 'placeOrder'?"],
    [{ operation: 'GET /nowhere', status: 404 }, "There is no operation 'GET /nowhere'."],
    [{ operation: 'getPet', status: 42 }, "'status' must be an integer from 200 to 599."],
    [{ operation: 'getPet', status: 404, times: 0 }, "'times' must be a positive integer or 'always'."],
    [
      { operation: 'getPet', status: 404, headers: { 'bad name': 'x' } },
      "'headers' must be an object of strings by header name.",
    ],
    [
      { operation: 'getPet', status: 404, staus: 1 },
      "'staus' is not a property of an expectation; did you mean 'status'?",
    ],
    [{ operation: 7 }, "'operation' must be the id of an operation, or a method and a path."],
    [null, 'An expectation must be an object.'],
  ])('is rejected: %j', (given, reason) => {
    expect(() => mock.expect(given as unknown as Expectation)).toThrow(reason)
  })
})
