import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Answer } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const email = { ...text, format: 'email' }
const form = { security: [], requestBody: { required: true, ...json(object({ email, password: text })) } }
const responding = (status: number, schema: object | undefined, cookie?: object): object => ({
  responses: {
    [status]: {
      description: 'Done',
      ...(schema && json(schema)),
      ...(cookie && { headers: { 'Set-Cookie': { schema: cookie } } }),
    },
    401: { description: 'Refused' },
  },
})

/** A document whose clients send what they got from a login by this scheme. */
const documentWith = (scheme: object, session: object, cookie?: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Groups', version: '1' },
  security: [{ session: [] }],
  paths: {
    '/auth/register': { post: { ...form, ...responding(201, session, cookie) } },
    '/auth/login': { post: { ...form, ...responding(200, session, cookie) } },
    '/auth/refresh': { post: responding(200, session, cookie) },
    '/auth/logout': { post: responding(204, undefined) },
    '/me': { get: responding(200, ref('User')) },
    '/groups': {
      get: answer(200, list(ref('Group'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Group')) },
    },
  },
  components: {
    securitySchemes: { session: { type: 'apiKey', ...scheme } },
    schemas: {
      User: object({ id: text, email }),
      Group: object({ id: text, name: text, ownerId: text }),
    },
  },
})
const serve = async (document: object): Promise<ReturnType<typeof clientOf>> =>
  clientOf(await createMock({ document, selfCheck: true }))

const ada = { email: 'ada@example.com', password: 'engine' }
const cookieOf = ({ header }: Answer): string => header('set-cookie')?.split(';')[0] ?? ''

it('a login that sets a cookie starts a session, which logging out ends', async () => {
  const send = await serve(documentWith({ in: 'cookie', name: 'sid' }, ref('User'), text))
  const registered = await send('POST', '/auth/register', ada)
  expect(await send('POST', '/auth/login', { ...ada, password: 'loom' })).toMatchObject({ status: 401 })
  const entered = await send('POST', '/auth/login', ada)
  expect(entered.body).toEqual(registered.body)
  expect(entered.header('set-cookie')).toMatch(/^sid=\w{40}; Path=\/; HttpOnly$/)
  const cookie = `theme=dark; ${cookieOf(entered)}`
  expect((await send('GET', '/me', undefined, { cookie })).body).toEqual(entered.body)
  const { id } = entered.body as { readonly id: string }
  expect((await send('POST', '/groups', { name: 'Trip' }, { cookie })).body).toMatchObject({ ownerId: id })
  const left = await send('POST', '/auth/logout', undefined, { cookie })
  expect(left.header('set-cookie')).toBe('sid=; Path=/; Max-Age=0')
  expect((await send('GET', '/me', undefined, { cookie })).status).toBe(401)
  expect((await send('POST', '/auth/login', ada, { cookie })).status).toBe(200)
})

it('a session is renewed with its cookie', async () => {
  const cookies = { type: 'string', example: 'JSESSIONID=abcde12345; Path=/' }
  const send = await serve(documentWith({ in: 'header', name: 'X-Key' }, object({ ok: text }), cookies))
  const cookie = cookieOf(await send('POST', '/auth/register', ada))
  expect(cookie).toMatch(/^JSESSIONID=\w{40}$/)
  const renewed = cookieOf(await send('POST', '/auth/refresh', undefined, { cookie }))
  expect((await send('GET', '/me', undefined, { cookie: renewed })).body).toMatchObject({ email: ada.email })
  expect((await send('POST', '/auth/refresh')).status).toBe(401)
})

it('a login without a token sets the cookie that clients are to send, and who registers has to log in', async () => {
  const send = await serve(documentWith({ in: 'cookie', name: 'sid' }, object({ message: text })))
  expect((await send('POST', '/auth/register', ada)).header('set-cookie')).toBeUndefined()
  const cookie = cookieOf(await send('POST', '/auth/login', ada))
  expect((await send('GET', '/me', undefined, { cookie })).body).toMatchObject({ email: ada.email })
})

it.each([
  { in: 'header', name: 'X-Auth-Token' },
  { in: 'header', name: 'Authorization' },
  { in: 'query', name: 'access_token' },
])(
  'a token that clients send as the API key $name in the $in stands for who has logged in',
  async (scheme) => {
    const send = await serve(documentWith(scheme, object({ token: text })))
    const { body } = await send('POST', '/auth/register', ada)
    const { token } = body as { readonly token: string }
    const [query, headers] =
      scheme.in === 'query' ? [`?${scheme.name}=${token}`, {}] : ['', { [scheme.name.toLowerCase()]: token }]
    expect((await send('GET', `/me${query}`, undefined, headers)).body).toMatchObject({ email: ada.email })
    await send('POST', `/auth/logout${query}`, undefined, headers)
    expect((await send('GET', `/me${query}`, undefined, headers)).status).toBe(401)
  },
)
