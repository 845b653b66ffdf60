import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const time = { ...text, format: 'date-time' } as const
const family = { type: 'string', enum: ['strings', 'brass'] } as const
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const write = (status: number, schema: string, description: string, more: object = {}): object => ({
  description,
  responses: {
    [status]: { description: 'Done', ...json(ref(schema)) },
    409: { description: 'Conflict' },
  },
  ...more,
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Instruments to rent', version: '1' },
  paths: {
    '/models': collection('Model', object({ name: text, family })),
    '/models/{modelId}': {
      ...at('modelId'),
      get: answer(200, ref('Model')),
      delete: {
        description: 'Removes a model and its instruments. Fails with 409 if any instrument is on rental.',
        responses: { 204: { description: 'Done' }, 409: { description: 'Conflict' } },
      },
    },
    '/models/{modelId}/instruments': {
      ...at('modelId'),
      ...collection('Instrument', object({ label: text })),
    },
    '/instruments/{instrumentId}': { ...at('instrumentId'), get: answer(200, ref('Instrument')) },
    '/instruments/{instrumentId}/scrap': {
      ...at('instrumentId'),
      post: write(200, 'Instrument', 'The instrument becomes `scrapped`.'),
    },
    '/players': collection('Player', object({ name: text })),
    '/players/{playerId}': { ...at('playerId'), get: answer(200, ref('Player')) },
    '/players/{playerId}/fees': {
      ...at('playerId'),
      ...collection('Fee', object({ amount: integer })),
    },
    '/fees/{feeId}/waive': { ...at('feeId'), post: write(200, 'Fee', 'Waives a fee.') },
    '/rentals': {
      get: {
        parameters: [
          { name: 'active', in: 'query', description: 'Rentals that go on', schema: { type: 'boolean' } },
        ],
        ...answer(200, list(ref('Rental'))),
      },
      post: write(
        201,
        'Rental',
        'Hands an instrument out for 14 days. Answers 409 if the instrument is not available, or if the player already has 2 active rentals.',
        { requestBody: json(object({ playerId: integer, instrumentId: integer })) },
      ),
    },
    '/rentals/{id}': { ...at('id'), get: answer(200, ref('Rental')) },
    '/rentals/{id}/renew': {
      ...at('id'),
      post: write(
        200,
        'Rental',
        'Extends the due date by 7 days. A rental can be renewed at most 2 times, and not once returned.',
      ),
    },
    '/rentals/{id}/return': { ...at('id'), post: write(200, 'Rental', 'Ends the rental.') },
    '/stats': {
      get: answer(
        200,
        object({
          totalInstruments: integer,
          activeRentals: integer,
          byFamily: { type: 'object', additionalProperties: integer },
          feesTotal: { ...integer, description: 'Sum of the amounts of all fees' },
        }),
      ),
    },
  },
  components: {
    schemas: {
      Model: object({ id: integer, name: text, family }),
      Instrument: object({
        id: integer,
        modelId: integer,
        label: text,
        status: { type: 'string', enum: ['available', 'on_rental', 'scrapped'] },
      }),
      Player: object({ id: integer, name: text }),
      Fee: object({ id: integer, playerId: integer, amount: integer, waived: { type: 'boolean' } }),
      Rental: object({
        id: integer,
        playerId: integer,
        instrumentId: integer,
        startedAt: time,
        dueAt: time,
        returnedAt: { ...time, type: ['string', 'null'] },
        renewals: { ...integer, description: 'Number of times renewed' },
      }),
    },
  },
}

let send: Send
let modelId: number
let playerId: number

const post = async (path: string, body: JsonObject = {}): Promise<JsonObject & { readonly id: number }> =>
  (await send('POST', path, body)).body as JsonObject & { readonly id: number }
const instrument = async (): Promise<number> =>
  (await post(`/models/${String(modelId)}/instruments`, { label: 'A' })).id
const rent = (instrumentId: number, player = playerId): ReturnType<Send> =>
  send('POST', '/rentals', { playerId: player, instrumentId })
const rented = async (instrumentId: number): Promise<string> =>
  `/rentals/${String(((await rent(instrumentId)).body as { id: number }).id)}`
const statusOf = async (instrumentId: number): Promise<unknown> =>
  ((await send('GET', `/instruments/${String(instrumentId)}`)).body as JsonObject)['status']

beforeEach(async () => {
  const now = '2030-05-10T12:00:00Z'
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true, now }))
  modelId = (await post('/models', { name: 'Cello', family: 'strings' })).id
  playerId = (await post('/players', { name: 'Pia' })).id
})

