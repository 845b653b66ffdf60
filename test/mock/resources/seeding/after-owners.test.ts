import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, list, object, text } from '../document-parts.ts'

const moment = { ...text, format: 'date-time' }
const times = { created_at: moment, updated_at: moment }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const document = {
  openapi: '3.1.0',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ferries': { get: answer(200, list(object({ id: integer, ...times }))) },
    '/ferries/{id}': { ...at, get: answer(200, object({ id: integer, ...times })) },
    '/ferries/{id}/decks': { ...at, get: answer(200, list(object({ id: integer, ...times }))) },
    '/ferries/{id}/trips': {
      ...at,
      get: answer(200, list(object({ id: integer, ferryId: integer, ...times }))),
    },
    '/trips/{id}': { ...at, get: answer(200, object({ id: integer, ferryId: integer, ...times })) },
  },
}

interface Times {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
}

it.each(['decks', 'trips'])(
  'seeded records are not older than those that they belong to: %s',
  async (below) => {
    const now = '2026-03-01T00:00:00Z'
    const send = clientOf(await createMock({ document, now, selfCheck: true }))
    const read = async (path: string): Promise<readonly Times[]> =>
      (await send('GET', path)).body as unknown as readonly Times[]
    for (const ferry of await read('/ferries'))
      for (const one of await read(`/ferries/${String(ferry.id)}/${below}`)) {
        const order = [ferry.created_at, one.created_at, one.updated_at, now]
        expect(order).toEqual(order.toSorted((first, second) => Date.parse(first) - Date.parse(second)))
      }
  },
)
