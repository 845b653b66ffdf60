import { beforeEach, describe, expect, it } from 'vitest'
import { type Mock, type MockOptions, createMock } from '../../../mock/index.ts'
import { isLazy } from '../../../mock/store/lazy.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { clientOf, type Answer, type Send } from '../client.ts'
import { library } from './library.ts'

const now = '2026-03-01T12:00:00Z'
let mock: Mock
let send: Send

async function open(options: MockOptions = {}): Promise<void> {
  mock = await createMock({ document: library, world: 'empty', now, selfCheck: true, ...options })
  send = clientOf(mock)
}

beforeEach(async () => open())

const get = async (target: string): Promise<Json | undefined> => (await send('GET', target)).body
const data = async (answer: Promise<Answer>): Promise<JsonObject> =>
  ((await answer).body as { data: JsonObject }).data

async function shelf(body: JsonObject = { name: 'Poetry' }): Promise<JsonObject> {
  return data(send('POST', '/shelves', body))
}

type Book = JsonObject & { readonly id: string }

async function book(body: JsonObject = { title: 'Emma' }, at = 1): Promise<Book> {
  const answer = await send('POST', `/shelves/${at}/books`, body)
  expect(answer.status).toBe(201)
  return answer.body as Book
}

describe('creating', () => {
  it('assigns the next id and responds with a Location that leads to the record', async () => {
    await shelf()
    const answer = await send('POST', '/shelves', { name: 'Travel' })
    expect(answer.status).toBe(201)
    expect(answer.header('Location')).toBe('/shelves/2')
    expect(answer.body).toMatchObject({ data: { id: 2, name: 'Travel' } })
    expect(await get('/shelves/2')).toEqual(answer.body)
  })

  it('fills in defaults and empty lists, and omits other optional properties that were not sent', async () => {
    const created = await shelf()
    expect(created).toMatchObject({ floor: 1, tags: [] })
    expect(created).not.toHaveProperty('style')
  })

  it('sets readOnly properties: timestamps to now, counts to zero, others to generated values', async () => {
    expect(await shelf()).toMatchObject({
      createdAt: '2026-03-01T12:00:00.000Z',
      bookCount: 0,
      keeper: { name: expect.stringMatching(/\S/) },
    })
  })

  it('updates the count of nested records as they are created and deleted', async () => {
    await shelf()
    await book()
    const { id } = await book({ title: 'Persuasion' })
    expect(await get('/shelves/1')).toMatchObject({ data: { bookCount: 2 } })
    await send('PATCH', '/shelves/1', { name: 'Novels' })
    await send('DELETE', `/shelves/1/books/${id}`)
    expect(await get('/shelves/1')).toMatchObject({ data: { bookCount: 1 } })
  })

  it('starts in the initial state by name, wherever the enum lists it', async () => {
    const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
    const title = { type: 'string' }
    const ticket = {
      type: 'object',
      required: ['id', 'title', 'status', 'size'],
      properties: {
        id: { type: 'integer' },
        title,
        status: { type: 'string', enum: ['RESOLVED', 'IN_PROGRESS', 'TO_DO'] },
        size: { type: 'string', enum: ['s', 'l'] },
      },
    }
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Tickets', version: '1' },
      paths: {
        '/tickets': {
          post: {
            requestBody: json({ type: 'object', required: ['title'], properties: { title } }),
            responses: { 201: { description: 'Made', ...json(ticket) } },
          },
        },
        '/tickets/{id}': {
          get: { parameters: [id], responses: { 200: { description: 'One', ...json(ticket) } } },
        },
      },
    }
    const created = await clientOf(await createMock({ document }))('POST', '/tickets', { title: 'Broken' })
    expect(created.body).toMatchObject({ title: 'Broken', status: 'TO_DO', size: 's' })
  })

  it('starts in the first state with flags off and without later timestamps', async () => {
    await shelf()
    const created = await book()
    expect(created).toMatchObject({ status: 'in', reserved: false, shelfId: 1 })
    expect(created).not.toHaveProperty('returnedAt')
  })

  it('ignores readOnly properties sent by clients', async () => {
    await shelf()
    const created = await book({
      title: 'Emma',
      id: '0',
      shelfId: 9,
      status: 'lost',
      reserved: true,
      unheardOf: 1,
    })
    expect(created).toMatchObject({ shelfId: 1, status: 'in', reserved: false })
    expect(created['id']).not.toBe('0')
    expect(created).not.toHaveProperty('unheardOf')
  })

  it('generates ids in the format of the schema, reproducibly', async () => {
    await shelf()
    const { id } = await book()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const { id: next } = await book()
    expect(next).not.toBe(id)
    await open()
    await shelf()
    expect(await book()).toMatchObject({ id })
  })

  it('generates ids within the bounds of the schema', async () => {
    const created = [
      await send('POST', '/tickets', { subject: 'A' }),
      await send('POST', '/tickets', { subject: 'B' }),
    ]
    expect(created.map(({ body }) => (body as JsonObject)['id'])).toEqual([1000, 1001])
    expect((await send('GET', '/tickets/1001')).status).toBe(200)
  })

  it('never reuses an id', async () => {
    await send('POST', '/tickets', { subject: 'A' })
    await send('DELETE', '/tickets/1000')
    expect((await send('POST', '/tickets', { subject: 'B' })).body).toMatchObject({ id: 1001 })
  })

  it('accepts an id chosen by the client where the document allows it, and refuses it a second time', async () => {
    const author = { handle: 'jane', name: 'Jane Austen' }
    const answer = await send('POST', '/authors', author)
    expect(answer).toMatchObject({ status: 201, body: author })
    expect(answer.header('Location')).toBe('/authors/jane')
    const again = await send('POST', '/authors', { handle: 'jane', name: 'Another' })
    expect(again).toMatchObject({ status: 409, body: { message: 'The author jane exists already.' } })
    expect(await get('/authors/jane')).toEqual(author)
  })

  it('refuses an id that no path could address', async () => {
    const answer = await send('POST', '/stamps', { id: -5, motif: 'A ship' })
    expect(answer).toMatchObject({ status: 201, body: { id: 1, motif: 'A ship' } })
    expect(await send('POST', '/stamps', { id: 7, motif: 'A bird' })).toMatchObject({ body: { id: 7 } })
    expect(await send('POST', '/stamps', { id: 7, motif: 'A fish' })).toMatchObject({
      status: 201,
      body: { id: 8 },
    })
  })

  it('continues with free ids when the largest one is taken', async () => {
    await send('POST', '/stamps', { id: 8, motif: 'A ship' })
    expect(await send('POST', '/stamps', { motif: 'A bird' })).toMatchObject({ status: 201, body: { id: 1 } })
    expect(await get('/stamps/1')).toMatchObject({ motif: 'A bird' })
  })

  it('stores what the response can show', async () => {
    const { body } = await send('POST', '/stamps', { motif: 'A ship', grade: 'mint' })
    expect(body).toMatchObject({ grade: 'fair' })
    expect(await get('/stamps/1')).toEqual(body)
  })

  it('percent-encodes ids in the Location', async () => {
    const answer = await send('POST', '/authors', { handle: 'a/b ç', name: 'Odd' })
    expect(answer.header('Location')).toBe('/authors/a%2Fb%20%C3%A7')
    expect(await get('/authors/a%2Fb%20%C3%A7')).toEqual({ handle: 'a/b ç', name: 'Odd' })
  })

  it('never returns writeOnly properties', async () => {
    await shelf()
    const created = await book({ title: 'Emma', pin: '1234' })
    expect(created).not.toHaveProperty('pin')
    expect(JSON.stringify(await mock.snapshot())).not.toContain('1234')
  })
})

