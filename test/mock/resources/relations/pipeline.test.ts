import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

interface Lane {
  readonly id: string
  readonly name: string
}

const own = { ...text, readOnly: true }
const uuid = { ...text, format: 'uuid' }
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: uuid }] })
const refusals = Object.fromEntries([404, 409, 422].map((status) => [status, { description: 'Refused' }]))
const post = (schema: string, status: number, sent?: object, description = '', summary = ''): object => ({
  post: {
    summary,
    description,
    ...(sent && { requestBody: json(sent) }),
    responses: { [status]: { description: 'Done', ...json(ref(schema)) }, ...refusals },
  },
})

/** Boards with lanes, which cards go through. */
async function boards(): Promise<Send> {
  const lanes = { ...list(text), writeOnly: true }
  const newBoard = { type: 'object', required: ['name'], properties: { name: text, lanes } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boards', version: '1' },
    paths: {
      '/boards': {
        get: answer(200, list(ref('Board'))),
        ...post(
          'Board',
          201,
          newBoard,
          'It gets the lanes that are sent; without any it gets `To do` and `Done`.',
        ),
      },
      '/boards/{boardId}': { ...at('boardId'), get: answer(200, ref('Board')) },
      '/boards/{boardId}/lanes': {
        ...at('boardId'),
        get: answer(200, list(ref('Lane'))),
        ...post('Lane', 201, object({ name: text })),
      },
      '/lanes/{laneId}': { ...at('laneId'), get: answer(200, ref('Lane')) },
      '/cards': {
        get: answer(200, list(ref('Card'))),
        ...post('Card', 201, object({ boardId: uuid, title: text })),
      },
      '/cards/{cardId}': { ...at('cardId'), get: answer(200, ref('Card')) },
      '/cards/{cardId}/advance': {
        ...at('cardId'),
        ...post('Card', 200, undefined, '', 'Move the card to the next lane'),
      },
      '/cards/{cardId}/move': {
        ...at('cardId'),
        ...post('Card', 200, object({ laneId: uuid }), "The lane must be one of the card's board (422)."),
      },
    },
    components: {
      schemas: {
        Board: object({ id: { ...own, format: 'uuid' }, name: text }),
        Lane: object({ id: { ...own, format: 'uuid' }, boardId: uuid, name: text, position: integer }),
        Card: object({ id: { ...own, format: 'uuid' }, boardId: uuid, laneId: uuid, title: text }),
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

async function board(send: Send, body: Json): Promise<readonly [id: string, lanes: readonly Lane[]]> {
  const { id } = (await send('POST', '/boards', body)).body as { readonly id: string }
  return [id, (await send('GET', `/boards/${id}/lanes`)).body as unknown as readonly Lane[]]
}

it('what is sent by its name alone becomes records of their own, in the order in which it is sent', async () => {
  const [, lanes] = await board(await boards(), { name: 'Garden', lanes: ['Plan', 'Dig', 'Reap'] })
  expect(lanes).toMatchObject([
    { name: 'Plan', position: 1 },
    { name: 'Dig', position: 2 },
    { name: 'Reap', position: 3 },
  ])
})

it('what is not sent has the names in the description of the creation', async () => {
  const [, lanes] = await board(await boards(), { name: 'Garden' })
  expect(lanes.map(({ name }) => name)).toEqual(['To do', 'Done'])
})

it('a new record refers to the first of those that belong to the same one, and moves on to the next', async () => {
  const send = await boards()
  await board(send, { name: 'House' })
  const [boardId, [first, second]] = await board(send, { name: 'Garden' })
  const card = (await send('POST', '/cards', { boardId, title: 'Weeds' })).body
  expect(card).toMatchObject({ laneId: first?.id })
  const { id } = card as { readonly id: string }
  expect((await send('POST', `/cards/${id}/advance`)).body).toMatchObject({ laneId: second?.id })
  expect((await send('POST', `/cards/${id}/advance`)).status).toBe(409)
})

it('a reference to what belongs to another record is refused where the document demands the same', async () => {
  const send = await boards()
  const [, [elsewhere]] = await board(send, { name: 'House' })
  const [boardId, [, second]] = await board(send, { name: 'Garden' })
  const { id } = (await send('POST', '/cards', { boardId, title: 'Weeds' })).body as { readonly id: string }
  expect((await send('POST', `/cards/${id}/move`, { laneId: elsewhere?.id ?? '' })).status).toBe(422)
  expect((await send('POST', `/cards/${id}/move`, { laneId: second?.id ?? '' })).body).toMatchObject({
    laneId: second?.id,
  })
})
