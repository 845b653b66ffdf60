import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, list, object, ref, text } from '../../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: integer }
const query = { parameters: [{ name: 'q', in: 'query', required: true, schema: text }] }
const searching = (search: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Museum', version: '1' },
  paths: {
    '/artists': { get: answer(200, list(ref('Artist'))) },
    '/artists/{id}': { parameters: [id], get: answer(200, ref('Artist')), delete: answer(204) },
    '/works': { get: answer(200, list(ref('Work'))) },
    '/works/{id}': { parameters: [id], get: answer(200, ref('Work')), delete: answer(204) },
    '/search': { get: search },
  },
  components: {
    schemas: {
      Artist: object({ id: integer, name: text }),
      Work: object({ id: integer, title: text, archived: { type: 'boolean' } }),
    },
  },
})
const world = {
  '/artists': [
    { id: 1, name: 'Paula Rego' },
    { id: 2, name: 'Lee Krasner' },
  ],
  '/works': [
    { id: 1, title: 'The dance', archived: false },
    { id: 2, title: 'Rego in the studio', archived: false },
    { id: 3, title: 'Rego at rest', archived: true },
  ],
}
const mocked = async (search: object): Promise<Send> =>
  clientOf(await createMock({ document: searching(search) as never, world, selfCheck: true }))

it('a search finds records of several kinds', async () => {
  const found = object({ artists: list(ref('Artist')), works: list(ref('Work')) })
  const send = await mocked({ ...query, ...answer(200, found) })
  expect((await send('GET', '/search?q=rego')).body).toEqual({
    artists: [world['/artists'][0]],
    works: world['/works'].slice(1),
  })
  expect((await send('GET', '/search?q=none')).body).toEqual({ artists: [], works: [] })
})

it('a search at a path of its own finds the records of a list, but not those in a state that it excludes', async () => {
  const description = 'Searches in all works that are not archived.'
  const send = await mocked({ description, ...query, ...answer(200, list(ref('Work'))) })
  expect((await send('GET', '/search?q=Rego')).body).toEqual([world['/works'][1]])
})
