import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, object, ref, text } from '../../resources/document-parts.ts'

const headers = { ETag: { required: true, schema: { type: 'string' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { requestBody: json(object({ text })), ...answer(201, ref('Note')) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Note')),
      put: {
        requestBody: json(object({ text })),
        responses: { 200: { description: 'Changed', headers, ...json(ref('Note')) } },
      },
      patch: {
        requestBody: json({ type: 'object', properties: { text } }),
        responses: { 204: { description: 'Changed', headers } },
      },
    },
  },
  components: { schemas: { Note: object({ id: { ...integer, readOnly: true }, text }) } },
}

it('a response to a write has the entity tag of the next read where the document declares one', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const path = (await send('POST', '/notes', { text: 'Milk' })).header('location') ?? ''
  const read = async (): Promise<string | undefined> => (await send('GET', path)).header('etag')
  const replaced = await send('PUT', path, { text: 'Bread' })
  expect(replaced.header('etag')).toBe(await read())
  const changed = await send('PATCH', path, { text: 'Tea' })
  expect([changed.status, changed.header('etag')]).toEqual([204, await read()])
  expect(changed.header('etag')).not.toBe(replaced.header('etag'))
})

it('an entity tag is a decimal number where the document declares that form', async () => {
  const digits = { ETag: { schema: { type: 'string', pattern: '^"[0-9]+"$' } } }
  const mock = await createMock({
    document: {
      ...document,
      paths: {
        ...document.paths,
        '/notes/{id}': {
          ...document.paths['/notes/{id}'],
          get: { responses: { 200: { description: 'Read', headers: digits, ...json(ref('Note')) } } },
        },
      },
    },
    selfCheck: true,
  })
  const send = clientOf(mock)
  const path = (await send('POST', '/notes', { text: 'Milk' })).header('location') ?? ''
  const first = (await send('GET', path)).header('etag')
  expect(first).toMatch(/^"\d+"$/)
  const replaced = await send('PUT', path, { text: 'Bread' })
  expect(replaced.header('etag')).toMatch(/^"\d+"$/)
  expect(replaced.header('etag')).not.toBe(first)
})

/** Notes whose changes are counted in `property`, as the description of the entity tag says. */
const counting = (property: string, isReadOnly = true): object => ({
  ...document,
  paths: {
    ...document.paths,
    '/notes/{id}': {
      ...document.paths['/notes/{id}'],
      get: {
        responses: {
          200: {
            description: 'Read',
            headers: { ETag: { description: 'The version, in quotes.', schema: { type: 'string' } } },
            ...json(ref('Note')),
          },
        },
      },
      patch: {
        parameters: [{ name: 'If-Match', in: 'header', required: true, schema: text }],
        requestBody: json({ type: 'object', properties: { text } }),
        responses: {
          200: { description: 'Changed', ...json(ref('Note')) },
          412: { description: 'Outdated' },
          428: { description: 'Without a version' },
        },
      },
    },
  },
  components: {
    schemas: {
      Note: object({
        id: { ...integer, readOnly: true },
        [property]: { ...integer, readOnly: isReadOnly },
        text,
      }),
    },
  },
})

it.each([
  ['version', true],
  ['rowVersion', true],
  ['revision', true],
  ['revision', false],
])(
  'an entity tag described as the version is the %s, which counts changes (read-only: %s)',
  async (property, isReadOnly) => {
    const send = clientOf(await createMock({ document: counting(property, isReadOnly), selfCheck: true }))
    const path = (await send('POST', '/notes', { text: 'Milk' })).header('location') ?? ''
    expect((await send('GET', path)).header('etag')).toBe('"1"')
    const change = (version: string): ReturnType<typeof send> =>
      send('PATCH', path, { text: 'Tea' }, { 'if-match': version })
    expect((await change('"1"')).status).toBe(200)
    expect((await change('"1"')).status).toBe(412)
    expect((await change('"2"')).status).toBe(200)
  },
)

it('a request without the version that it needs is refused with the status that is declared for that', async () => {
  const send = clientOf(await createMock({ document: counting('version'), selfCheck: true }))
  const path = (await send('POST', '/notes', { text: 'Milk' })).header('location') ?? ''
  expect((await send('PATCH', path, { text: 'Tea' })).status).toBe(428)
})
