import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const time = { type: 'string', format: 'date-time', readOnly: true }
const data = (schema: object): object => object({ data: schema })
const linkage = (type: string): object => object({ type: { const: type }, id: text })
const query = (name: string, schema: object): object => ({ name, in: 'query', schema })
const id = { name: 'id', in: 'path', required: true, schema: text }

const written = { title: text, pages: { type: 'integer', minimum: 0 }, isbn: text }

/** A JSON:API document: books keep their properties in `attributes` and refer to people. */
const library = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/people': {
      get: answer(200, data(list(ref('Person')))),
      post: {
        requestBody: json(data(object({ type: { const: 'people' }, attributes: object({ name: text }) }))),
        ...answer(201, data(ref('Person'))),
      },
    },
    '/books': {
      get: {
        parameters: [
          query('filter[state]', { type: 'string', enum: ['draft', 'published'] }),
          query('filter[minPages]', integer),
          query('filter[author]', text),
          query('sort', text),
        ],
        ...answer(200, object({ data: list(ref('Book')), meta: object({ total: integer }) })),
      },
      post: {
        requestBody: json(
          data({
            type: 'object',
            required: ['type', 'attributes'],
            properties: {
              type: { const: 'books' },
              attributes: object(written),
              relationships: { type: 'object', properties: { author: data(linkage('people')) } },
            },
          }),
        ),
        responses: {
          201: { description: 'Made', ...json(data(ref('Book'))) },
          404: { description: 'The author does not exist.' },
          409: { description: 'The isbn is taken.' },
        },
      },
    },
    '/books/{id}': {
      parameters: [id],
      get: { responses: { 200: { description: 'A book', ...json(data(ref('Book'))) } } },
      patch: {
        requestBody: json(
          data({
            type: 'object',
            properties: { attributes: { type: 'object', properties: { title: text, pages: integer } } },
          }),
        ),
        ...answer(200, data(ref('Book'))),
      },
    },
    '/books/{id}/publish': {
      parameters: [id],
      post: {
        description: 'Only a `draft` book can be published; 409 otherwise.',
        responses: {
          200: { description: 'Published', ...json(data(ref('Book'))) },
          409: { description: 'It is no draft.' },
        },
      },
    },
  },
  components: {
    schemas: {
      Person: object({ type: { const: 'people' }, id: text, attributes: object({ name: text }) }),
      Resource: object({ type: text, id: text }),
      Book: {
        allOf: [
          ref('Resource'),
          object({
            type: { const: 'books' },
            attributes: object({
              ...written,
              state: { type: 'string', enum: ['draft', 'published'], readOnly: true },
              createdAt: time,
              updatedAt: time,
            }),
            relationships: {
              type: 'object',
              properties: { author: { ...data(linkage('people')) } },
            },
          }),
        ],
      },
    },
  },
}

interface Resource {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships?: unknown
}

const now = '2026-01-01T00:00:00.000Z'

interface Shelf {
  readonly mock: Mock
  readonly send: Send
  readonly add: (attributes: JsonObject, relationships?: JsonObject) => Promise<Resource>
  readonly titles: (search: string) => Promise<readonly unknown[]>
}

async function open(world?: 'empty' | Readonly<Record<string, readonly object[]>>): Promise<Shelf> {
  const mock = await createMock({
    document: library,
    selfCheck: true,
    now,
    ...(world && { world: world as 'empty' }),
  })
  const send = clientOf(mock)
  const dataOf = async <T>(response: ReturnType<Send>): Promise<T> =>
    ((await response).body as unknown as { data: T }).data
  return {
    mock,
    send,
    add: (attributes, relationships) => {
      const body = { type: 'books', attributes: { title: 'One', pages: 1, isbn: '1', ...attributes } }
      return dataOf(send('POST', '/books', { data: { ...body, ...(relationships && { relationships }) } }))
    },
    titles: async (search) =>
      (await dataOf<readonly Resource[]>(send('GET', `/books?${search}`))).map(
        ({ attributes }) => attributes['title'],
      ),
  }
}

