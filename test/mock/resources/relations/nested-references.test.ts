import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const id = { ...text, format: 'uuid' }
const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: id })),
})
const refusing = (status: number, schema: object): object => ({
  responses: {
    [status]: { description: 'Done', ...json(schema) },
    422: { description: 'The content is not valid.' },
  },
})
const itemsIn = (schema: string, sent: object): object => ({
  get: answer(200, list(ref(schema))),
  post: { requestBody: json(sent), ...refusing(201, ref(schema)) },
})
const named = object({ name: text })
const newCard = {
  type: 'object',
  required: ['title', 'columnId'],
  properties: { title: text, columnId: id, labelIds: list(id) },
}
const place = { type: 'object', required: ['columnId'], properties: { columnId: id, position: integer } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1' },
  paths: {
    '/boards': itemsIn('Board', named),
    '/boards/{boardId}': { ...at('boardId'), get: answer(200, ref('Board')) },
    '/boards/{boardId}/columns': { ...at('boardId'), ...itemsIn('Column', named) },
    '/boards/{boardId}/columns/{id}': { ...at('boardId', 'id'), get: answer(200, ref('Column')) },
    '/boards/{boardId}/labels': { ...at('boardId'), ...itemsIn('Label', named) },
    '/boards/{boardId}/labels/{id}': {
      ...at('boardId', 'id'),
      patch: { requestBody: json(named), ...answer(200, ref('Label')) },
      delete: { description: 'The label is removed from all cards.', ...answer(204) },
    },
    '/boards/{boardId}/cards': { ...at('boardId'), ...itemsIn('Card', newCard) },
    '/cards/{id}': { ...at('id'), get: answer(200, ref('Card')) },
    '/cards/{id}/move': { ...at('id'), post: { requestBody: json(place), ...refusing(200, ref('Card')) } },
    '/visits': {
      get: answer(200, list(ref('Visit'))),
      post: {
        description: '422 if there is no such column.',
        requestBody: json(object({ columnId: id })),
        ...refusing(201, ref('Visit')),
      },
    },
  },
  components: {
    schemas: {
      Board: object({ id, name: text }),
      Column: object({ id, boardId: id, name: text, cardCount: integer }),
      Label: object({ id, boardId: id, name: text }),
      Visit: object({ id, columnId: id, boardId: { ...id, readOnly: true } }),
      Card: object({
        id,
        boardId: id,
        columnId: id,
        title: text,
        position: { ...integer, description: 'Zero-based.' },
        labels: list(ref('Label')),
      }),
    },
  },
}

interface Column {
  readonly id: string
  readonly name: string
  readonly cardCount: number
}
interface Card {
  readonly id: string
  readonly columnId: string
  readonly position: number
  readonly labels: readonly object[]
}

describe('references to records below others', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  const read = async <T>(path: string): Promise<readonly T[]> =>
    (await send('GET', path)).body as unknown as readonly T[]
  const post = async (path: string, body: object): Promise<{ readonly id: string }> =>
    (await send('POST', path, body as never)).body as { id: string }

  it('lead, in seeded records, to those below the same record, which count and number them', async () => {
    for (const board of await read<{ id: string }>('/boards')) {
      const path = `/boards/${board.id}`
      const [columns, cards, labels] = await Promise.all([
        read<Column>(`${path}/columns`),
        read<Card>(`${path}/cards`),
        read<object>(`${path}/labels`),
      ])
      for (const card of cards) expect(labels).toEqual(expect.arrayContaining([...card.labels]))
      for (const column of columns) {
        const own = cards.filter(({ columnId }) => columnId === column.id)
        expect(own.map(({ position }) => position).toSorted((one, two) => one - two)).toEqual(
          own.map((_, index) => index),
        )
        expect(column.cardCount).toBe(own.length)
      }
      const ids = columns.map((column) => column.id)
      expect(ids).toEqual(expect.arrayContaining(cards.map(({ columnId }) => columnId)))
    }
  })

  it('are refused if they lead elsewhere, or nowhere', async () => {
    const [one, other] = await read<{ id: string }>('/boards')
    const path = `/boards/${one?.id ?? ''}`
    const [column] = await read<Column>(`/boards/${other?.id ?? ''}/columns`)
    const columnId = column?.id ?? ''
    expect((await send('POST', `${path}/cards`, { title: 'Paint', columnId })).status).toBe(422)
    expect((await send('POST', '/visits', { columnId })).status).toBe(201)
    expect((await send('POST', '/visits', { columnId: one?.id ?? '' })).status).toBe(422)
  })

  it('lead to what contains the record that was sent', async () => {
    const board = await post('/boards', { name: 'Garden' })
    const column = await post(`/boards/${board.id}/columns`, { name: 'To do' })
    expect(await post('/visits', { columnId: column.id })).toMatchObject({ boardId: board.id })
  })

  it('follow a record that moves, and what happens to the records that they lead to', async () => {
    const path = `/boards/${(await post('/boards', { name: 'Garden' })).id}`
    const [todo, done, label] = await Promise.all([
      post(`${path}/columns`, { name: 'To do' }),
      post(`${path}/columns`, { name: 'Done' }),
      post(`${path}/labels`, { name: 'Urgent' }),
    ])
    const sent = { title: 'Paint', columnId: todo.id, labelIds: [label.id] }
    const card = await post(`${path}/cards`, sent)
    expect(card).toMatchObject({ position: 0, labels: [{ id: label.id, name: 'Urgent' }] })
    expect(await post(`${path}/cards`, sent)).toMatchObject({ position: 1 })
    expect(await post(`/cards/${card.id}/move`, { columnId: done.id })).toMatchObject({ position: 0 })
    expect(await read<Column>(`${path}/columns`)).toMatchObject([{ cardCount: 1 }, { cardCount: 1 }])
    await send('PATCH', `${path}/labels/${label.id}`, { name: 'Later' })
    expect((await send('GET', `/cards/${card.id}`)).body).toMatchObject({ labels: [{ name: 'Later' }] })
    await send('DELETE', `${path}/labels/${label.id}`)
    expect((await send('GET', `/cards/${card.id}`)).body).toMatchObject({ labels: [] })
  })
})
