import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const asked = (name: string, schema: object): object => ({ name, in: 'query', schema })
const document = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': {
      get: answer(200, list(ref('Boat'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Boat')) },
    },
    '/boats/search': {
      get: {
        parameters: [asked('startAt', integer), asked('maxResults', integer), asked('name', text)],
        ...answer(200, ref('Page')),
      },
    },
    '/boats/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        ...answer(200, ref('Boat')),
      },
    },
  },
  components: {
    schemas: {
      Boat: object({ id: integer, name: text }),
      Page: object({
        startAt: integer,
        maxResults: integer,
        total: integer,
        isLast: { type: 'boolean' },
        self: { type: 'string', format: 'uri' },
        values: list(ref('Boat')),
      }),
    },
  },
}
const sendTo = async (): Promise<Send> => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const name of ['Adler', 'Biene', 'Calypso']) await send('POST', '/boats', { name })
  return send
}

it('a list with pages beside one without them has pages', async () => {
  const { body } = await (await sendTo())('GET', '/boats/search?startAt=1&maxResults=1')
  expect(body).toMatchObject({
    startAt: 1,
    maxResults: 1,
    total: 3,
    isLast: false,
    values: [{ name: 'Biene' }],
  })
})

it('a page says that it is the last one, and where it is', async () => {
  const { body } = await (await sendTo())('GET', '/boats/search?startAt=2')
  expect(body).toMatchObject({ isLast: true, self: expect.stringMatching(/\/boats\/search\?startAt=2$/) })
})

it('a list without pages beside one that has them shows all', async () => {
  expect((await (await sendTo())('GET', '/boats')).body).toHaveLength(3)
})
