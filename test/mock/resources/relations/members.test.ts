import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, list, object, text } from '../document-parts.ts'

const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const user = object({ id: integer, name: text, email: { ...text, format: 'email' } })
const member = object({ userId: integer, user: object({ id: integer, name: text }), role: text })
const document = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {
    '/users': { get: answer(200, list(user)) },
    '/users/{id}': { ...at('id'), get: answer(200, user) },
    '/teams': { get: answer(200, list(object({ id: integer, name: text }))) },
    '/teams/{teamId}': { ...at('teamId'), get: answer(200, object({ id: integer, name: text })) },
    '/teams/{teamId}/members': { ...at('teamId'), get: answer(200, list(member)) },
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
