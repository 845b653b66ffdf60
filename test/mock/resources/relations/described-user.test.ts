import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const customer = object({ id: text, name: text, street: text })
const item = (name: string): object => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
  get: answer(200, ref(name)),
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Bank', version: '1' },
  paths: {
    '/me': {
      get: {
        description: 'The customer who is signed in.',
        ...answer(200, object({ id: text, name: text })),
      },
    },
    '/customers': { get: answer(200, list(ref('Customer'))) },
    '/customers/{id}': item('Customer'),
    '/accounts': {
      get: answer(200, list(ref('Account'))),
      post: { requestBody: json(object({ customerId: text, title: text })), ...answer(201, ref('Account')) },
    },
    '/accounts/{id}': item('Account'),
  },
  components: {
    schemas: {
      Customer: customer,
      CustomerRef: object({ id: text, name: text }),
      Account: object({ id: text, title: text, owner: ref('CustomerRef') }),
    },
  },
}

const idOf = ({ id }: JsonObject): string => (typeof id === 'string' ? id : '')

it('the current user is one of the records that its description names', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const self = (await send('GET', '/me')).body as JsonObject
  expect((await send('GET', `/customers/${idOf(self)}`)).body).toMatchObject(self)
})

it('a record belongs to the one that a client names by its kind, not to the current user', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const customers = (await send('GET', '/customers')).body as readonly JsonObject[]
  const other = customers.at(-1)
  const made = await send('POST', '/accounts', { customerId: other?.['id'] ?? null, title: 'Savings' })
  expect(made.body).toMatchObject({ owner: { id: other?.['id'], name: other?.['name'] } })
})

it('the current user becomes what the description of a creation says', async () => {
  const course = object({ id: text, title: text, tutor: ref('CustomerRef') })
  const post = {
    description: 'The current user becomes the tutor.',
    requestBody: json(object({ title: text })),
    ...answer(201, course),
  }
  const paths = { ...document.paths, '/courses': { get: answer(200, list(course)), post } }
  const send = clientOf(await createMock({ document: { ...document, paths }, selfCheck: true }))
  const self = (await send('GET', '/me')).body as JsonObject
  expect(await send('POST', '/courses', { title: 'Knots' })).toMatchObject({ body: { tutor: self } })
})
