import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, object, ref, text } from '../document-parts.ts'

interface Session {
  readonly token: string
  readonly user: { readonly id: number }
}

const email = { ...text, format: 'email' }
const posting = (sent: object, refusal: number): object => {
  const { responses } = answer(201, ref('Session')) as { readonly responses: object }
  return {
    security: [],
    requestBody: { required: true, ...json(sent) },
    responses: { ...responses, [refusal]: { description: 'Refused' } },
  }
}
const wrapped = object({ user: ref('User') })
const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/users': { post: posting(object({ user: object({ email, name: text, password: text }) }), 422) },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: answer(200, object({ user: ref('User') })),
    },
    '/session': {
      post: posting(object({ user: object({ email, password: text }) }), 401),
      delete: answer(204),
    },
    '/me': { get: answer(200, wrapped) },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      User: object({ id: { type: 'integer' }, email, name: text }),
      Session: object({ token: text, user: ref('User') }),
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

const ada = { email: 'ada@example.com', name: 'Ada', password: 'engine' }
const signUp = async (): Promise<Session> => (await send('POST', '/users', { user: ada })).body as never
const logIn = async (password: string): ReturnType<Send> =>
  send('POST', '/session', { user: { email: ada.email, password } })
const me = async (token: string): Promise<unknown> =>
  (await send('GET', '/me', undefined, { authorization: `Bearer ${token}` })).body

it('who is created with a token is logged in', async () => {
  const { token, user } = await signUp()
  expect(user).toEqual({ id: user.id, email: ada.email, name: 'Ada' })
  expect(await me(token)).toEqual({ user })
})

it('an email address signs up once', async () => {
  await signUp()
  expect(await send('POST', '/users', { user: ada })).toMatchObject({ status: 422 })
})

it('logs in with a name and a password in an envelope', async () => {
  const { user } = await signUp()
  expect(await logIn('engine')).toMatchObject({ status: 201, body: { user } })
  expect(await logIn('loom')).toMatchObject({ status: 401 })
})

it('the session that is deleted has no user any more', async () => {
  const { token, user } = await signUp()
  await send('DELETE', '/session', undefined, { authorization: `Bearer ${token}` })
  expect(await me(token)).not.toEqual({ user })
})

it('who signs up is shown whole, and to others by a public profile', async () => {
  const profile = answer(200, object({ user: object({ id: { type: 'integer' }, name: text }) }))
  const paths = { ...document.paths, '/users/{id}': { ...document.paths['/users/{id}'], get: profile } }
  send = clientOf(await createMock({ document: { ...document, paths }, selfCheck: true }))
  const { user } = await signUp()
  expect(user).toEqual({ id: user.id, email: ada.email, name: 'Ada' })
  expect((await send('GET', `/users/${String(user.id)}`)).body).toEqual({
    user: { id: user.id, name: 'Ada' },
  })
})

it('a record with a token of its own has what was sent, as nobody logs in', async () => {
  const Account = object({ id: { type: 'integer' }, name: text, auth_token: text })
  const creation = { ...answer(201, Account), requestBody: json(object({ name: text })) }
  const paths = { '/accounts': { get: answer(200, { type: 'array', items: Account }), post: creation } }
  const { openapi, info } = document
  send = clientOf(await createMock({ document: { openapi, info, paths }, selfCheck: true }))
  expect((await send('POST', '/accounts', { name: 'Ada' })).body).toMatchObject({ name: 'Ada' })
})

it('who registers without a token logs in for one', async () => {
  const { '/session': session } = document.paths
  const register = {
    post: {
      requestBody: { required: true, ...json(object({ email, name: text, password: text })) },
      responses: {
        201: { description: 'Registered', ...json(object({ message: text })) },
        409: { description: 'Refused' },
      },
    },
  }
  const paths = { '/auth/register': register, '/session': session, '/me': { get: answer(200, ref('User')) } }
  send = clientOf(await createMock({ document: { ...document, paths }, selfCheck: true }))
  expect(await send('POST', '/auth/register', ada)).toMatchObject({ body: { message: 'Registered' } })
  expect(await send('POST', '/auth/register', ada)).toMatchObject({ status: 409 })
  expect(await logIn('loom')).toMatchObject({ status: 401 })
  const { token }: Session = (await logIn('engine')).body as never
  expect(await me(token)).toMatchObject({ email: ada.email, name: 'Ada' })
})
