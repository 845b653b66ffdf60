import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const place = { ...integer, minimum: 1, description: 'Place in the playlist, from 1.' }
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const document = {
  openapi: '3.1.0',
  info: { title: 'Playlists', version: '1' },
  paths: {
    '/playlists': {
      get: answer(200, list(ref('Playlist'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Playlist')) },
    },
    '/playlists/{id}': { ...at('id'), get: answer(200, ref('Playlist')) },
    '/playlists/{playlistId}/tracks': {
      ...at('playlistId'),
      get: answer(200, list(ref('Track'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Track')) },
    },
    '/tracks/{id}': { ...at('id'), get: answer(200, ref('Track')), delete: answer(204) },
    '/tracks/{id}/move': {
      ...at('id'),
      post: {
        requestBody: json({
          type: 'object',
          required: ['position'],
          properties: { position: place, playlistId: integer },
        }),
        ...answer(200, ref('Track')),
      },
    },
  },
  components: {
    schemas: {
      Playlist: object({ id: own, name: text }),
      Track: object({ id: own, playlistId: own, title: text, position: { ...place, readOnly: true } }),
    },
  },
}

interface Track {
  readonly id: number
  readonly title: string
  readonly position: number
}

describe('records that are numbered in a container', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  const create = async (path: string, body: Record<string, string>): Promise<number> =>
    ((await send('POST', path, body)).body as { readonly id: number }).id
  const listOf = async (playlist: number): Promise<readonly Track[]> =>
    (await send('GET', `/playlists/${String(playlist)}/tracks`)).body as unknown as readonly Track[]
  const titles = async (playlist: number): Promise<string> => {
    const tracks = await listOf(playlist)
    expect(tracks.map(({ position }) => position)).toEqual(tracks.map((_, index) => index + 1))
    return tracks.map(({ title }) => title).join('')
  }
  async function playlistOf(...names: readonly string[]): Promise<readonly [id: number, tracks: number[]]> {
    const playlist = await create('/playlists', { name: 'Mix' })
    const tracks: number[] = []
    for (const title of names) tracks.push(await create(`/playlists/${String(playlist)}/tracks`, { title }))
    return [playlist, tracks]
  }
  const move = async (track: number | undefined, to: Record<string, number>) =>
    (await send('POST', `/tracks/${String(track)}/move`, to)).body

  it('are numbered from the first one when they are seeded', async () => {
    for (const playlist of [1, 2, 3]) await titles(playlist)
  })

  it('are added to the end, and leave no gap', async () => {
    const [playlist, tracks] = await playlistOf('a', 'b', 'c')
    expect(await titles(playlist)).toBe('abc')
    await send('DELETE', `/tracks/${String(tracks[0])}`)
    expect(await titles(playlist)).toBe('bc')
  })

  it('make room for one that is moved up, down, or beyond the end', async () => {
    const [playlist, tracks] = await playlistOf('a', 'b', 'c', 'd')
    expect(await move(tracks[3], { position: 2 })).toMatchObject({ position: 2 })
    expect(await titles(playlist)).toBe('adbc')
    await move(tracks[0], { position: 3 })
    expect(await titles(playlist)).toBe('dbac')
    expect(await move(tracks[3], { position: 99 })).toMatchObject({ position: 4 })
    expect(await titles(playlist)).toBe('bacd')
  })

  it('move between containers', async () => {
    const [one, tracks] = await playlistOf('a', 'b', 'c')
    const [other] = await playlistOf('x', 'y')
    expect(await move(tracks[0], { position: 2, playlistId: other })).toMatchObject({ playlistId: other })
    expect(await titles(one)).toBe('bc')
    expect(await titles(other)).toBe('xay')
  })
})

const listed = {
  openapi: '3.1.0',
  info: { title: 'Chapters', version: '1' },
  paths: {
    '/chapters': {
      get: { description: 'Ordered by position.', ...answer(200, list(ref('Chapter'))) },
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Chapter')) },
    },
    '/chapters/{id}': {
      ...at('id'),
      get: answer(200, ref('Chapter')),
      patch: {
        requestBody: json({ type: 'object', properties: { position: place } }),
        ...answer(200, ref('Chapter')),
      },
    },
  },
  components: { schemas: { Chapter: object({ id: own, title: text, position: place }) } },
}

it('a record that a change moves to the place of another one takes it, unless the place is free', async () => {
  const send = clientOf(await createMock({ document: listed, world: 'empty', selfCheck: true }))
  for (const title of ['A', 'B', 'C']) await send('POST', '/chapters', { title })
  const order = async (): Promise<readonly unknown[]> => {
    const tracks = (await send('GET', '/chapters')).body as unknown as readonly Track[]
    return tracks.map(({ title, position }) => [title, position])
  }
  await send('PATCH', '/chapters/3', { position: 1 })
  expect(await order()).toEqual([
    ['C', 1],
    ['A', 2],
    ['B', 3],
  ])
  await send('PATCH', '/chapters/1', { position: 7 })
  expect(await order()).toEqual([
    ['C', 1],
    ['B', 3],
    ['A', 7],
  ])
})
