import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, object, ref, text } from '../document-parts.ts'

const posting = (sent: object, schema: object, refusal: number): object => {
  const { responses } = answer(200, schema) as { readonly responses: object }
  return {
    requestBody: { required: true, ...json(sent) },
    responses: { ...responses, [refusal]: { description: 'Refused' } },
  }
}
const documentWith = (registered: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Parking', version: '1' },
  paths: {
    '/auth/register': { post: posting(object({ email: text, name: text, password: text }), registered, 409) },
    '/auth/login': { post: posting(object({ email: text, password: text }), ref('Token'), 401) },
  },
  components: {
    schemas: {
      Token: object({ token: text }),
      Driver: object({ id: text, email: text, name: text, createdAt: { ...text, format: 'date-time' } }),
    },
  },
})
const ada = { email: 'ada@example.com', name: 'Ada', password: 'engine' }

describe.each([
  ['are shown once they have registered', ref('Driver')],
  ['get a token with their account', object({ token: text, driver: ref('Driver') })],
  ['get nothing but a token', ref('Token')],
])('users whom no operation lists, who %s,', (_, registered) => {
  let send: Send
  beforeEach(async () => {
    send = clientOf(await createMock({ document: documentWith(registered), selfCheck: true }))
  })

  it('register once', async () => {
    expect(await send('POST', '/auth/register', ada)).toMatchObject({ status: 200 })
    expect(await send('POST', '/auth/register', ada)).toMatchObject({ status: 409 })
  })

  it('log in with their password only', async () => {
    await send('POST', '/auth/register', ada)
    const logIn = async (password: string): ReturnType<Send> =>
      send('POST', '/auth/login', { email: ada.email, password })
    expect(await logIn('engine')).toMatchObject({ status: 200 })
    expect(await logIn('loom')).toMatchObject({ status: 401 })
  })
})

it('each of the users whom no operation lists has an id and a time of registration', async () => {
  const mock = await createMock({
    document: documentWith(ref('Driver')),
    now: '2026-05-01T08:00:00Z',
    selfCheck: true,
  })
  const send = clientOf(mock)
  const [one, other] = [
    (await send('POST', '/auth/register', ada)).body as { readonly id: string },
    (await send('POST', '/auth/register', { ...ada, email: 'b@example.com' })).body as {
      readonly id: string
    },
  ]
  expect(one).toMatchObject({ email: ada.email, name: 'Ada', createdAt: '2026-05-01T08:00:00.000Z' })
  expect(other.id).not.toBe(one.id)
})
