import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const deletion = { responses: { 204: { description: 'Gone' }, 404: { description: 'Unknown' } } }
const below = (name: string, record: string) => ({
  ...at(name),
  get: answer(200, list(ref(record))),
  post: {
    requestBody: json({
      type: 'object',
      required: ['title'],
      properties: { title: text, position: integer },
    }),
    ...answer(201, ref(record)),
  },
})
const item = (name: string, record: string) => ({
  ...at(name),
  get: answer(200, ref(record)),
  delete: deletion,
})
const column = { id: integer, boardId: integer, title: text, position: integer }
const author = object({ id: integer, name: text })

/** A board lists columns with their cards, which the list of columns does not show. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/me': { get: answer(200, author) },
    '/boards': {
      get: answer(200, list(ref('Board'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Board')) },
    },
    '/boards/{boardId}': item('boardId', 'BoardView'),
    '/boards/{boardId}/columns': below('boardId', 'Column'),
    '/columns/{columnId}': { ...at('columnId'), delete: deletion },
    '/columns/{columnId}/cards': below('columnId', 'Card'),
    '/cards/{cardId}': item('cardId', 'Card'),
  },
  components: {
    schemas: {
      Board: object({ id: integer, title: text }),
      BoardView: { allOf: [ref('Board'), object({ columns: list(ref('ColumnView')) })] },
      Column: object(column),
      ColumnView: { allOf: [ref('Column'), object({ cards: list(ref('Card')) })] },
      Card: object({ id: integer, columnId: integer, title: text, instructor: author }),
    },
  },
}

describe('a record with lists of records that have lists themselves', () => {
  let send: Send
  let board: string
  let columnId: number
  let cardId: number

  const created = async (path: string, body: JsonObject): Promise<JsonObject> =>
    (await send('POST', path, body)).body as JsonObject
  const shown = async (): Promise<JsonObject> => (await send('GET', board)).body as JsonObject

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    board = `/boards/${Number((await created('/boards', { title: 'Plan' }))['id'])}`
    columnId = Number((await created(`${board}/columns`, { title: 'To do' }))['id'])
    cardId = Number((await created(`/columns/${columnId}/cards`, { title: 'Write' }))['id'])
  })

  it('shows them at both levels', async () => {
    expect(await shown()).toMatchObject({
      columns: [{ id: columnId, cards: [{ id: cardId, title: 'Write' }] }],
    })
  })

  it('shows them in what it starts with', async () => {
    const columns = (await send('GET', '/boards/1/columns')).body as readonly { readonly id: number }[]
    const cards = await Promise.all(
      columns.map(async ({ id }) => (await send('GET', `/columns/${id}/cards`)).body),
    )
    expect((await send('GET', '/boards/1')).body).toMatchObject({
      columns: columns.map(({ id }, index) => ({
        id,
        cards: (cards[index] as readonly JsonObject[]).map((card) => ({ id: card['id'] })),
      })),
    })
  })

  it('shows no record that has been deleted', async () => {
    await send('DELETE', `/cards/${cardId}`)
    expect(await shown()).toMatchObject({ columns: [{ id: columnId, cards: [] }] })
  })

  it('takes them with it when it is deleted', async () => {
    await send('DELETE', board)
    expect((await send('GET', `/cards/${cardId}`)).status).toBe(404)
  })

  it('numbers those that are sent without a position after the last one', async () => {
    const second = await created(`${board}/columns`, { title: 'Done', position: 7 })
    const third = await created(`${board}/columns`, { title: 'Later' })
    expect([second['position'], third['position']]).toEqual([7, 8])
  })

  it('names the current user as the instructor', async () => {
    expect((await send('GET', `/cards/${cardId}`)).body).toMatchObject({
      instructor: (await send('GET', '/me')).body as JsonObject,
    })
  })
})
