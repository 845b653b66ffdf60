import { beforeAll, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const time = { ...text, format: 'date-time' }
const day = { ...text, format: 'date' }
const flag = { type: 'boolean' }
const asked = (name: string, schema: object, description = ''): object => ({
  name,
  in: 'query',
  schema,
  description,
})
const keeping = (kind: string, parameters: readonly object[] = []): object => ({
  get: { parameters, ...answer(200, list(ref(kind))) },
  post: { requestBody: json(ref(kind)), ...answer(201, ref(kind)) },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ports': keeping('Port'),
    '/ports/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Port')),
    },
    '/sailings': keeping('Sailing', [
      asked('from', time, 'Only sailings that start at this time or later.'),
      asked('to', time, 'Starting before this time.'),
      asked('date', day, 'Only sailings that start on this day (UTC).'),
      asked('last', day, 'Starting on or before this day.'),
      asked('announcedSince', day),
      asked('country', text, 'Only sailings in this country. Case does not matter.'),
      asked('zone', text, 'Filter by zone.'),
      asked('unbooked', flag, 'If true, only unbooked sailings; if false, only booked ones.'),
      asked('q', text, 'Matches the beginning of the name.'),
      asked('portId', text, 'Sailings from or to this port.'),
      asked('boardedMin', time, "Lower bound (exclusive) for a sailing's boarding time to filter by."),
      asked('boardedMax', text, "Upper bound for a sailing's boarding time, an RFC 3339 timestamp."),
    ]),
  },
  components: {
    schemas: {
      Port: object({ id: text, name: text }),
      Sailing: object({
        id: integer,
        name: text,
        booked: flag,
        startsAt: time,
        endsAt: time,
        announcedAt: time,
        boarding: { type: 'object', properties: { dateTime: time, gate: text } },
        waters: object({ country: text, depth: integer, zone: { anyOf: [text, integer] } }),
        fromPortId: text,
        toPortId: text,
      }),
    },
  },
}

let send: Send
beforeAll(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const id of ['a', 'b', 'c']) await send('POST', '/ports', { id, name: id })
  const sailing = (id: number, start: string, country: string, [from, to]: readonly [string, string]) => ({
    id,
    name: `To ${country}`,
    booked: country === 'Norway',
    startsAt: `2030-05-${start}:00:00Z`,
    endsAt: '2030-06-01T00:00:00Z',
    announcedAt: `2029-05-${start}:00:00Z`,
    waters: { country, depth: 20, zone: id },
    fromPortId: from,
    toPortId: to,
    boarding: { dateTime: `2030-05-${start}:30:00Z`, gate: 'A' },
  })
  await send('POST', '/sailings', sailing(1, '01T10', 'Norway', ['a', 'b']))
  await send('POST', '/sailings', sailing(2, '02T10', 'Denmark', ['b', 'c']))
  await send('POST', '/sailings', sailing(3, '02T18', 'Norway', ['c', 'a']))
})

it.each([
  ['zone=2', [2]],
  ['from=2030-05-02T10:00:00Z', [2, 3]],
  ['to=2030-05-02T10:00:00Z', [1]],
  ['date=2030-05-02', [2, 3]],
  ['last=2030-05-02', [1, 2, 3]],
  ['last=2030-05-01', [1]],
  ['announcedSince=2029-05-02', [2, 3]],
  ['country=norway', [1, 3]],
  ['portId=a', [1, 3]],
  ['unbooked=true', [2]],
  ['unbooked=false', [1, 3]],
  ['q=To', [1, 2, 3]],
  ['q=Denmark', []],
  ['boardedMin=2030-05-02T10:30:00Z', [3]],
  ['boardedMax=2030-05-02T10:30:00Z', [1, 2]],
])('a list follows what only words say about its parameters: %s', async (query, ids) => {
  const { body } = await send('GET', `/sailings?${query}`)
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual(ids)
})

it.each(['Only sailings that were announced at or after this time.', 'Announced at or after this time.'])(
  'a description may call records by the last word of their noun: %s',
  async (description) => {
    const sailing = object({ id: integer, announcedAt: time, startsAt: time })
    const send = clientOf(
      await createMock({
        document: {
          openapi: '3.1.0',
          info: { title: 'Ferries', version: '1' },
          paths: {
            '/ferry-sailings': {
              get: { parameters: [asked('from', time, description)], ...answer(200, list(sailing)) },
              post: { requestBody: json(sailing), ...answer(201, sailing) },
            },
          },
        },
        world: 'empty',
        selfCheck: true,
      }),
    )
    for (const [id, day] of ['01', '02', '03'].entries())
      await send('POST', '/ferry-sailings', {
        id,
        announcedAt: `2029-05-${day}T10:00:00Z`,
        startsAt: '2030-05-01T10:00:00Z',
      })
    const { body } = await send('GET', '/ferry-sailings?from=2029-05-02T10:00:00Z')
    expect((body as unknown as readonly { id: number }[]).map((each) => each.id)).toEqual([1, 2])
  },
)