describe('what has to be available to be rented', () => {
  it('is `on_rental` from then on, and available again when that ends', async () => {
    const cello = await instrument()
    const rental = await rented(cello)
    expect(await statusOf(cello)).toBe('on_rental')
    expect(await rent(cello)).toMatchObject({ status: 409 })
    await send('POST', `${rental}/return`)
    expect(await statusOf(cello)).toBe('available')
    expect(await rent(cello)).toMatchObject({ status: 201 })
  })

  it('cannot be rented in another state', async () => {
    const cello = await instrument()
    await send('POST', `/instruments/${String(cello)}/scrap`)
    expect(await rent(cello)).toMatchObject({ status: 409 })
  })

  it('prevents a deletion "if any is on rental", and goes with its owner otherwise', async () => {
    const cello = await instrument()
    const rental = await rented(cello)
    const remove = (): ReturnType<Send> => send('DELETE', `/models/${String(modelId)}`)
    expect(await remove()).toMatchObject({ status: 409 })
    await send('POST', `${rental}/return`)
    expect(await remove()).toMatchObject({ status: 204 })
    expect(await send('GET', `/instruments/${String(cello)}`)).toMatchObject({ status: 404 })
  })
})

describe('records whose end alone is told by a time', () => {
  it('are active until then, and counted as such: "409 if the player already has 2 active rentals"', async () => {
    const [first, second, third] = [await instrument(), await instrument(), await instrument()]
    const rental = await rented(first)
    await rent(second)
    expect(await rent(third)).toMatchObject({ status: 409 })
    await send('POST', `${rental}/return`)
    expect(await rent(third)).toMatchObject({ status: 201 })
  })

  it('can be listed alone', async () => {
    const rental = await rented(await instrument())
    expect((await send('GET', '/rentals?active=true')).body).toHaveLength(1)
    await send('POST', `${rental}/return`)
    expect((await send('GET', '/rentals?active=true')).body).toEqual([])
    expect((await send('GET', '/rentals?active=false')).body).toHaveLength(1)
  })
})

describe('a term', () => {
  it('begins with the creation that is "for 14 days", and an action extends it', async () => {
    const rental = await rented(await instrument())
    expect((await send('GET', rental)).body).toMatchObject({ dueAt: '2030-05-24T12:00:00.000Z', renewals: 0 })
    const renewed = await send('POST', `${rental}/renew`)
    expect(renewed.body).toMatchObject({ dueAt: '2030-05-31T12:00:00.000Z', renewals: 1 })
  })

  it('is extended "at most 2 times"', async () => {
    const rental = await rented(await instrument())
    const statuses: number[] = []
    for (let times = 0; times < 3; times += 1) statuses.push((await send('POST', `${rental}/renew`)).status)
    expect(statuses).toEqual([200, 200, 409])
  })

  it('is "not" extended "once returned"', async () => {
    const rental = await rented(await instrument())
    await send('POST', `${rental}/return`)
    expect(await send('POST', `${rental}/renew`)).toMatchObject({ status: 409 })
  })
})

it('statistics count and add up what is listed only below others, and count by the values of an enum', async () => {
  await rent(await instrument())
  await instrument()
  await post('/models', { name: 'Tuba', family: 'brass' })
  const other = await post('/players', { name: 'Ida' })
  await post(`/players/${String(playerId)}/fees`, { amount: 300 })
  await post(`/players/${String(other.id)}/fees`, { amount: 50 })
  expect((await send('GET', '/stats')).body).toEqual({
    totalInstruments: 2,
    activeRentals: 1,
    byFamily: { strings: 1, brass: 1 },
    feesTotal: 350,
  })
})

describe('an action on a record that is created below another one and read nowhere', () => {
  it('changes what the list below that one shows', async () => {
    const fees = `/players/${String(playerId)}/fees`
    const { id } = await post(fees, { amount: 300 })
    const other = await post(fees, { amount: 50 })
    const waived = await send('POST', `/fees/${String(id)}/waive`)
    expect(waived).toMatchObject({ status: 200, body: { id, playerId, amount: 300, waived: true } })
    expect((await send('GET', fees)).body).toEqual([waived.body, other])
  })

  it('is refused if there is no such record', async () => {
    expect(await send('POST', '/fees/4711/waive')).toMatchObject({ status: 404 })
  })
})
