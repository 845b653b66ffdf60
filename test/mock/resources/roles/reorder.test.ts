import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (path: string, operations: object): object => ({
  [path]: { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }], ...operations },
})
const readOnly = { ...integer, readOnly: true }
const documentWith = (order: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': {
      get: answer(200, list(ref('Album'))),
      post: { requestBody: json(ref('Album')), ...answer(201, ref('Album')) },
    },
    ...at('/albums/{id}', { get: answer(200, ref('Album')) }),
    ...at('/albums/{id}/tracks', {
      get: { description: 'Ordered by position.', ...answer(200, list(ref('Track'))) },
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Track')) },
    }),
    ...at('/tracks/{id}', { get: answer(200, ref('Track')), delete: answer(204) }),
    ...at('/albums/{id}/tracks/order', { put: order }),
  },
  components: {
    schemas: {
      Album: object({ id: readOnly, name: text }),
      Track: object({ id: readOnly, album_id: readOnly, title: text, position: readOnly }),
    },
  },
})

interface Track {
  readonly id: number
  readonly title: string
  readonly position: number
}
const titles = (tracks: unknown): readonly (readonly [string, number])[] =>
  (tracks as readonly Track[]).map(({ title, position }) => [title, position] as const)

async function albumWith(order: object): Promise<{ send: Send; ids: readonly number[] }> {
  const send = clientOf(await createMock({ document: documentWith(order), world: 'empty', selfCheck: true }))
  for (const name of ['One', 'Two']) await send('POST', '/albums', { name })
  const ids: number[] = []
  for (const title of ['A', 'B', 'C']) {
    const { body } = await send('POST', '/albums/1/tracks', { title })
    ids.push((body as unknown as Track).id)
  }
  await send('POST', '/albums/2/tracks', { title: 'Z' })
  return { send, ids }
}

it('the ids of records in their new order number these', async () => {
  const { send, ids } = await albumWith({
    requestBody: json(object({ ids: list(integer) })),
    ...answer(200, list(ref('Track'))),
  })
  const [a = 0, b = 0, c = 0] = ids
  const { body } = await send('PUT', '/albums/1/tracks/order', { ids: [c, a, b] })
  const wanted = [
    ['C', 1],
    ['A', 2],
    ['B', 3],
  ]
  expect(titles(body)).toEqual(wanted)
  expect(titles((await send('GET', '/albums/1/tracks')).body)).toEqual(wanted)
  expect(titles((await send('GET', '/albums/2/tracks')).body)).toEqual([['Z', 1]])
})

it('records whose ids are not sent follow in the order they had', async () => {
  const { send, ids } = await albumWith({ requestBody: json(list(integer)), ...answer(204) })
  expect((await send('PUT', '/albums/1/tracks/order', [ids[2] ?? 0])).status).toBe(204)
  expect(titles((await send('GET', '/albums/1/tracks')).body).map(([title]) => title)).toEqual([
    'C',
    'A',
    'B',
  ])
})

it('an id of no record in the list is refused', async () => {
  const done = answer(204) as { readonly responses: object }
  const responses = { ...done.responses, 422: { description: 'Refused' } }
  const { send, ids } = await albumWith({ requestBody: json(list(integer)), responses })
  expect(await send('PUT', '/albums/1/tracks/order', [...ids, 99999])).toMatchObject({ status: 422 })
})
