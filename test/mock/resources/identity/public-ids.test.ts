import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (...parameters: readonly object[]): object => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: text }, ...parameters],
})
const query = (name: string, schema: object, description: string): object => ({
  name,
  in: 'query',
  schema,
  description,
})
const populate = query('populate', text, 'Relations to return')
const entry = (properties: object, ...required: readonly string[]): object => ({
  type: 'object',
  required: ['id', 'documentId', ...required],
  properties: { id: integer, documentId: text, ...properties },
})
const crud = (schema: string, sent: object, ...parameters: readonly object[]): object => ({
  get: { parameters, ...answer(200, object({ data: list(ref(schema)) })) },
  post: { requestBody: json(object({ data: sent })), ...answer(201, object({ data: ref(schema) })) },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Content', version: '1' },
  paths: {
    '/authors': crud('Author', object({ name: text })),
    '/authors/{id}': { ...at(), get: answer(200, object({ data: ref('Author') })) },
    '/articles': crud(
      'Article',
      { type: 'object', properties: { title: text, author: text } },
      populate,
      query('pagination[page]', integer, 'Page'),
      query('pagination[pageSize]', integer, 'Page size (default: 3)'),
      query('pagination[start]', integer, 'Offset'),
      query('pagination[limit]', integer, 'Number of entries'),
    ),
    '/articles/{id}': { ...at(populate), get: answer(200, object({ data: ref('Article') })) },
  },
  components: {
    schemas: {
      Author: entry({ name: text }, 'name'),
      Article: entry({ title: text, author: ref('Author') }, 'title'),
    },
  },
}

interface Entry {
  readonly id: number
  readonly documentId: string
}

describe('records with a number of their own beside the id that clients know', () => {
  let send: Send
  const data = async (...request: Parameters<Send>): Promise<unknown> =>
    ((await send(...request)).body as { data: unknown }).data
  const create = async (path: string, sent: Record<string, string>): Promise<Entry> =>
    (await data('POST', path, { data: sent })) as Entry

  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  })

  it('are found by that id, and numbered one after another', async () => {
    const [one, other] = [
      await create('/articles', { title: 'A' }),
      await create('/articles', { title: 'B' }),
    ]
    expect(other.id).toBe(one.id + 1)
    expect(await data('GET', `/articles/${one.documentId}`)).toMatchObject({ id: one.id, title: 'A' })
  })

  it('are referred to by that id, and populated only where that is asked', async () => {
    const author = await create('/authors', { name: 'Ada' })
    const { documentId } = await create('/articles', { title: 'A', author: author.documentId })
    expect(await data('GET', `/articles/${documentId}`)).not.toHaveProperty('author')
    expect(await data('GET', `/articles/${documentId}?populate=author`)).toMatchObject({ author })
    expect(await data('GET', '/articles?populate=*')).toMatchObject([{ author }])
  })

  it('a page is as large as the description of its size says', async () => {
    for (const title of ['A', 'B', 'C', 'D']) await create('/articles', { title })
    expect(await data('GET', '/articles')).toHaveLength(3)
  })

  it('a size alone asks for the first page of that size', async () => {
    for (const title of ['A', 'B', 'C']) await create('/articles', { title })
    expect(await data('GET', '/articles?pagination[pageSize]=2')).toHaveLength(2)
  })
})