describe('records that keep their properties in a nested object (JSON:API attributes)', () => {
  it('can be filtered and sorted by nested properties', async () => {
    const { add, titles, send } = await open('empty')
    const { id: first } = await add({ title: 'B', pages: 300, isbn: 'b' })
    await add({ title: 'A', pages: 300, isbn: 'a' })
    await add({ title: 'C', pages: 20, isbn: 'c' })
    await send('POST', `/books/${first}/publish`)
    expect(await titles('filter[state]=published')).toEqual(['B'])
    expect(await titles('filter[state]=draft')).toEqual(['A', 'C'])
    expect(await titles('filter[minPages]=300&sort=title')).toEqual(['A', 'B'])
    expect(await titles('sort=-pages,title')).toEqual(['A', 'B', 'C'])
  })

  it('have server-set properties when created and updated', async () => {
    const { add, send, mock } = await open('empty')
    const book = await add({})
    expect(book.attributes).toMatchObject({ state: 'draft', createdAt: now, updatedAt: now })
    mock.clock.set('2026-02-01T00:00:00.000Z')
    const sent = { data: { type: 'books', id: book.id, attributes: { title: 'Two' } } }
    const { body } = await send('PATCH', `/books/${book.id}`, sent)
    const { updatedAt, ...others } = (body as unknown as { data: Resource }).data.attributes
    expect({ ...book.attributes, title: 'Two' }).toMatchObject(others)
    expect(updatedAt).toMatch(/^2026-02/)
  })

  it('change state through actions, which are refused in the wrong state', async () => {
    const { add, send } = await open('empty')
    const book = await add({})
    const publish = () => send('POST', `/books/${book.id}/publish`)
    expect((await publish()).body).toMatchObject({
      data: { attributes: { state: 'published', title: 'One' } },
    })
    expect((await publish()).status).toBe(409)
  })

  it('have unique keys', async () => {
    const { send, add } = await open('empty')
    await add({ isbn: '7' })
    const again = { type: 'books', attributes: { title: 'Two', pages: 2, isbn: '7' } }
    expect((await send('POST', '/books', { data: again })).status).toBe(409)
  })

  it('are stored in the nested form, also when loaded from a world', async () => {
    const book = {
      type: 'books',
      id: '1',
      attributes: { title: 'Kept', pages: 9, isbn: '9', state: 'draft', createdAt: now, updatedAt: now },
      relationships: { author: { data: { type: 'people', id: '5' } } },
    }
    const { send, mock, titles } = await open({ '/books': [book] })
    expect((await send('GET', '/books/1')).body).toEqual({ data: book })
    expect(await titles('filter[state]=published')).toEqual([])
    const { collections } = await mock.snapshot()
    expect(collections[0]?.records).toEqual([['1', book]])
  })

  it('refer to other records, which must exist and can be filtered by', async () => {
    const { send, add, titles } = await open()
    const by = (author: string) => ({ author: { data: { type: 'people', id: author } } })
    const { body } = await send('GET', '/people')
    const [person] = (body as unknown as { data: readonly Resource[] }).data
    await add({ title: 'Hers', isbn: 'x' }, by(person?.id ?? ''))
    expect(await titles(`filter[author]=${person?.id ?? ''}`)).toContain('Hers')
    expect(await titles('filter[author]=nobody')).toEqual([])
    const sent = {
      type: 'books',
      attributes: { title: 'A', pages: 1, isbn: 'y' },
      relationships: by('nobody'),
    }
    expect((await send('POST', '/books', { data: sent })).status).toBe(404)
  })
})

/** Records whose names and times are in an object of metadata, and that are changed by a list of operations. */
const maps = {
  openapi: '3.1.0',
  info: { title: 'Maps', version: '1' },
  paths: {
    '/spaces/{space}/maps': {
      parameters: [{ name: 'space', in: 'path', required: true, schema: text }],
      get: {
        parameters: [query('labelSelector', text), query('fieldSelector', text)],
        ...answer(200, object({ items: list(ref('Map')) })),
      },
      post: { requestBody: json(ref('Map')), ...answer(201, ref('Map')) },
    },
    '/spaces/{space}/maps/{name}': {
      parameters: ['space', 'name'].map((name) => ({ name, in: 'path', required: true, schema: text })),
      get: answer(200, ref('Map')),
      put: { requestBody: json(ref('Map')), ...answer(200, ref('Map')) },
      patch: {
        requestBody: json(object({ Operations: list(object({ op: text })) })),
        ...answer(200, ref('Map')),
      },
      delete: answer(204),
    },
  },
  components: {
    schemas: {
      Map: {
        type: 'object',
        properties: {
          metadata: {
            type: 'object',
            properties: {
              name: text,
              space: text,
              labels: { type: 'object', additionalProperties: text },
              created: time,
            },
          },
          data: { type: 'object', additionalProperties: text },
        },
      },
    },
  },
}

