import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, text } from '../../document-parts.ts'

const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const song = object({ id: integer, title: text, artist: text, length: integer })
const sent = {
  requestBody: json({ ...object({ title: text, artist: text, length: integer }), required: ['title'] }),
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Songs', version: '1' },
  paths: {
    '/songs': { get: answer(200, list(song)), post: { ...sent, ...answer(201, song) } },
    '/songs/{songId}': {
      ...at('songId'),
      get: answer(200, song),
      patch: { ...sent, ...answer(200, song) },
      delete: answer(204),
    },
    '/playlists': {
      get: answer(200, list(object({ id: integer, name: text, songCount: integer }))),
      post: {
        requestBody: json({ ...object({ name: text }), required: ['name'] }),
        ...answer(201, object({ id: integer, name: text, songCount: integer })),
      },
    },
    '/playlists/{playlistId}': {
      ...at('playlistId'),
      get: answer(200, object({ id: integer, name: text, songCount: integer })),
    },
    '/playlists/{playlistId}/songs': {
      ...at('playlistId'),
      get: answer(200, list(object({ id: integer, title: text, length: integer }))),
    },
    '/playlists/{playlistId}/songs/{songId}': {
      ...at('playlistId', 'songId'),
      put: { responses: { 204: { description: 'Added' }, 404: { description: 'Not found' } } },
      delete: answer(204),
    },
  },
}

let send: Send
let playlist: string
let songs: readonly string[]

beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
  const created = async (path: string, body: JsonObject): Promise<string> =>
    String(((await send('POST', path, body)).body as { readonly id: number }).id)
  playlist = `/playlists/${await created('/playlists', { name: 'Morning' })}`
  songs = [
    await created('/songs', { title: 'Rain', artist: 'Ann', length: 200 }),
    await created('/songs', { title: 'Snow', artist: 'Bob', length: 100 }),
  ]
  for (const id of songs.toReversed()) await send('PUT', `${playlist}/songs/${id}`)
})

const listed = async (): Promise<unknown> => (await send('GET', `${playlist}/songs`)).body

it('a list that records are put on shows of them what its schema has, in the order in which they came', async () => {
  expect(await listed()).toEqual([
    { id: Number(songs[1]), title: 'Snow', length: 100 },
    { id: Number(songs[0]), title: 'Rain', length: 200 },
  ])
})

it('a list shows changes to the records that are on it', async () => {
  await send('PATCH', `/songs/${songs[1] ?? ''}`, { title: 'Sleet' })
  expect(await listed()).toMatchObject([{ title: 'Sleet' }, { title: 'Rain' }])
})

it('a deleted record leaves the lists that it is on, which no longer count it', async () => {
  await send('DELETE', `/songs/${songs[1] ?? ''}`)
  expect(await listed()).toMatchObject([{ title: 'Rain' }])
  expect((await send('GET', playlist)).body).toMatchObject({ songCount: 1 })
})

it('a record that is taken off a list stays in its own collection', async () => {
  expect((await send('DELETE', `${playlist}/songs/${songs[0] ?? ''}`)).status).toBe(204)
  expect(await listed()).toMatchObject([{ title: 'Snow' }])
  expect((await send('GET', `/songs/${songs[0] ?? ''}`)).status).toBe(200)
})

it('a record that does not exist cannot be put on a list', async () => {
  expect((await send('PUT', `${playlist}/songs/999`)).status).toBe(404)
  expect((await send('GET', playlist)).body).toMatchObject({ songCount: 2 })
})

it('the lists that a mock starts with show records of the collection', async () => {
  const all = (await send('GET', '/songs')).body as readonly object[]
  const shown = (await send('GET', '/playlists/1/songs')).body as readonly object[]
  expect(shown.length).toBeGreaterThan(0)
  for (const each of shown) expect(all).toContainEqual(expect.objectContaining(each))
})
