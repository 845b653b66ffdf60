import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const inPath = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const line = object({ seatId: text, count: { ...integer, minimum: 1 } })
const sent = object({ showId: text, lines: list(line) })

/** Orders of seats at shows: the lines of an order are seats of its show. */
async function boxOffice(): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Box office', version: '1' },
    paths: {
      '/shows': {
        get: answer(200, list(ref('Show'))),
        post: { requestBody: json(object({ title: text })), ...answer(201, ref('Show')) },
      },
      '/shows/{id}': { ...inPath, get: answer(200, ref('Show')) },
      '/seats': {
        get: answer(200, list(ref('Seat'))),
        post: { requestBody: json(object({ showId: text })), ...answer(201, ref('Seat')) },
      },
      '/seats/{id}': { ...inPath, get: answer(200, ref('Seat')) },
      '/orders': {
        get: answer(200, list(ref('Order'))),
        post: {
          requestBody: json(sent),
          responses: {
            201: { description: 'The order', ...json(ref('Order')) },
            422: { description: 'Invalid' },
          },
        },
      },
      '/orders/{id}': { ...inPath, get: answer(200, ref('Order')) },
    },
    components: {
      schemas: {
        Show: object({ id: text, title: text }),
        Seat: object({ id: text, showId: text }),
        Order: object({ id: text, showId: text, lines: list(line) }),
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const all = async (send: Send, path: string): Promise<readonly JsonObject[]> =>
  (await send('GET', path)).body as unknown as readonly JsonObject[]
const made = async (send: Send, path: string, body: Json): Promise<string> =>
  ((await send('POST', path, body)).body as { readonly id: string }).id

it('the parts of seeded records refer to what belongs to the same record as the whole', async () => {
  const send = await boxOffice()
  const shows = new Map((await all(send, '/seats')).map(({ id, showId }) => [id, showId]))
  const orders = (await all(send, '/orders')) as readonly {
    readonly showId: string
    readonly lines: readonly { readonly seatId: string }[]
  }[]
  for (const { showId, lines } of orders) {
    const isPossible = [...shows.values()].includes(showId)
    for (const { seatId } of lines) {
      expect(shows.has(seatId)).toBe(true)
      if (isPossible) expect(shows.get(seatId)).toBe(showId)
    }
  }
})

it('parts that refer to nothing, or to what belongs elsewhere, are refused', async () => {
  const send = await boxOffice()
  const [showId, other] = [
    await made(send, '/shows', { title: 'A' }),
    await made(send, '/shows', { title: 'B' }),
  ]
  const [seat, elsewhere] = [
    await made(send, '/seats', { showId }),
    await made(send, '/seats', { showId: other }),
  ]
  const ordered = async (seatId: string): Promise<number> =>
    (await send('POST', '/orders', { showId, lines: [{ seatId, count: 1 }] })).status
  expect(await ordered(seat)).toBe(201)
  expect(await ordered(elsewhere)).toBe(422)
  expect(await ordered('none')).toBe(422)
})
