import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const uri = { ...text, format: 'uri' }
const documentOf = (record: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Songs', version: '1' },
  paths: {
    '/songs': {
      get: answer(200, object({ data: list(ref('Song')) })),
      post: { requestBody: json(object({ name: text })), ...answer(201, object({ data: ref('Song') })) },
    },
    '/songs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, object({ data: ref('Song') })),
    },
  },
  components: { schemas: { Song: record } },
})

it.each([
  ['in `url`', { url: { ...uri, readOnly: true } }, (url: string) => ({ url })],
  [
    'in `url` after others',
    { genre: { ...text, readOnly: true }, url: { ...uri, readOnly: true } },
    (url: string) => ({ url }),
  ],
  ['in `links.self`', { links: object({ self: text }) }, (self: string) => ({ links: { self } })],
  [
    'as HAL has it',
    { _links: object({ self: object({ href: text }) }) },
    (href: string) => ({ _links: { self: { href } } }),
  ],
])('records have the URLs by which they are read, %s', async (_, properties, shown) => {
  const document = documentOf(object({ ...properties, id: integer, name: text }))
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { data } = (await send('POST', '/songs', { name: 'Imagine' })).body as {
    readonly data: { readonly id: number }
  }
  expect(data).toMatchObject(shown(`http://localhost/songs/${data.id}`))
  expect((await send('GET', '/songs')).body).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining(shown(`http://localhost/songs/${data.id}`))]),
  })
})

it('a URL that clients set is theirs', async () => {
  const document = documentOf(object({ id: integer, name: text, url: uri }))
  const send = clientOf(
    await createMock({ document, world: { '/songs': [{ id: 1, name: 'A', url: 'https://a.test/' }] } }),
  )
  expect((await send('GET', '/songs/1')).body).toMatchObject({ data: { url: 'https://a.test/' } })
})

it('the URL of a file is its own', async () => {
  const document = documentOf(
    object({ id: integer, name: text, content_type: text, url: { ...uri, readOnly: true } }),
  )
  const send = clientOf(await createMock({ document }))
  const { data } = (await send('POST', '/songs', { name: 'Imagine' })).body as {
    readonly data: { readonly url: string }
  }
  expect(data.url).not.toContain('http://localhost/songs')
})
