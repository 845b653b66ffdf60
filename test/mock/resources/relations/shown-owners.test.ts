import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const id = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const loan = ref('Loan')
const document = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/me': { get: answer(200, ref('User')) },
    '/users/{id}': { parameters: [id('id')], get: answer(200, ref('User')) },
    '/books': {
      get: answer(200, list(ref('Book'))),
      post: { requestBody: json(ref('NewBook')), ...answer(201, ref('Book')) },
    },
    '/books/{book_id}': { parameters: [id('book_id')], get: answer(200, ref('Book')) },
    '/books/{book_id}/loans': {
      parameters: [id('book_id')],
      get: answer(200, list(loan)),
      post: { requestBody: json(object({ note: text })), ...answer(201, loan) },
    },
    '/books/{book_id}/lend': { parameters: [id('book_id')], post: answer(201, loan) },
    '/loans/{loan_id}': { parameters: [id('loan_id')], get: answer(200, loan) },
    '/me/loans': { get: answer(200, list(loan)) },
    '/loans/{loan_id}/receipt': { parameters: [id('loan_id')], post: answer(201, ref('Receipt')) },
    '/receipts/{number}': {
      parameters: [{ ...id('number'), schema: text }],
      get: answer(200, ref('Receipt')),
    },
  },
  components: {
    schemas: {
      User: object({ id: integer, name: text, email: text }),
      UserSummary: object({ id: integer, name: text }),
      NewBook: object({ title: text }),
      Book: object({ id: integer, title: text, loan_count: integer }),
      Receipt: object({ number: text, loan_id: integer, user: ref('UserSummary') }),
      Loan: {
        type: 'object',
        required: ['id', 'book', 'user'],
        properties: {
          id: integer,
          book: object({ id: integer, title: text }),
          user: ref('UserSummary'),
          note: text,
        },
      },
    },
  },
}

interface Loan {
  readonly id: number
  readonly book: { readonly id: number; readonly title: string }
  readonly user: { readonly id: number; readonly name: string }
}

const mocked = async (): Promise<ReturnType<typeof clientOf>> =>
  clientOf(await createMock({ document, selfCheck: true }))

it('lists below a record those that show it', async () => {
  const send = await mocked()
  const books = (await send('GET', '/books')).body as { id: number; title: string; loan_count: number }[]
  for (const { id: bookId, title, loan_count: count } of books) {
    const loans = (await send('GET', `/books/${String(bookId)}/loans`)).body as unknown as Loan[]
    expect(loans.map(({ book }) => book)).toEqual(loans.map(() => ({ id: bookId, title })))
    expect(loans).toHaveLength(count)
  }
})

it.each([
  ['/loans', { note: 'For the holidays' }],
  ['/lend', undefined],
])('creates records by POST %s that show the one in the path', async (path, sent) => {
  const send = await mocked()
  const { body: book } = await send('POST', '/books', { title: 'Emma' })
  const { body: me } = await send('GET', '/me')
  const { id: bookId } = book as { id: number }
  const made = await send('POST', `/books/${String(bookId)}${path}`, sent)
  const { name, id: userId } = me as Loan['user']
  expect(made).toMatchObject({
    status: 201,
    body: { book: { id: bookId, title: 'Emma' }, user: { id: userId, name } },
  })
  expect((await send('GET', `/books/${String(bookId)}/loans`)).body).toEqual([made.body])
  expect((await send('GET', `/books/${String(bookId)}`)).body).toMatchObject({ loan_count: 1 })
  expect((await send('GET', '/me/loans')).body).toContainEqual(made.body)
})

it('keeps records that only an action on another one makes', async () => {
  const send = await mocked()
  const [loan1] = (await send('GET', '/me/loans')).body as unknown as Loan[]
  const made = await send('POST', `/loans/${String(loan1?.id)}/receipt`)
  expect(made).toMatchObject({ status: 201, body: { loan_id: loan1?.id, user: loan1?.user } })
  const { number } = made.body as { number: string }
  expect((await send('GET', `/receipts/${number}`)).body).toEqual(made.body)
  expect((await send('GET', '/receipts/none')).status).toBe(404)
})

it('lists below a record that nothing else lists what is created there', async () => {
  const account = { type: 'object', properties: { id: integer, name: text } }
  const payment = {
    type: 'object',
    required: ['id', 'note'],
    properties: { id: integer, note: text, account: ref('Account') },
  }
  const send = clientOf(
    await createMock({
      selfCheck: true,
      document: {
        openapi: '3.1.0',
        info: { title: 'Payments', version: '1' },
        paths: {
          '/accounts/{id}': {
            parameters: [id('id')],
            get: answer(200, ref('Account')),
            put: { requestBody: json(object({ name: text })), ...answer(200, ref('Account')) },
          },
          '/accounts/{id}/payments': {
            parameters: [id('id')],
            get: answer(200, list(ref('Payment'))),
            post: { requestBody: json(object({ note: text })), ...answer(201, ref('Payment')) },
          },
          '/payments/{id}': { parameters: [id('id')], get: answer(200, ref('Payment')) },
        },
        components: { schemas: { Account: account, Payment: payment } },
      },
    }),
  )
  const { body: made } = await send('POST', '/accounts/42/payments', { note: 'Rent' })
  expect(made).toMatchObject({ note: 'Rent', account: { id: 42 } })
  expect((await send('GET', '/accounts/42/payments')).body).toContainEqual(made)
  expect((await send('GET', '/accounts/43/payments')).body).not.toContainEqual(made)
})

it('a record that is nested in another shows that one, though it need not', async () => {
  const at = (name: string): object => ({ name, in: 'path', required: true, schema: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Clubs', version: '1' },
    paths: {
      '/clubs': {
        get: answer(200, list(ref('Club'))),
        post: { requestBody: json(object({ name: text })), ...answer(201, ref('Club')) },
      },
      '/clubs/{clubId}': { parameters: [at('clubId')], get: answer(200, ref('Club')) },
      '/clubs/{clubId}/squads': {
        parameters: [at('clubId')],
        get: answer(200, list(ref('Squad'))),
        post: { requestBody: json(object({ name: text })), ...answer(201, ref('Squad')) },
      },
      '/clubs/{clubId}/squads/{squadId}': {
        parameters: [at('clubId'), at('squadId')],
        get: answer(200, ref('Squad')),
      },
    },
    components: {
      schemas: {
        Club: object({ id: text, name: text }),
        Squad: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: text, name: text, sports_club: ref('Club') },
        },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const club = (await send('POST', '/clubs', { name: 'Harriers' })).body as { readonly id: string }
  const squad = await send('POST', `/clubs/${club.id}/squads`, { name: 'Juniors' })
  expect(squad.body).toMatchObject({ name: 'Juniors', sports_club: club })
  expect((await send('GET', `/clubs/${club.id}/squads`)).body).toEqual([squad.body])
})