describe('reading', () => {
  it.each([
    ['/shelves/7', 'There is no shelf 7.'],
    ['/authors/nobody', 'There is no author nobody.'],
    ['/shelves/7/books', 'There is no shelf 7.'],
    [
      '/shelves/1/books/1f0d2c3b-4a59-4e68-8777-869504132231',
      'There is no book 1f0d2c3b-4a59-4e68-8777-869504132231.',
    ],
  ])('%s: 404 names what does not exist', async (target, message) => {
    await shelf()
    expect(await send('GET', target)).toMatchObject({ status: 404, body: { message } })
  })

  it('wraps the record in the envelope the operation declares', async () => {
    const created = await shelf()
    expect(await get('/shelves/1')).toEqual({ data: created })
  })
})

describe('replacing', () => {
  it('keeps the id and readOnly properties and resets the rest to defaults', async () => {
    const before = await shelf({ name: 'Poetry', floor: 3, tags: ['old'] })
    const after = await data(send('PUT', '/shelves/1', { name: 'Prose', id: 9 }))
    expect(after).toEqual({
      ...before,
      name: 'Prose',
      floor: 1,
      tags: undefined,
      updatedAt: '2026-03-01T12:00:00.000Z',
    })
    expect(await get('/shelves/1')).toEqual({ data: after })
  })

  it('creates a record under the id of the path only where 201 is declared', async () => {
    const created = await send('PUT', '/labels/new', { color: 'red' })
    expect(created).toMatchObject({ status: 201, body: { name: 'new', color: 'red' } })
    expect(await send('PUT', '/labels/new', { color: 'blue' })).toMatchObject({
      status: 200,
      body: { color: 'blue' },
    })
    expect(await send('PUT', '/shelves/7', { name: 'Prose' })).toMatchObject({ status: 404 })
    expect(await get('/labels')).toEqual([{ name: 'new', color: 'blue' }])
  })
})

