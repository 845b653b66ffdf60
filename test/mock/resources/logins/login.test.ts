import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

interface Session {
  readonly accessToken: string
  readonly refreshToken: string
  readonly user: { readonly id: string; readonly email: string }
}

const session = object({
  accessToken: text,
  refreshToken: text,
  expiresIn: { type: 'integer' },
  user: ref('User'),
})
const email = { ...text, format: 'email' }
const posting = (sent: object, status: number, shown?: object, refusals: readonly number[] = []): object => {
  const { responses } = answer(status, shown) as { readonly responses: object }
  const others = refusals.map((each) => [each, { description: 'Refused' }] as const)
  return {
    requestBody: { required: true, ...json(sent) },
    responses: { ...responses, ...Object.fromEntries(others) },
  }
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/auth/register': { post: posting(object({ email, name: text, password: text }), 201, session, [409]) },
    '/auth/login': { post: posting(object({ email, password: text }), 200, session, [401]) },
    '/auth/token': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: object({ username: text, password: text }) },
          },
        },
        responses: {
          200: { description: 'Logged in', ...json(session) },
          401: { description: 'Refused' },
        },
      },
    },
    '/auth/refresh': { post: posting(object({ refreshToken: text }), 200, session, [401]) },
    '/auth/logout': { post: posting(object({ refreshToken: text }), 204) },
    '/me': {
      get: answer(200, ref('User')),
      patch: { requestBody: json(object({ name: text })), ...answer(200, ref('User')) },
    },
    '/me/password': {
      put: posting(object({ currentPassword: text, newPassword: text }), 204, undefined, [403]),
    },
    '/users': { get: answer(200, list(ref('User'))) },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: answer(200, ref('User')),
    },
    '/notes': {
      get: answer(200, list(ref('Note'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Note')) },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      User: object({ id: text, email, name: text }),
      Note: object({ id: text, title: text, author: ref('User') }),
    },
  },
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

let send: (method: string, path: string, body?: object, token?: string) => Promise<Answer>
const serve = async (served: object): Promise<void> => {
  const mock = await createMock({ document: served, selfCheck: true })
  send = async (method, path, body, token) => {
    const isForm = body instanceof URLSearchParams
    const headers: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' }
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`
    const init = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) }
    const response = await mock.fetch(new Request(`http://localhost${path}`, init))
    const content = await response.text()
    return { status: response.status, body: content === '' ? undefined : JSON.parse(content) }
  }
}
beforeEach(async () => serve(document))

const ada = { email: 'ada@example.com', name: 'Ada', password: 'engine' }
const register = async (): Promise<Session> => (await send('POST', '/auth/register', ada)).body as Session
const credentials = (password: string): Record<string, string> => ({ username: ada.email, password })
const logIn = async (password: string): Promise<Answer> =>
  send('POST', '/auth/login', { email: ada.email, password })

describe('a user who registers', () => {
  it('does not show the password to who reads the state of the mock', async () => {
    const { user } = await register()
    const { status, body } = await send('GET', '/_mock/state')
    expect({ status, text: JSON.stringify(body) }).toMatchObject({
      status: 200,
      text: expect.stringContaining(user.id) as string,
    })
    expect(JSON.stringify(body)).not.toContain(ada.password)
  })

  it('is one of the users, once', async () => {
    const { user } = await register()
    expect(user).toMatchObject({ email: ada.email, name: 'Ada' })
    expect((await send('GET', `/users/${user.id}`)).body).toEqual(user)
    expect(await send('POST', '/auth/register', ada)).toMatchObject({ status: 409 })
  })

  it('logs in with the email as the username of an OAuth 2.0 form', async () => {
    const { user } = await register()
    const { status, body } = await send('POST', '/auth/token', new URLSearchParams(credentials('engine')))
    expect({ status, user: (body as Session).user }).toEqual({ status: 200, user })
    const wrong = new URLSearchParams(credentials('loom'))
    expect(await send('POST', '/auth/token', wrong)).toMatchObject({ status: 401 })
  })

  it('logs in with the password that was set, and no other', async () => {
    const { user, accessToken } = await register()
    const { status, body } = await logIn('engine')
    expect({ status, user: (body as Session).user }).toEqual({ status: 200, user })
    expect((body as Session).accessToken).not.toBe(accessToken)
    expect(await logIn('loom')).toMatchObject({ status: 401 })
    expect(await send('POST', '/auth/login', { ...ada, email: 'bob@example.com' })).toMatchObject({
      status: 401,
    })
  })

  it('changes the password with the current one', async () => {
    const { accessToken } = await register()
    const change = async (currentPassword: string): Promise<Answer> =>
      send('PUT', '/me/password', { currentPassword, newPassword: 'loom' }, accessToken)
    expect(await change('wrong')).toMatchObject({ status: 403 })
    expect(await change('engine')).toMatchObject({ status: 204 })
    expect([(await logIn('engine')).status, (await logIn('loom')).status]).toEqual([401, 200])
  })
})

it('seeded users log in with any password', async () => {
  const [user] = (await send('GET', '/users')).body as readonly Session['user'][]
  const { body } = await send('POST', '/auth/login', { email: user?.email.toUpperCase(), password: 'any' })
  expect((body as Session).user).toEqual(user)
})

it('a refresh token is good for one time, and not after the logout', async () => {
  const { refreshToken } = await register()
  const refresh = async (token: string): Promise<Answer> =>
    send('POST', '/auth/refresh', { refreshToken: token })
  const { body } = await refresh(refreshToken)
  expect((body as Session).user.email).toBe(ada.email)
  expect(await refresh(refreshToken)).toMatchObject({ status: 401 })
  const next = (body as Session).refreshToken
  expect(await send('POST', '/auth/logout', { refreshToken: next })).toMatchObject({ status: 204 })
  expect(await refresh(next)).toMatchObject({ status: 401 })
})

it('the token of a request tells who the current user is', async () => {
  const { body: before } = await send('GET', '/me')
  const { accessToken, user } = await register()
  const { body: note } = await send('POST', '/notes', { title: 'New' }, accessToken)
  expect(note).toMatchObject({ author: user })
  await send('PATCH', '/me', { name: 'Countess' }, accessToken)
  expect((await send('GET', '/me', undefined, accessToken)).body).toEqual({ ...user, name: 'Countess' })
  expect((await send('GET', '/me')).body).toEqual(before)
})

describe('where users see only themselves', () => {
  const { '/users': _users, '/users/{id}': _user, ...paths } = document.paths

  beforeEach(async () => {
    await serve({ ...document, paths })
  })

  it('who registers is the current user of the token', async () => {
    const before = (await send('GET', '/me')).body
    const { user, accessToken } = await register()
    expect((await send('GET', '/me', undefined, accessToken)).body).toEqual(user)
    await send('PATCH', '/me', { name: 'Countess' }, accessToken)
    expect((await send('GET', '/me', undefined, accessToken)).body).toEqual({ ...user, name: 'Countess' })
    expect((await send('GET', '/me')).body).toEqual(before)
  })

  it('who has registered logs in with the password that was set, and cannot register again', async () => {
    const { user } = await register()
    expect(((await logIn('engine')).body as Session).user).toEqual(user)
    expect((await logIn('loom')).status).toBe(401)
    expect((await send('POST', '/auth/register', ada)).status).toBe(409)
  })
})
