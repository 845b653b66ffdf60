import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...text, readOnly: true }
const at = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: text }] })
const posted = (schema: string, sent: object, conflict?: string): object => ({
  requestBody: json(sent),
  responses: {
    201: { description: 'Made', ...json(ref(schema)) },
    ...(conflict !== undefined && { 409: { description: conflict } }),
  },
})

/** Rooms with posts, which others reply to. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Forum', version: '1' },
  paths: {
    '/rooms': { get: answer(200, list(ref('Room'))), post: posted('Room', object({ name: text })) },
    '/rooms/{roomId}': { ...at('roomId'), get: answer(200, ref('Room')) },
    '/rooms/{roomId}/close': { ...at('roomId'), post: answer(200, ref('Room')) },
    '/rooms/{roomId}/posts': {
      ...at('roomId'),
      get: { summary: 'Posts of a room, without the replies', ...answer(200, list(ref('Post'))) },
      post: posted('Post', object({ text }), 'The room is closed.'),
    },
    '/posts/{postId}': {
      ...at('postId'),
      get: answer(200, ref('Post')),
      delete: {
        description: 'Deletes the post together with its replies.',
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/posts/{postId}/replies': {
      ...at('postId'),
      get: answer(200, list(ref('Post'))),
      post: posted('Post', object({ text }), 'The room is closed.'),
    },
  },
  components: {
    schemas: {
      Room: object({
        id: own,
        name: text,
        closed: { type: 'boolean', readOnly: true },
        postCount: { ...integer, readOnly: true, description: 'The number of posts.' },
      }),
      Post: object({
        id: own,
        roomId: own,
        parentId: { type: ['string', 'null'], readOnly: true },
        text,
      }),
    },
  },
}

/** A room with one post and two replies to it, beside another room. */
async function forum() {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const made = async (path: string, sent: Record<string, string>): Promise<string> =>
    ((await send('POST', path, sent)).body as { readonly id: string }).id
  await made('/rooms', { name: 'Other' })
  const room = `/rooms/${await made('/rooms', { name: 'Knots' })}`
  const post = `/posts/${await made(`${room}/posts`, { text: 'Which one?' })}`
  const reply = `/posts/${await made(`${post}/replies`, { text: 'This one.' })}`
  await made(`${post}/replies`, { text: 'That one.' })
  return { send, room, post, reply }
}

it('a reply belongs to the room of what it replies to, and counts there', async () => {
  const { send, room, post, reply } = await forum()
  const [roomId, parentId] = [room, post].map((path) => path.split('/')[2])
  expect((await send('GET', reply)).body).toMatchObject({ roomId, parentId })
  expect((await send('GET', room)).body).toMatchObject({ postCount: 3 })
})

it('a list leaves out the replies if its text says so', async () => {
  const { send, room, post } = await forum()
  expect((await send('GET', `${room}/posts`)).body).toMatchObject([{ text: 'Which one?' }])
  expect((await send('GET', `${post}/replies`)).body).toMatchObject([
    { text: 'This one.' },
    { text: 'That one.' },
  ])
})

it('replies go with what they reply to, and count no more', async () => {
  const { send, room, post, reply } = await forum()
  expect((await send('DELETE', post)).status).toBe(204)
  expect((await send('GET', reply)).status).toBe(404)
  expect((await send('GET', room)).body).toMatchObject({ postCount: 0 })
})

it('a reply is refused where a post is', async () => {
  const { send, room, post } = await forum()
  await send('POST', `${room}/close`)
  expect((await send('POST', `${room}/posts`, { text: 'Late' })).status).toBe(409)
  expect((await send('POST', `${post}/replies`, { text: 'Late' })).status).toBe(409)
})