describe('updating', () => {
  it('merges objects, replaces arrays and leaves the rest', async () => {
    const before = await shelf({ name: 'Poetry', tags: ['a', 'b'], style: { color: 'red', wood: 'oak' } })
    const after = await data(send('PATCH', '/shelves/1', { tags: ['c'], style: { color: 'blue' } }))
    expect(after).toEqual({
      ...before,
      tags: ['c'],
      style: { color: 'blue', wood: 'oak' },
      updatedAt: '2026-03-01T12:00:00.000Z',
    })
  })

  it('removes properties set to null', async () => {
    await shelf({ name: 'Poetry', style: { color: 'red', wood: 'oak' } })
    const partly = await data(send('PATCH', '/shelves/1', { style: { wood: null } }))
    expect(partly['style']).toEqual({ color: 'red' })
    expect(await data(send('PATCH', '/shelves/1', { style: null }))).not.toHaveProperty('style')
  })

  it('stores null where the schema allows it', async () => {
    await shelf()
    const { id } = await book({ title: 'Emma', subtitle: 'A novel' })
    expect((await send('PATCH', `/shelves/1/books/${id}`, { subtitle: null })).body).toMatchObject({
      subtitle: null,
    })
  })

  it('keeps required properties even if the patch removes them', async () => {
    await shelf({ name: 'Poetry' })
    const after = await data(send('PATCH', '/shelves/1', { name: null, floor: 2 }))
    expect(after).toMatchObject({ name: 'Poetry', floor: 2 })
  })

  it('ignores readOnly properties', async () => {
    await shelf()
    const before = await book()
    const target = `/shelves/1/books/${before.id}`
    const { body } = await send('PATCH', target, { title: 'Persuasion', id: 'x', shelfId: 9, reserved: true })
    expect(body).toEqual({ ...before, title: 'Persuasion' })
  })

  it('applies a JSON Patch completely or not at all', async () => {
    await send('POST', '/authors', { handle: 'jane', name: 'Jane', biography: 'Long.' })
    const headers = { 'content-type': 'application/json-patch+json' }
    const patch = [
      { op: 'test', path: '/name', value: 'Jane' },
      { op: 'replace', path: '/name', value: 'Jane Austen' },
      { op: 'remove', path: '/biography' },
    ]
    expect((await send('PATCH', '/authors/jane', patch, headers)).body).toEqual({
      handle: 'jane',
      name: 'Jane Austen',
    })
    const again = await send('PATCH', '/authors/jane', patch, headers)
    expect(again).toMatchObject({
      status: 409,
      body: { message: 'Operation 0 of the patch cannot be applied: the values differ.' },
    })
    expect(await get('/authors/jane')).toEqual({ handle: 'jane', name: 'Jane Austen' })
  })

  it('responds 404 for an unknown record', async () => {
    expect(await send('PATCH', '/shelves/7', { floor: 2 })).toMatchObject({ status: 404 })
  })
})

