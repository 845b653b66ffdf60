import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, text } from '../../document-parts.ts'

const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const user = object({ id: integer, name: text, email: { ...text, format: 'email' } })
const member = object({ userId: integer, user: object({ id: integer, name: text }), role: text })
const sent = { requestBody: json(object({ userId: integer })) }
const document = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {
    '/users': { get: answer(200, list(user)) },
    '/users/{id}': { ...at('id'), get: answer(200, user) },
    '/teams': { get: answer(200, list(object({ id: integer, name: text }))) },
    '/teams/{teamId}': { ...at('teamId'), get: answer(200, object({ id: integer, name: text })) },
    '/me': { get: answer(200, user) },
    '/teams/{teamId}/members': {
      ...at('teamId'),
      get: answer(200, list(member)),
      post: { ...sent, ...answer(201, member) },
    },
    '/teams/{teamId}/members/{userId}': {
      ...at('teamId', 'userId'),
      get: answer(200, member),
      delete: answer(204),
    },
  },
}

it('a member that is identified by the id of a user embeds this user', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const members = (await send('GET', '/teams/1/members')).body as unknown as readonly {
    readonly userId: number
    readonly user: object
  }[]
  expect(members.length).toBeGreaterThan(1)
  for (const { userId, user: shown } of members)
    expect((await send('GET', `/users/${String(userId)}`)).body).toMatchObject(shown)
})

it('a user whose id a client sends is embedded, rather than the one who sends the request', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const [users, members] = await Promise.all(
    ['/users', '/teams/1/members'].map(async (path) => (await send('GET', path)).body),
  )
  const taken = new Set((members as readonly { readonly userId: number }[]).map(({ userId }) => userId))
  const free = (users as readonly { readonly id: number; readonly name: string }[])
    .slice(1)
    .find(({ id }) => !taken.has(id))
  const { id, name } = free ?? { id: 0, name: '' }
  const { body } = await send('POST', '/teams/1/members', { userId: id })
  expect(body).toMatchObject({ userId: id, user: { id, name } })
})
