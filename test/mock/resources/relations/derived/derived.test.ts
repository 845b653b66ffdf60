import { expect, describe, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, ref, text } from '../../document-parts.ts'

const object = (properties: object): object => ({
  type: 'object',
  required: ['id'],
  properties: { id: integer, ...properties },
})
const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: integer })

/** The CRUD operations of a collection whose requests have the `sent` properties. */
const collection = (path: string, name: string, sent: object, above: readonly string[] = []): object => {
  const body = { requestBody: json({ type: 'object', properties: sent }) }
  return {
    [path]: {
      parameters: above.map(inPath),
      get: answer(200, list(ref(name))),
      post: { ...body, ...answer(201, ref(name)) },
    },
    [`${path}/{id}`]: {
      parameters: [...above, 'id'].map(inPath),
      get: answer(200, ref(name)),
      patch: { ...body, ...answer(200, ref(name)) },
      delete: { responses: { 204: { description: 'done' } } },
    },
  }
}

const ticket = { subject: text, customerId: integer }
const comment = { text }
const folder = { name: text, parentId: { type: ['integer', 'null'] } }

async function helpDesk(): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Help desk', version: '1' },
    paths: {
      ...collection('/customers', 'Customer', { name: text }),
      ...collection('/tickets', 'Ticket', ticket),
      ...collection('/tickets/{ticketId}/comments', 'Comment', comment, ['ticketId']),
      ...collection('/folders', 'Folder', folder),
    },
    components: {
      schemas: {
        Customer: object({
          name: text,
          ticketCount: integer,
          openTicketCount: integer,
          tickets: list(ref('Ticket')),
        }),
        Ticket: object({
          ...ticket,
          customer: ref('Customer'),
          comments: list(ref('Comment')),
          commentCount: integer,
        }),
        Comment: object({ ...comment, ticketId: integer }),
        FolderSummary: object({ name: text }),
        Folder: object({ ...folder, children: list(ref('Folder')), subfolders: list(ref('FolderSummary')) }),
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const all = async (send: Send, path: string): Promise<readonly JsonObject[]> =>
  (await send('GET', path)).body as unknown as readonly JsonObject[]
const recordAt = async (send: Send, path: string): Promise<JsonObject> =>
  (await send('GET', path)).body as JsonObject
const idsIn = (value: unknown): unknown[] => (value as JsonObject[]).map(({ id }) => id)

describe('seeded records', () => {
  it('list and count their nested records', async () => {
    const send = await helpDesk()
    const { comments, commentCount } = await recordAt(send, '/tickets/1')
    expect(comments).toEqual(await all(send, '/tickets/1/comments'))
    expect(comments).toHaveLength(Number(commentCount))
    expect(commentCount).toBeGreaterThan(0)
  })

  it('list and count the records that refer to them', async () => {
    const send = await helpDesk()
    const tickets = await all(send, '/tickets')
    for (const { id, ...customer } of await all(send, '/customers')) {
      const own = tickets.filter(({ customerId }) => customerId === id)
      expect(idsIn(customer['tickets'])).toEqual(idsIn(own))
      expect(customer['ticketCount']).toBe(own.length)
    }
  })

  it('list their children of the same resource, in full or as summaries', async () => {
    const send = await helpDesk()
    const folders = await all(send, '/folders')
    for (const { id, ...folder } of folders) {
      const below = folders.filter(({ parentId }) => parentId === id)
      expect(idsIn(folder['children'])).toEqual(idsIn(below))
      expect(folder['subfolders']).toEqual(
        below.map((subfolder) => ({ id: subfolder['id'], name: subfolder['name'] })),
      )
    }
    expect(folders[0]?.['children']).toHaveLength(2)
  })
})

describe('derived lists and counts', () => {
  it('are empty for a new record', async () => {
    const send = await helpDesk()
    expect((await send('POST', '/customers', { name: 'New' })).body).toMatchObject({
      ticketCount: 0,
      tickets: [],
    })
    expect((await send('POST', '/folders', { name: 'New' })).body).toMatchObject({
      children: [],
      subfolders: [],
    })
  })

  it('include new records', async () => {
    const send = await helpDesk()
    const { commentCount } = await recordAt(send, '/tickets/1')
    const { body } = await send('POST', '/tickets/1/comments', { text: 'New' })
    const { comments, ...ticket } = await recordAt(send, '/tickets/1')
    expect((comments as JsonObject[]).at(-1)).toEqual(body)
    expect(ticket['commentCount']).toBe(Number(commentCount) + 1)
  })

  it('show updated records', async () => {
    const send = await helpDesk()
    await send('PATCH', '/tickets/1/comments/2', { text: 'Changed' })
    expect((await recordAt(send, '/tickets/1'))['comments']).toContainEqual({
      id: 2,
      ticketId: 1,
      text: 'Changed',
    })
  })

  it('follow records moved to another parent', async () => {
    const send = await helpDesk()
    const { id } = (await send('POST', '/folders', { name: 'New', parentId: 1 })).body as JsonObject
    expect(idsIn((await recordAt(send, '/folders/1'))['children'])).toContain(id)
    await send('PATCH', `/folders/${String(Number(id))}`, { parentId: 2 })
    expect(idsIn((await recordAt(send, '/folders/1'))['children'])).not.toContain(id)
    expect(idsIn((await recordAt(send, '/folders/2'))['children'])).toContain(id)
  })

  it('drop deleted records', async () => {
    const send = await helpDesk()
    const [{ id, customerId } = {}] = await all(send, '/tickets')
    const customer = `/customers/${String(Number(customerId))}`
    const { ticketCount } = await recordAt(send, customer)
    await send('DELETE', `/tickets/${String(Number(id))}`)
    const after = await recordAt(send, customer)
    expect(idsIn(after['tickets'])).not.toContain(id)
    expect(after['ticketCount']).toBe(Number(ticketCount) - 1)
  })

  it('are current in embedded records too', async () => {
    const send = await helpDesk()
    const [{ id, customerId } = {}] = await all(send, '/tickets')
    await send('POST', '/tickets', { subject: 'New', customerId: customerId ?? null })
    const { ticketCount } = await recordAt(send, `/customers/${String(Number(customerId))}`)
    expect((await recordAt(send, `/tickets/${String(Number(id))}`))['customer']).toMatchObject({
      ticketCount,
    })
  })
})

it('a count of a subset of the referring records is left unchanged', async () => {
  const send = await helpDesk()
  const before = await recordAt(send, '/customers/1')
  await send('POST', '/tickets', { subject: 'New', customerId: 1 })
  expect((await recordAt(send, '/customers/1'))['openTicketCount']).toBe(before['openTicketCount'])
})

it('counts and lists include records that refer by an embedded object', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      ...collection('/authors', 'Author', { name: text }),
      ...collection('/books', 'Book', { title: text, author: ref('AuthorRef') }),
    },
    components: {
      schemas: {
        Author: object({ name: text, bookCount: integer, books: list(ref('BookRef')) }),
        AuthorRef: object({ name: text }),
        Book: object({ title: text, pages: integer, author: ref('AuthorRef') }),
        BookRef: object({ title: text }),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const createdAuthor = (await send('POST', '/authors', { name: 'Ann' })).body as unknown as { id: number }
  const { id } = createdAuthor
  const book = (await send('POST', '/books', { title: 'One', author: { id } })).body as unknown as {
    id: number
  }
  expect(await recordAt(send, `/authors/${id}`)).toMatchObject({
    bookCount: 1,
    books: [{ id: book.id, title: 'One' }],
  })
  await send('DELETE', `/books/${book.id}`)
  expect(await recordAt(send, `/authors/${id}`)).toMatchObject({ bookCount: 0, books: [] })
  for (const author of await all(send, '/authors')) {
    const books = (await all(send, '/books')).filter((book) =>
      JSON.stringify(book['author']).includes(`"id":${JSON.stringify(author['id'])},`),
    )
    expect(author['bookCount']).toBe(books.length)
  }
})

describe('numbers derived from members', () => {
  const review = { productId: integer, rating: { type: 'integer', minimum: 1, maximum: 5 } }
  const task = { productId: integer, status: { type: 'string', enum: ['open', 'closed'] } }

  async function shop(): Promise<Send> {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {
        ...collection('/products', 'Product', { name: text }),
        ...collection('/reviews', 'Review', review),
        ...collection('/tasks', 'Task', task),
      },
      components: {
        schemas: {
          Product: object({
            name: text,
            averageRating: { type: ['number', 'null'] },
            ratingCount: { ...integer, description: 'Number of reviews.' },
            open_tasks_count: integer,
          }),
          Review: object(review),
          Task: object(task),
        },
      },
    }
    return clientOf(await createMock({ document, selfCheck: true }))
  }

  it('are a mean and a count of new members', async () => {
    const send = await shop()
    const { id } = (await send('POST', '/products', { name: 'Lamp' })).body as { id: number }
    expect((await send('GET', `/products/${id}`)).body).toMatchObject({ averageRating: null, ratingCount: 0 })
    await send('POST', '/reviews', { productId: id, rating: 5 })
    const { body } = await send('POST', '/reviews', { productId: id, rating: 2 })
    expect((await send('GET', `/products/${id}`)).body).toMatchObject({ averageRating: 3.5, ratingCount: 2 })
    await send('PATCH', `/reviews/${(body as { id: number }).id}`, { rating: 3 })
    expect((await send('GET', `/products/${id}`)).body).toMatchObject({ averageRating: 4, ratingCount: 2 })
  })

  it('count only members in the state that their names tell', async () => {
    const send = await shop()
    const { id } = (await send('POST', '/products', { name: 'Lamp' })).body as { id: number }
    const made = await send('POST', '/tasks', { productId: id, status: 'open' })
    await send('POST', '/tasks', { productId: id, status: 'closed' })
    const count = async () => ((await send('GET', `/products/${id}`)).body as JsonObject)['open_tasks_count']
    expect(await count()).toBe(1)
    await send('PATCH', `/tasks/${(made.body as { id: number }).id}`, { status: 'closed' })
    expect(await count()).toBe(0)
  })

  it('agree with the members of seeded records', async () => {
    const send = await shop()
    const [reviews, tasks] = [await all(send, '/reviews'), await all(send, '/tasks')]
    for (const product of await all(send, '/products')) {
      const own = reviews.filter(({ productId }) => productId === product['id'])
      const sum = own.reduce((partial, { rating }) => partial + Number(rating), 0)
      expect(product['averageRating'] ?? 0).toBeCloseTo(own.length === 0 ? 0 : sum / own.length)
      expect(product['open_tasks_count']).toBe(
        tasks.filter((each) => each['productId'] === product['id'] && each['status'] === 'open').length,
      )
    }
  })
})
