import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, list, object, text } from '../document-parts.ts'

const post = object({ id: integer, created_at: { ...text, format: 'date-time' }, like_count: integer })
const sort = {
  name: 'sort',
  in: 'query',
  description: '`popular` is by number of likes.',
  schema: { ...text, enum: ['newest', 'oldest', 'popular'] },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Posts', version: '1' },
  paths: { '/posts': { parameters: [sort], get: answer(200, list(post)) } },
}

it.each([
  ['oldest', [2, 3, 1]],
  ['newest', [1, 3, 2]],
  ['popular', [3, 1, 2]],
])('a word asks for an order: %s', async (word, ids) => {
  const posts = [
    { id: 1, created_at: '2026-03-01T00:00:00Z', like_count: 5 },
    { id: 2, created_at: '2026-01-01T00:00:00Z', like_count: 1 },
    { id: 3, created_at: '2026-02-01T00:00:00Z', like_count: 9 },
  ]
  const send = clientOf(await createMock({ document, world: { '/posts': posts }, selfCheck: true }))
  const { body } = await send('GET', `/posts?sort=${word}`)
  expect((body as readonly { id: number }[]).map(({ id }) => id)).toEqual(ids)
})