describe('deleting', () => {
  it('responds as declared: without content, or with the deleted record', async () => {
    await shelf()
    const created = await book()
    const target = `/shelves/1/books/${created.id}`
    expect(await send('DELETE', target)).toMatchObject({ status: 200, body: created })
    expect(await send('DELETE', target)).toMatchObject({ status: 404 })
    expect(await send('DELETE', '/shelves/1')).toMatchObject({ status: 204, body: undefined })
    expect(await send('GET', '/shelves/1')).toMatchObject({ status: 404 })
  })

  it('deletes nested records too', async () => {
    await shelf()
    await book()
    await send('DELETE', '/shelves/1')
    expect(await send('GET', '/shelves/1/books')).toMatchObject({ status: 404 })
    const { collections } = await mock.snapshot()
    expect(collections.flatMap(({ records }) => records)).toEqual([])
  })
})

describe('listing', () => {
  const names = (body: Json | undefined): unknown =>
    (body as { data: JsonObject[] }).data.map(({ name }) => name)

  it('fills the envelope with the page and the total', async () => {
    for (const name of 'abcde') await shelf({ name, floor: name < 'c' ? 1 : 2 })
    const body = await get('/shelves?limit=2&offset=1')
    expect(names(body)).toEqual(['b', 'c'])
    expect(body).toMatchObject({ meta: { total: 5, limit: 2, offset: 1, has_more: true } })
    expect(await get('/shelves?offset=4')).toMatchObject({ meta: { total: 5, offset: 4, has_more: false } })
  })

  it('filters by properties of the records', async () => {
    for (const name of 'abc') await shelf({ name, floor: name === 'b' ? 2 : 1 })
    const body = await get('/shelves?floor=1')
    expect(names(body)).toEqual(['a', 'c'])
    expect(body).toMatchObject({ meta: { total: 2 } })
  })

  it('is an empty list, not an error, past the end and without records', async () => {
    await shelf()
    expect(names(await get('/shelves?offset=50'))).toEqual([])
    expect(await get('/shelves/1/books')).toEqual([])
  })

  it('links to the neighbouring pages of numbered pages', async () => {
    await shelf()
    for (const title of 'abcdefg') await book({ title })
    const answer = await send('GET', '/shelves/1/books?page=2&per_page=3')
    expect((answer.body as JsonObject[]).map(({ title }) => title)).toEqual(['d', 'e', 'f'])
    expect(answer.header('X-Total-Count')).toBe('7')
    expect(answer.header('Link')?.split(', ')).toEqual([
      '</shelves/1/books?page=1&per_page=3>; rel="first"',
      '</shelves/1/books?page=1&per_page=3>; rel="prev"',
      '</shelves/1/books?page=3&per_page=3>; rel="next"',
      '</shelves/1/books?page=3&per_page=3>; rel="last"',
    ])
  })

  it('keeps the nested records of different parents apart', async () => {
    await shelf()
    await shelf()
    const created = await book({ title: 'Emma' }, 1)
    expect(await get('/shelves/2/books')).toEqual([])
    expect(await send('GET', `/shelves/2/books/${created.id}`)).toMatchObject({ status: 404 })
  })

  describe('with a cursor', () => {
    beforeEach(async () => {
      for (const handle of 'abcdefg')
        await send('POST', '/authors', { handle, name: handle.toUpperCase(), biography: 'Long.' })
    })
    const page = async (query: string): Promise<{ handles: string[]; next: string | null }> => {
      const { items, next_cursor: next } = (await get(`/authors?${query}`)) as unknown as {
        items: { handle: string }[]
        next_cursor: string | null
      }
      return { handles: items.map(({ handle }) => handle), next }
    }

    it('visits every record exactly once', async () => {
      const handles: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const current: { handles: string[]; next: string | null } = await page(
          next === '' ? '' : `after=${next}`,
        )
        handles.push(...current.handles)
        next = current.next
      }
      expect(handles).toEqual([...'abcdefg'])
    })

    it('accepts the id of the last record as cursor', async () => {
      expect((await page('after=d')).handles).toEqual(['e', 'f', 'g'])
    })

    it('refuses an unknown cursor', async () => {
      expect(await send('GET', '/authors?after=nobody')).toMatchObject({
        status: 400,
        body: { message: "'nobody' is not a cursor of this list." },
      })
    })

    it('shows only the properties the list schema allows', async () => {
      const { items } = (await get('/authors?limit=1')) as { items: JsonObject[] }
      expect(items).toEqual([{ handle: 'a', name: 'A' }])
    })
  })
})

