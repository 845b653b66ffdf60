import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const parameter = (name: string, description: string): object => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
})
const sent = { ...object({ name: text }), properties: { name: text, visibility: text } }
const visibility = {
  name: 'visibility',
  in: 'query',
  schema: { ...text, enum: ['all', 'public', 'private'], default: 'all' },
}
const created = { requestBody: json(sent), ...answer(201, ref('Album')) }
const listed = { parameters: [visibility], ...answer(200, list(ref('ShortAlbum'))) }
const document = {
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/user': { get: answer(200, ref('User')) },
    '/user/albums': { get: listed, post: created },
    '/users/{username}': {
      parameters: [parameter('username', 'The handle of the user.')],
      get: answer(200, ref('User')),
    },
    '/users/{username}/albums': {
      parameters: [parameter('username', 'The handle of the user.')],
      get: listed,
    },
    '/clubs/{club}/albums': { parameters: [parameter('club', 'The club.')], get: listed, post: created },
    '/albums/{owner}/{album}': {
      parameters: [
        parameter('owner', 'The owner of the album.'),
        parameter('album', 'The name of the album.'),
      ],
      get: answer(200, ref('Album')),
      patch: {
        requestBody: json({ type: 'object', properties: { visibility: text } }),
        ...answer(200, ref('Album')),
      },
      delete: answer(204),
    },
    '/albums/{owner}/{album}/photos': {
      parameters: [
        parameter('owner', 'The owner of the album.'),
        parameter('album', 'The name of the album.'),
      ],
      get: answer(200, list(ref('Photo'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Photo')) },
    },
  },
  components: {
    schemas: {
      User: object({ id: integer, login: text, url: text }),
      Album: object({ id: integer, name: text, owner: ref('User'), visibility: text, photo_count: integer }),
      ShortAlbum: object({ id: integer, name: text, owner: ref('User'), visibility: text }),
      Photo: object({ id: integer, title: text }),
    },
  },
}

interface Album {
  readonly id: number
  readonly name: string
  readonly owner: { readonly login: string }
}
const sendTo = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))
const namesAt = async (send: Send, path: string): Promise<readonly string[]> =>
  ((await send('GET', path)).body as unknown as readonly Album[]).map(({ name }) => name)

describe('what is created elsewhere than where it is read', () => {
  it('belongs to the user who sends the request', async () => {
    const send = await sendTo()
    const { login } = (await send('GET', '/user')).body as { login: string }
    const made = await send('POST', '/user/albums', { name: 'lakes', visibility: 'public' })
    expect(made).toMatchObject({ status: 201, body: { name: 'lakes', owner: { login } } })
    expect(await send('GET', `/albums/${login}/lakes`)).toMatchObject({ status: 200, body: made.body })
    expect(await namesAt(send, '/user/albums')).toContain('lakes')
    expect(await namesAt(send, '/user/albums?visibility=private')).not.toContain('lakes')
    expect(await namesAt(send, `/users/${login}/albums`)).toContain('lakes')
  })

  it('belongs to the owner in the path', async () => {
    const send = await sendTo()
    expect((await send('POST', '/clubs/rowers/albums', { name: 'boats' })).body).toMatchObject({
      owner: { login: 'rowers' },
    })
    expect(await namesAt(send, '/clubs/rowers/albums')).toContain('boats')
    expect(await namesAt(send, '/clubs/skiers/albums')).not.toContain('boats')
    expect(await send('GET', '/albums/skiers/boats')).toMatchObject({ status: 404 })
  })

  it('is changed and deleted where it is read, with what is below it', async () => {
    const send = await sendTo()
    await send('POST', '/clubs/rowers/albums', { name: 'boats' })
    expect((await send('PATCH', '/albums/rowers/boats', { visibility: 'public' })).body).toMatchObject({
      name: 'boats',
      visibility: 'public',
    })
    expect((await send('GET', '/albums/rowers/boats/photos')).body).toEqual([])
    await send('POST', '/albums/rowers/boats/photos', { title: 'Eight' })
    expect((await send('GET', '/albums/rowers/boats/photos')).body).toMatchObject([{ title: 'Eight' }])
    await send('DELETE', '/albums/rowers/boats')
    expect(await namesAt(send, '/clubs/rowers/albums')).not.toContain('boats')
    expect((await send('GET', '/albums/rowers/boats/photos')).status).toBe(404)
  })
})
