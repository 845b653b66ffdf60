import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const parameters = [{ name: 'songId', in: 'path', required: true, schema: integer }]
const none = { responses: { 204: { description: 'Done' }, 404: { description: 'No such song' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Songs', version: '1' },
  paths: {
    '/songs': {
      get: answer(200, list(ref('Song'))),
      post: { requestBody: json(ref('Song')), ...answer(201, ref('Song')) },
    },
    '/songs/{songId}': { parameters, get: answer(200, ref('Song')) },
    '/me/favourites': { get: answer(200, list(ref('Song'))) },
    '/me/favourites/{songId}': { parameters, put: none, delete: none },
  },
  components: { schemas: { Song: object({ id: integer, title: text }) } },
}

it('PUT adds an existing record to a list of the current user, and DELETE takes it out again', async () => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const song = (await send('POST', '/songs', { id: 1, title: 'Blue' })).body
  for (const _ of ['once', 'twice']) expect((await send('PUT', '/me/favourites/1')).status).toBe(204)
  expect((await send('GET', '/me/favourites')).body).toEqual([song])
  expect((await send('PUT', '/me/favourites/7')).status).toBe(404)
  expect((await send('DELETE', '/me/favourites/1')).status).toBe(204)
  expect((await send('GET', '/me/favourites')).body).toEqual([])
  expect((await send('GET', '/songs')).body).toEqual([song])
})