describe('a singleton', () => {
  it('exists from the start, is stable and can be updated', async () => {
    const before = (await get('/me')) as JsonObject
    expect(before).toEqual({
      email: expect.stringContaining('@'),
      theme: expect.stringMatching(/light|dark/),
      displayName: expect.any(String),
    })
    expect(await get('/me')).toEqual(before)
    const theme = before['theme'] === 'dark' ? 'light' : 'dark'
    expect((await send('PATCH', '/me', { theme })).body).toEqual({ ...before, theme })
    expect(await get('/me')).toEqual({ ...before, theme })
  })
})

describe('the seeded world', () => {
  beforeEach(async () => open({ world: 'demo' }))

  it('has valid records with ids from 1 in every collection', async () => {
    const { data: shelves, meta } = (await get('/shelves')) as { data: JsonObject[]; meta: JsonObject }
    expect(shelves.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(meta['total']).toBe(12)
    expect(((await get('/authors?limit=50')) as { items: Json[] }).items).toHaveLength(12)
    expect(await get('/labels')).toHaveLength(12)
  })

  it('has nested records below every parent', async () => {
    const counts = await Promise.all(
      [1, 2, 3, 12].map(async (id) => ((await get(`/shelves/${id}/books`)) as Json[]).length),
    )
    expect(counts).toEqual([3, 3, 3, 3])
    expect(await get('/shelves/2/books')).toEqual(
      expect.arrayContaining([expect.objectContaining({ shelfId: 2 })]),
    )
  })

  it('refers only to records that exist', async () => {
    const tickets = (await get('/tickets')) as { shelfId: number }[]
    expect(tickets.every(({ shelfId }) => shelfId >= 1 && shelfId <= 12)).toBe(true)
    expect(new Set(tickets.map(({ shelfId }) => shelfId)).size).toBeGreaterThan(3)
  })

  it('leaves ids for new records where the range is small', async () => {
    expect(((await get('/stamps')) as { id: number }[]).map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect((await send('POST', '/stamps', { motif: 'A ship' })).body).toMatchObject({ id: 5 })
    expect(await send('GET', '/stamps/5')).toMatchObject({ status: 200 })
  })

  it('continues with ids after the seeded ones', async () => {
    await send('DELETE', '/shelves/12')
    expect(await shelf()).toMatchObject({ id: 13 })
  })

  it('is the same for the same seed, in whatever order it is requested', async () => {
    const first = [await get('/shelves'), await get('/tickets'), await get('/shelves/1/books')]
    await open({ world: 'demo' })
    const second = [await get('/shelves/1/books'), await get('/tickets'), await get('/shelves')].reverse()
    expect(second).toEqual(first)
    await open({ world: 'demo', seed: 2 })
    expect(await get('/shelves')).not.toEqual(first[0])
  })

  it('is restored by a reset', async () => {
    const before = await get('/shelves')
    await send('DELETE', '/shelves/3')
    await send('PATCH', '/shelves/4', { name: 'Changed' })
    await mock.reset()
    expect(await get('/shelves')).toEqual(before)
  })

  it('is unchanged by refused requests', async () => {
    const before = JSON.stringify(await mock.snapshot())
    expect(await send('PATCH', '/shelves/99', { floor: 3 })).toMatchObject({ status: 404 })
    expect(await send('POST', '/shelves/99/books', { title: 'Emma' })).toMatchObject({ status: 404 })
    expect(JSON.stringify(await mock.snapshot())).toBe(before)
  })

  it('has records in scopes the document does not describe, always the same', async () => {
    const [here, there] = [await get('/towns/here/streets'), await get('/towns/there/streets')]
    expect(here).toHaveLength(3)
    expect(here).toEqual(await get('/towns/here/streets'))
    expect(here).not.toEqual(there)
    const [first] = here as { id: number; town: string }[]
    expect(first).toMatchObject({ town: 'here' })
    expect(await get(`/towns/here/streets/${first?.id}`)).toEqual(first)
    expect(await get(`/towns/here/streets/${first?.id}/houses`)).toHaveLength(3)
    expect(await send('GET', '/towns/here/streets/99/houses')).toMatchObject({ status: 404 })
  })

  it('keeps changes in such a scope until a reset', async () => {
    const before = await mock.snapshot()
    const streets = await get('/towns/here/streets')
    expect(await mock.snapshot()).toEqual(before)
    await send('DELETE', '/towns/here/streets/2')
    expect((await send('POST', '/towns/here/streets', { name: 'New Street' })).body).toMatchObject({ id: 4 })
    expect(((await get('/towns/here/streets')) as { id: number }[]).map(({ id }) => id)).toEqual([1, 3, 4])
    await mock.reset()
    expect(await get('/towns/here/streets')).toEqual(streets)
  })

  it('is not changed by reading it', async () => {
    const before = JSON.stringify(await mock.snapshot())
    await get('/tickets')
    await get('/shelves/1/books')
    expect(JSON.stringify(await mock.snapshot())).toBe(before)
  })

  it('starts with the examples of the document', async () => {
    const shown = { handle: 'jane', name: 'Jane Austen', biography: 'Wrote Emma.' }
    const document = structuredClone(library) as unknown as {
      paths: Record<
        string,
        { get: { responses: Record<string, { content: Record<string, { example?: unknown }> }> } }
      >
    }
    const media = document.paths['/authors/{handle}']?.get.responses['200']?.content['application/json']
    if (media) media.example = shown
    await open({ document, world: 'demo' })
    expect(await get('/authors/jane')).toEqual(shown)
    expect(((await get('/authors?limit=50')) as { items: JsonObject[] }).items[0]).toEqual({
      handle: 'jane',
      name: 'Jane Austen',
    })
  })

  it('creates thousands of records lazily, so it is ready at once', async () => {
    await open({ world: 'large' })
    expect((await mock.snapshot()).collections.every(isLazy)).toBe(true)
    expect(await get('/shelves')).toMatchObject({ meta: { total: 2000 } })
    expect((await mock.snapshot()).collections.filter((collection) => !isLazy(collection))).toHaveLength(1)
  })
})
