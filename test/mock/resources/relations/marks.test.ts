import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const flag = { type: 'boolean', readOnly: true }
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const toggled = (name: string): object => ({ ...at(name), put: answer(204), delete: answer(204) })
const document = {
  openapi: '3.1.0',
  info: { title: 'Posts', version: '1' },
  paths: {
    '/me': { get: answer(200, ref('User')) },
    '/me/favourites': { get: answer(200, list(ref('Post'))) },
    '/me/favourites/{postId}': toggled('postId'),
    '/users': { get: answer(200, list(ref('User'))) },
    '/users/{userId}': { ...at('userId'), get: answer(200, ref('User')) },
    '/users/{userId}/follow': toggled('userId'),
    '/users/{userId}/followers': { ...at('userId'), get: answer(200, list(ref('User'))) },
    '/users/{userId}/following': { ...at('userId'), get: answer(200, list(ref('User'))) },
    '/posts': {
      get: answer(200, list(ref('Post'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Post')) },
    },
    '/posts/{postId}': { ...at('postId'), get: answer(200, ref('Post')) },
    '/posts/{postId}/like': toggled('postId'),
    '/posts/{postId}/likes': { ...at('postId'), get: answer(200, list(ref('User'))) },
  },
  components: {
    schemas: {
      User: object({ id: own, name: text, isFollowing: flag, followerCount: own, followingCount: own }),
      Post: object({ id: own, title: text, liked: flag, likeCount: own, is_favourite: flag }),
    },
  },
}

type Item = Readonly<Record<string, number | boolean>> & { readonly id: number }

it('a flag may be named after who has set it', async () => {
  const liked = structuredClone(document)
  liked.components.schemas.Post = object({ id: own, title: text, likedByMe: flag, likeCount: own })
  const send = clientOf(await createMock({ document: liked, selfCheck: true }))
  await send('POST', '/posts', { title: 'New' })
  const { body } = await send('GET', '/posts')
  const { id } = (body as unknown as readonly Item[]).at(-1)!
  await send('PUT', `/posts/${String(id)}/like`)
  expect((await send('GET', `/posts/${String(id)}`)).body).toMatchObject({ likedByMe: true, likeCount: 1 })
})

describe('what users mark', () => {
  let send: Send
  let me: number
  const read = async (path: string): Promise<Item> => (await send('GET', path)).body as Item
  const idsAt = async (path: string): Promise<readonly number[]> =>
    ((await send('GET', path)).body as unknown as readonly Item[]).map(({ id }) => id)
  const all = async (path: string): Promise<readonly Item[]> =>
    (await send('GET', path)).body as unknown as readonly Item[]

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    me = (await read('/me')).id
  })

  it('is counted, and listed, from the start', async () => {
    for (const { id, likeCount, liked } of await all('/posts')) {
      const likes = await idsAt(`/posts/${String(id)}/likes`)
      expect([likes.length, likes.includes(me)]).toEqual([likeCount, liked])
    }
    for (const { id, followerCount, followingCount } of await all('/users')) {
      const path = `/users/${String(id)}`
      const [followers, following] = [await idsAt(`${path}/followers`), await idsAt(`${path}/following`)]
      expect([followers.length, following.length]).toEqual([followerCount, followingCount])
    }
  })

  it('is listed with the current user once that user has marked it', async () => {
    const { id } = (await send('POST', '/posts', { title: 'New' })).body as Item
    const path = `/posts/${String(id)}`
    for (const liked of [true, true, false, false]) {
      await send(liked ? 'PUT' : 'DELETE', `${path}/like`)
      expect(await read(path)).toMatchObject({ liked, likeCount: liked ? 1 : 0 })
      expect(await idsAt(`${path}/likes`)).toEqual(liked ? [me] : [])
    }
  })

  it('is listed for the current user', async () => {
    const other = (await all('/users')).find(({ id, isFollowing }) => id !== me && isFollowing === false)
    const before = await read('/me')
    const path = `/users/${String(other?.id)}`
    await send('PUT', `${path}/follow`)
    expect(await idsAt(`${path}/followers`)).toContain(me)
    expect(await idsAt(`/users/${String(me)}/following`)).toContain(other?.id)
    expect((await read('/me'))['followingCount']).toBe(Number(before['followingCount']) + 1)
  })

  it('can be marked in a list of the current user', async () => {
    const { id } = (await send('POST', '/posts', { title: 'New' })).body as Item
    const path = `/me/favourites/${String(id)}`
    expect(await idsAt('/me/favourites')).not.toContain(id)
    await send('PUT', path)
    expect(await idsAt('/me/favourites')).toContain(id)
    expect(await read(`/posts/${String(id)}`)).toMatchObject({ is_favourite: true })
    await send('DELETE', path)
    expect(await idsAt('/me/favourites')).not.toContain(id)
    expect((await send('PUT', '/me/favourites/9999')).status).toBe(404)
  })
})
