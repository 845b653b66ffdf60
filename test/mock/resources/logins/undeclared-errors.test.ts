import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const sending = (sent: object, ...expected: Parameters<typeof answer>): object => ({
  requestBody: { required: true, ...json(sent) },
  ...answer(...expected),
})
const form = object({ email: text, password: text })

/** Accounts without a word on what is refused. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/auth/register': { post: sending(form, 201, ref('User')) },
    '/auth/login': { post: sending(form, 200, object({ accessToken: text, user: ref('User') })) },
    '/users': { get: answer(200, list(ref('User'))), post: sending(form, 201, ref('User')) },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('User')),
      patch: sending({ ...form, required: [] }, 200, ref('User')),
    },
  },
  components: { schemas: { User: object({ id: integer, email: text }) } },
}

const ada = { email: 'ada@example.com', password: 'engine' }
let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document }))
})

it('refuses a wrong password', async () => {
  await send('POST', '/auth/register', ada)
  expect(await send('POST', '/auth/login', ada)).toMatchObject({ status: 200 })
  expect(await send('POST', '/auth/login', { ...ada, password: 'wrong' })).toMatchObject({ status: 401 })
})

it('refuses an address that another user logs in with, however it is set', async () => {
  await send('POST', '/users', ada)
  expect(await send('POST', '/users', ada)).toMatchObject({ status: 409 })
  expect(await send('POST', '/auth/register', ada)).toMatchObject({ status: 409 })
  const { id } = (await send('POST', '/users', { ...ada, email: 'bob@example.com' })).body as unknown as {
    readonly id: number
  }
  expect(await send('PATCH', `/users/${id}`, { email: 'Ada@example.com' })).toMatchObject({ status: 409 })
  expect(await send('PATCH', `/users/${id}`, { email: 'bob@example.com' })).toMatchObject({ status: 200 })
})
