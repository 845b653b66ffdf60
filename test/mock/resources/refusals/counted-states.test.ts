import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...text, readOnly: true }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const create = (schema: string, sent: object, description = '', conflict = 'Conflict'): object => ({
  post: {
    description,
    requestBody: json(sent),
    responses: { 201: { description: 'Made', ...json(ref(schema)) }, 409: { description: conflict } },
  },
})

/** Loans of books to readers, and reviews of loans, which are kept by these rules. */
async function library(loans: string, reviews: string, conflict?: string): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      '/books': { get: answer(200, list(ref('Book'))), ...create('Book', object({ title: text })) },
      '/readers': { get: answer(200, list(ref('Reader'))), ...create('Reader', object({ name: text })) },
      '/loans': {
        get: answer(200, list(ref('Loan'))),
        ...create('Loan', object({ bookId: text, readerId: text }), loans, conflict),
      },
      '/loans/{id}': { ...at, get: answer(200, ref('Loan')) },
      '/loans/{id}/return': { ...at, post: answer(200, ref('Loan')) },
      '/loans/{id}/reviews': { ...at, ...create('Review', object({ note: text }), reviews) },
      '/reviews': { get: answer(200, list(ref('Review'))) },
      '/reviews/{id}': { ...at, get: answer(200, ref('Review')) },
      '/reviews/{id}/withdraw': { ...at, post: answer(200, ref('Review')) },
    },
    components: {
      schemas: {
        Book: object({ id: own, title: text }),
        Reader: object({ id: own, name: text }),
        Loan: object({ id: own, bookId: text, readerId: text, status: { enum: ['active', 'returned'] } }),
        Review: object({
          id: own,
          loanId: text,
          note: text,
          status: { enum: ['open', 'shown', 'withdrawn'] },
        }),
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

const made = async (send: Send, path: string, body: Record<string, string>): Promise<string> =>
  ((await send('POST', path, body)).body as { readonly id: string }).id

it('only one record in a state may refer to the same ones', async () => {
  const send = await library('A reader can have one active loan per book (409).', '')
  const loan = {
    bookId: await made(send, '/books', { title: 'Knots' }),
    readerId: await made(send, '/readers', { name: 'Ann' }),
  }
  const id = await made(send, '/loans', loan)
  expect((await send('POST', '/loans', loan)).status).toBe(409)
  await send('POST', `/loans/${id}/return`)
  expect((await send('POST', '/loans', loan)).status).toBe(201)
})

it('only one record below another may be in other states than some', async () => {
  const send = await library('', 'There can be only one review per loan that is not withdrawn (409).')
  const loan = {
    bookId: await made(send, '/books', { title: 'Knots' }),
    readerId: await made(send, '/readers', { name: 'Ann' }),
  }
  const path = `/loans/${await made(send, '/loans', loan)}/reviews`
  const id = await made(send, path, { note: 'Fine' })
  expect((await send('POST', path, { note: 'Better' })).status).toBe(409)
  await send('POST', `/reviews/${id}/withdraw`)
  expect((await send('POST', path, { note: 'Better' })).status).toBe(201)
})

it.each([
  ['The reader has an active loan already.', [409, 201]],
  ['The book is lost, or has an active loan.', [201, 409]],
])(
  'only one record in a state may refer to what alone is named: %s',
  async (conflict, [sameReader, sameBook]) => {
    const send = await library('', '', conflict)
    const [one, other] = [
      await made(send, '/books', { title: 'Knots' }),
      await made(send, '/books', { title: 'Sails' }),
    ]
    const [ann, bo] = [
      await made(send, '/readers', { name: 'Ann' }),
      await made(send, '/readers', { name: 'Bo' }),
    ]
    expect((await send('POST', '/loans', { bookId: one, readerId: ann })).status).toBe(201)
    expect((await send('POST', '/loans', { bookId: other, readerId: ann })).status).toBe(sameReader)
    expect((await send('POST', '/loans', { bookId: one, readerId: bo })).status).toBe(sameBook)
  },
)

it('only one record in a state may be below another: "The loan has an open review already"', async () => {
  const send = await library('', 'Reviews a loan. 409 if the loan has an open review already.')
  const loan = {
    bookId: await made(send, '/books', { title: 'Knots' }),
    readerId: await made(send, '/readers', { name: 'Ann' }),
  }
  const [path, otherPath] = [
    `/loans/${await made(send, '/loans', loan)}/reviews`,
    `/loans/${await made(send, '/loans', loan)}/reviews`,
  ]
  const id = await made(send, path, { note: 'Fine' })
  expect((await send('POST', path, { note: 'Better' })).status).toBe(409)
  expect((await send('POST', otherPath, { note: 'Better' })).status).toBe(201)
  await send('POST', `/reviews/${id}/withdraw`)
  expect((await send('POST', path, { note: 'Better' })).status).toBe(201)
})
