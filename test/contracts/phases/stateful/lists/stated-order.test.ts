import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, content, gone, kept, sent, text } from '../../../support/document-parts.ts'

const properties = {
  name: { ...text, minLength: 2, maxLength: 40 },
  priority: { type: 'integer', minimum: 1, maximum: 20 },
  price: { type: 'integer', minimum: 1, maximum: 20 },
  arrivesOn: { ...text, format: 'date' },
  doorCode: { ...text, pattern: '^[A-Z]{2}\\d{4}$' },
}
const sentRoom = { type: 'object', required: Object.keys(properties), properties }
const room = {
  ...sentRoom,
  required: ['id', ...sentRoom.required],
  properties: { id: { ...text, format: 'uuid', readOnly: true }, ...properties },
}

const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    '/rooms': {
      get: { operationId: 'listRooms', description, ...answer(200, { type: 'array', items: room }) },
      post: { ...sent(sentRoom), ...answer(201, room) },
    },
    '/rooms/{id}': { ...at('id'), get: answer(200, room), delete: gone },
  },
})

type Room = Readonly<Record<'id' | 'name' | 'priority' | 'price' | 'arrivesOn' | 'doorCode', string | number>>

/** What is found of a service that sorts its rooms by a property. */
async function findingsOf(
  description: string,
  sort: (rooms: readonly Room[]) => readonly Room[],
): Promise<readonly string[]> {
  const document = documentWith(description)
  const mock = await createMock({ document: documentWith(''), world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    only: 'stateful/rooms/order',
    async target(request: Request) {
      const response = await mock.fetch(request)
      const isList = request.method === 'GET' && new URL(request.url).pathname === '/rooms'
      if (!isList || response.status !== 200) return response
      return Response.json(sort((await response.json()) as readonly Room[]), response)
    },
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

const by =
  (property: keyof Room, sign: 1 | -1 = 1) =>
  (rooms: readonly Room[]): readonly Room[] =>
    rooms.toSorted((a, b) => (a[property] < b[property] ? -sign : a[property] > b[property] ? sign : 0))

describe('the order that a sentence states', () => {
  it.each([
    [
      'Returns the rooms in alphabetical order of their names, unless another order is asked for.',
      by('name'),
    ],
    [
      'Rooms are listed by name, then by priority.',
      (rooms: readonly Room[]) => by('name')(by('priority')(rooms)),
    ],
    ['Rooms with the highest priority come first; among equals, the oldest.', by('priority', -1)],
    ['All rooms, lowest priority first.', by('priority')],
    ['From the cheapest to the most expensive.', by('price')],
    ['All rooms, by name.', by('name')],
    ['Rooms by name.', by('name')],
    ['The rooms of the hotel by name.', by('name')],
    ['By priority, the highest first.', by('priority', -1)],
    ['In the order of their priority, highest first.', by('priority', -1)],
    ['The most recent arrival comes first.', by('arrivesOn', -1)],
    ['In chronological order of their arrivals.', by('arrivesOn')],
    ['Earliest first.', by('arrivesOn')],
    ['The next one to arrive first.', by('arrivesOn')],
    ['Cheapest first.', by('price')],
    ['Sorted by `price`, ascending.', by('price')],
    ['Sorted by `arrivesOn` in descending order.', by('arrivesOn', -1)],
    ['Sorted by name, ascending.', by('name')],
    ['In the order in which they arrive.', by('arrivesOn')],
    ['In the order of arrival.', by('arrivesOn')],
    ['Sorted by `arrivesOn`, the earliest first.', by('arrivesOn')],
    ['The rooms that arrive last come first.', by('arrivesOn', -1)],
    ['By door code, the highest first.', by('doorCode', -1)],
    ['Most urgent first: by priority, highest first.', by('priority', -1)],
  ])('is kept by a service that follows it, and only by that: %s', async (description, sort) => {
    expect(await findingsOf(description, sort)).toEqual([])
    expect(await findingsOf(description, (rooms) => sort(rooms).toReversed())).toEqual([
      'list-order listRooms',
    ])
  })

  it('goes on where values are the same', async () => {
    const description = 'Sorted by name, and by priority where names are the same.'
    expect(await findingsOf(description, (rooms) => by('name')(by('priority')(rooms)))).toEqual([])
    const wrong = ['list-order listRooms']
    expect(await findingsOf(description, by('name'))).toEqual(wrong)
    expect(await findingsOf(description, (rooms) => by('name')(by('priority', -1)(rooms)))).toEqual(wrong)
  })

  it('goes on where numbers are the same', async () => {
    const description = 'By priority, highest first, then by arrival.'
    const sorted = (sign: 1 | -1) => (rooms: readonly Room[]) =>
      by('priority', -1)(by('arrivesOn', sign)(rooms))
    expect(await findingsOf(description, sorted(1))).toEqual([])
    expect(await findingsOf(description, sorted(-1))).toEqual(['list-order listRooms'])
  })

  it('goes on by what only the server sets where texts are equal', async () => {
    const description = 'Sorted by name, those with equal names by id.'
    const tied = (sign: 1 | -1) => (rooms: readonly Room[]) => by('name')(by('id', sign)(rooms))
    expect(await findingsOf(description, tied(1))).toEqual([])
    expect(await findingsOf(description, tied(-1))).toEqual(['list-order listRooms'])
  })

  it('is missed by a service that lists in the order of creation', async () => {
    expect(await findingsOf('Rooms are listed by name.', (rooms) => rooms)).toEqual(['list-order listRooms'])
    expect(await findingsOf('Earliest first.', (rooms) => rooms)).toEqual(['list-order listRooms'])
  })

  it('is numerical where a sentence compares numbers', async () => {
    const asTexts = (rooms: readonly Room[]): readonly Room[] =>
      rooms.toSorted((a, b) => (String(a.priority) < String(b.priority) ? -1 : 1))
    expect(await findingsOf('Lowest priority first.', asTexts)).toEqual(['list-order listRooms'])
  })

  it.each([
    'The rooms of a house.',
    'Rooms can be sorted by name.',
    'Rooms with their names in alphabetical order if `sort` is missing.',
    'The newest hotel comes first.',
    'The houses by name.',
  ])('is none that leaves room for another: %s', async (description) => {
    expect(await findingsOf(description, by('priority'))).toEqual([])
    expect(await findingsOf(description, by('priority', -1))).toEqual([])
  })

  it('is not that of one of two prices', async () => {
    const withPrices = (description: string): object => {
      const properties = {
        pricePerHour: { type: 'integer', minimum: 1, maximum: 20 },
        startFee: { type: 'integer', minimum: 1, maximum: 20 },
      }
      const tariff = {
        type: 'object',
        required: ['id', 'pricePerHour', 'startFee'],
        properties: { id: { ...text, readOnly: true }, ...properties },
      }
      return {
        openapi: '3.1.0',
        info: { title: 'Tariffs', version: '1' },
        paths: {
          '/tariffs': {
            ...kept(tariff),
            get: { description, ...answer(200, { type: 'array', items: tariff }) },
          },
          '/tariffs/{id}': { ...at('id'), get: answer(200, tariff), delete: gone },
        },
      }
    }
    const findingsIn = async (description: string): Promise<readonly string[]> => {
      const target = await createMock({ document: withPrices('Sorted by `pricePerHour`, ascending.') })
      const { findings } = await runContract({
        document: withPrices(description),
        phases: ['stateful'],
        target,
      })
      return findings.map(({ check, operation }) => `${check} ${operation}`)
    }
    expect(await findingsIn('Cheapest first.')).toEqual([])
    expect(await findingsIn('Cheapest first. Sorted by `pricePerHour`, ascending.')).toEqual([])
  })

  it('is kept by a list of the records that refer to another one', async () => {
    const properties = { name: { ...text, minLength: 2, maxLength: 40 }, houseId: text }
    const guest = {
      type: 'object',
      required: ['id', 'name', 'houseId'],
      properties: { id: { ...text, readOnly: true }, ...properties },
    }
    const house = { ...guest, required: ['id'], properties: { id: guest.properties.id, street: text } }
    const guestsOf = (description: string): object => ({
      openapi: '3.1.0',
      info: { title: 'Guests', version: '1' },
      paths: {
        '/houses': kept(house),
        '/houses/{houseId}': { ...at('houseId'), get: answer(200, house), delete: gone },
        '/houses/{houseId}/guests': {
          ...at('houseId'),
          get: {
            responses: {
              200: { description, content: content({ type: 'array', items: guest }) },
              404: { description: 'None' },
            },
          },
        },
        '/guests': kept(guest),
        '/guests/{id}': { ...at('id'), get: answer(200, guest), delete: gone },
      },
    })
    const find = async (served: string): Promise<readonly string[]> => {
      const target = await createMock({ document: guestsOf(served), world: 'empty' })
      const document = guestsOf('The guests of the house, by name.')
      const { findings } = await runContract({ document, phases: ['stateful'], target })
      return findings.map(({ check, operation }) => `${check} ${operation}`)
    }
    expect(await find('The guests of the house, by name.')).toEqual([])
    expect(await find('The guests of the house.')).toEqual(['list-order GET /houses/{houseId}/guests'])
  })
})
