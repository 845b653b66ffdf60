import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, ref, text } from '../document-parts.ts'

const path = (name: string): object => ({ name, in: 'path', required: true, schema: text })
const query = (name: string, schema: object, description?: string): object => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
})
const optional = (...names: readonly string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
const done = { responses: { 204: { description: 'Done' }, 404: { description: 'None' } } }
const realm = { parameters: [path('realm')] }
const crud = (schema: string, ...parameters: readonly object[]): object => ({
  ...realm,
  get: { parameters, ...answer(200, list(ref(schema))) },
  post: { requestBody: json(ref(schema)), ...answer(201, ref(schema)) },
})
const item = (schema: string, name: string): object => ({
  parameters: [path('realm'), path(name)],
  get: answer(200, ref(schema)),
})
const listAt = (schema: string, ...names: readonly string[]): object => ({
  parameters: [path('realm'), ...names.map(path)],
  get: answer(200, list(ref(schema))),
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Directory', version: '1' },
  paths: {
    '/realms': { get: answer(200, list(ref('Realm'))), post: { requestBody: json(ref('Realm')), ...done } },
    '/realms/{realm}': { ...realm, get: answer(200, ref('Realm')) },
    '/realms/{realm}/users': crud(
      'User',
      query('first', integer, 'Offset of the first result'),
      query('max', integer, 'Maximum number of results'),
      query('search', text, 'A text contained in username, first or last name'),
    ),
    '/realms/{realm}/users/count': {
      ...realm,
      get: { parameters: [query('search', text)], ...answer(200, integer) },
    },
    '/realms/{realm}/users/{userId}': item('User', 'userId'),
    '/realms/{realm}/users/{userId}/groups': listAt('Group', 'userId'),
    '/realms/{realm}/users/{userId}/groups/{groupId}': {
      parameters: [path('realm'), path('userId'), path('groupId')],
      put: done,
      delete: done,
    },
    '/realms/{realm}/users/{userId}/roles': {
      ...listAt('Role', 'userId'),
      post: { requestBody: json(list(ref('Role'))), ...done },
      delete: { requestBody: json(list(ref('Role'))), ...done },
    },
    '/realms/{realm}/groups': crud('Group'),
    '/realms/{realm}/groups/{groupId}': item('Group', 'groupId'),
    '/realms/{realm}/groups/{groupId}/members': listAt('User', 'groupId'),
    '/realms/{realm}/groups/{groupId}/children': {
      ...listAt('Group', 'groupId'),
      post: { requestBody: json(ref('Group')), ...answer(201, ref('Group')) },
    },
    '/realms/{realm}/roles': crud('Role'),
    '/realms/{realm}/roles/{role-name}': item('Role', 'role-name'),
    '/realms/{realm}/roles/{role-name}/users': listAt('User', 'role-name'),
  },
  components: {
    schemas: {
      Realm: optional('realm'),
      User: {
        type: 'object',
        properties: { id: text, username: text, firstName: text, lastName: text, groups: list(text) },
      },
      Group: optional('id', 'name', 'parentId'),
      Role: optional('id', 'name'),
    },
  },
}

describe('records that are in the lists of others', () => {
  let send: Send
  const at = '/realms/acme'
  const bodyOf = async (...request: Parameters<Send>): Promise<unknown> => (await send(...request)).body
  const create = async (name: string, sent: Record<string, string>): Promise<Record<string, string>> =>
    (await bodyOf('POST', `${at}/${name}`, sent)) as Record<string, string>
  const listed = async (name: string, key: string): Promise<readonly unknown[]> =>
    ((await bodyOf('GET', `${at}/${name}`)) as readonly Record<string, unknown>[]).map((each) => each[key])

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    await send('POST', '/realms', { realm: 'acme' })
  })

  it('who has joined a group is one of its members, until leaving it', async () => {
    const [ada, bob] = [
      await create('users', { username: 'ada' }),
      await create('users', { username: 'bob' }),
    ]
    const group = await create('groups', { name: 'staff' })
    const joined = `${at}/users/${String(ada['id'])}/groups/${String(group['id'])}`
    expect((await send('PUT', joined)).status).toBe(204)
    expect(await listed(`users/${String(ada['id'])}/groups`, 'name')).toEqual(['staff'])
    expect(await listed(`users/${String(bob['id'])}/groups`, 'name')).toEqual([])
    expect(await listed(`groups/${String(group['id'])}/members`, 'username')).toEqual(['ada'])
    expect((await send('DELETE', joined)).status).toBe(204)
    expect(await listed(`groups/${String(group['id'])}/members`, 'username')).toEqual([])
  })

  it('a list of records adds them to the list in the path, or takes them from it', async () => {
    const ada = await create('users', { username: 'ada' })
    const role = await create('roles', { name: 'editor' })
    const roles = `users/${String(ada['id'])}/roles`
    expect((await send('POST', `${at}/${roles}`, [role])).status).toBe(204)
    expect(await listed(roles, 'id')).toEqual([role['id']])
    expect(await listed('roles/editor/users', 'username')).toEqual(['ada'])
    expect((await send('DELETE', `${at}/${roles}`, [role])).status).toBe(204)
    expect(await listed(roles, 'id')).toEqual([])
    expect(await listed('roles', 'name')).toEqual(['editor'])
  })

  it('what is created as a child of a record in the same realm is read like any other', async () => {
    const group = await create('groups', { name: 'staff' })
    const child = await create(`groups/${String(group['id'])}/children`, { name: 'cooks' })
    expect(await bodyOf('GET', `${at}/groups/${String(child['id'])}`)).toEqual({
      id: child['id'],
      name: 'cooks',
      parentId: group['id'],
    })
    expect(await listed(`groups/${String(group['id'])}/children`, 'name')).toEqual(['cooks'])
  })

  it('a page begins with the first one and has a maximum', async () => {
    for (const username of ['ada', 'bob', 'carol', 'dave']) await create('users', { username })
    expect(await listed('users?first=1&max=2', 'username')).toEqual(['bob', 'carol'])
  })

  it('a search looks into first or last names, and counts what it finds', async () => {
    await create('users', { username: 'ada', lastName: 'Lovelace' })
    await create('users', { username: 'bob' })
    expect(await listed('users?search=love', 'username')).toEqual(['ada'])
    expect(await bodyOf('GET', `${at}/users/count?search=love`)).toBe(1)
  })
})