describe('records that are named in an object of metadata', () => {
  const sendTo = async (): Promise<Send> => {
    const now = '2030-01-01T00:00:00Z'
    const send = clientOf(await createMock({ document: maps, world: 'empty', selfCheck: true, now }))
    await send('POST', '/spaces/a/maps', {
      metadata: { name: 'one', labels: { tier: 'x' } },
      data: { k: 'v' },
    })
    await send('POST', '/spaces/a/maps', { metadata: { name: 'two' } })
    return send
  }
  const metadata = { name: 'one', space: 'a', labels: { tier: 'x' }, created: '2030-01-01T00:00:00.000Z' }

  it('are read by their names, below the record in the path', async () => {
    const send = await sendTo()
    expect((await send('GET', '/spaces/a/maps/one')).body).toEqual({ metadata, data: { k: 'v' } })
    expect((await send('GET', '/spaces/b/maps/one')).status).toBe(404)
  })

  it('are listed, narrowed by their labels', async () => {
    const { body } = await (await sendTo())('GET', '/spaces/a/maps?labelSelector=tier')
    expect(body).toEqual({ items: [{ metadata, data: { k: 'v' } }] })
  })

  it('are changed by a list of operations, and removed', async () => {
    const send = await sendTo()
    const operations = [
      { op: 'replace', path: 'data.k', value: 'w' },
      { op: 'remove', path: 'metadata.labels' },
    ]
    const { labels: _, ...rest } = metadata
    const { body } = await send('PATCH', '/spaces/a/maps/one', { Operations: operations })
    expect(body).toEqual({ metadata: rest, data: { k: 'w' } })
    await send('DELETE', '/spaces/a/maps/one')
    expect((await send('GET', '/spaces/a/maps/one')).status).toBe(404)
  })

  const namesIn = async (send: Send, path: string): Promise<readonly string[]> => {
    const { items } = (await send('GET', path)).body as unknown as {
      readonly items: readonly { readonly metadata: { readonly name: string } }[]
    }
    return items.map((item) => item.metadata.name)
  }

  it('are listed by values of theirs, at any depth', async () => {
    const send = await sendTo()
    const selected = async (fields: string): Promise<readonly string[]> =>
      namesIn(send, `/spaces/a/maps?fieldSelector=${encodeURIComponent(fields)}`)
    expect(await selected('metadata.name=two')).toEqual(['two'])
    expect(await selected('metadata.name!=two,data.k=v')).toEqual(['one'])
    expect(await selected('data.k=w')).toEqual([])
  })

  it('are not created twice by the same name', async () => {
    const send = await sendTo()
    expect((await send('POST', '/spaces/a/maps', { metadata: { name: 'one' } })).status).toBe(409)
    expect((await send('POST', '/spaces/b/maps', { metadata: { name: 'one' } })).status).toBe(201)
  })

  it('are listed across all that they are below', async () => {
    const space = object({ metadata: object({ name: text }) })
    const all = {
      ...maps,
      paths: {
        ...maps.paths,
        '/spaces': {
          get: answer(200, object({ items: list(space) })),
          post: { requestBody: json(space), ...answer(201, space) },
        },
        '/spaces/{space}': {
          parameters: [{ name: 'space', in: 'path', required: true, schema: text }],
          get: answer(200, space),
        },
        '/maps': {
          get: {
            parameters: [query('fieldSelector', text)],
            ...answer(200, object({ items: list(ref('Map')) })),
          },
        },
      },
    }
    const send = clientOf(await createMock({ document: all, world: 'empty', selfCheck: true }))
    for (const name of ['a', 'b']) {
      await send('POST', '/spaces', { metadata: { name } })
      await send('POST', `/spaces/${name}/maps`, { metadata: { name: `of-${name}` } })
    }
    expect(await namesIn(send, '/maps')).toEqual(['of-a', 'of-b'])
    expect(await namesIn(send, '/maps?fieldSelector=metadata.name%3Dof-b')).toEqual(['of-b'])
  })
})
