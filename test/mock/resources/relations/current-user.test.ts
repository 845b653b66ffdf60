import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

interface User {
  readonly id: number
}
const user = object({ id: integer, login: text, name: text })
const me = { allOf: [ref('User'), object({ email: { ...text, format: 'email' } })] }
const note = {
  type: 'object',
  required: ['id', 'title', 'author', 'ownerId', 'creator_login', 'reporter'],
  properties: {
    id: integer,
    title: text,
    author: ref('User'),
    ownerId: integer,
    creator_login: text,
    reporter: text,
  },
}
const sent = { type: 'object', required: ['title'], properties: { title: text, reporter: text } }
const documentWith = (paths: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/me': {
      get: answer(200, me),
      patch: { requestBody: json({ type: 'object', properties: { name: text } }), ...answer(200, me) },
    },
    '/notes': { get: answer(200, list(note)), post: { requestBody: json(sent), ...answer(201, note) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, note),
    },
    ...paths,
  },
  components: { schemas: { User: user } },
})
const users = {
  '/users': { get: answer(200, list(ref('User'))) },
  '/users/{username}': {
    parameters: [{ name: 'username', in: 'path', required: true, schema: text }],
    get: answer(200, ref('User')),
  },
}
const shown = ({ id, login, name }: JsonObject): JsonObject => ({
  id: id ?? null,
  login: login ?? null,
  name: name ?? null,
})
const read = async (send: Send, path: string): Promise<JsonObject> =>
  (await send('GET', path)).body as JsonObject

describe('the current user', () => {
  it('is the author of what a client creates, wherever clients cannot name another one', async () => {
    const send = clientOf(await createMock({ document: documentWith({}), selfCheck: true }))
    const self = await read(send, '/me')
    const { body } = await send('POST', '/notes', { title: 'New', reporter: 'somebody' })
    expect(body).toMatchObject({
      author: shown(self),
      ownerId: self['id'],
      creator_login: self['login'],
      reporter: 'somebody',
    })
  })

  it('is the customer of an order, of whom the document has no records', async () => {
    const order = object({ id: integer, customerId: integer, customerEmail: text, item: text })
    const orders = {
      '/orders': {
        get: answer(200, list(order)),
        post: { requestBody: json(object({ item: text })), ...answer(201, order) },
      },
    }
    const send = clientOf(await createMock({ document: documentWith(orders), selfCheck: true }))
    const { id, email } = await read(send, '/me')
    const { body } = await send('POST', '/orders', { item: 'Tea' })
    expect(body).toMatchObject({ customerId: id, customerEmail: email })
  })

  it('is one of the users', async () => {
    const send = clientOf(await createMock({ document: documentWith(users), selfCheck: true }))
    const self = await read(send, '/me')
    expect(await read(send, `/users/${self['login'] as string}`)).toEqual(shown(self))
    expect((await send('GET', '/users')).body).toContainEqual(shown(self))
  })

  it('changes among the users, too, and in what shows them', async () => {
    const send = clientOf(await createMock({ document: documentWith(users), selfCheck: true }))
    const created = (await send('POST', '/notes', { title: 'New' })).body as JsonObject
    expect((await send('PATCH', '/me', { name: 'Ada' })).body).toMatchObject({ name: 'Ada' })
    const self = await read(send, '/me')
    expect(self).toMatchObject({ name: 'Ada' })
    expect(await read(send, `/users/${self['login'] as string}`)).toEqual(shown(self))
    expect(await read(send, `/notes/${String(created['id'] as number)}`)).toMatchObject({
      author: shown(self),
    })
  })

  it('is shown where there are no users', async () => {
    const send = clientOf(
      await createMock({ document: documentWith(users), world: 'empty', selfCheck: true }),
    )
    const self = await read(send, '/me')
    expect(await read(send, '/me')).toEqual(self)
    expect((await send('POST', '/notes', { title: 'New' })).body).toMatchObject({ author: shown(self) })
  })
})

it('who is only read, below the users, is the author of what a client creates', async () => {
  const { '/me': _, ...paths } = (documentWith(users) as { paths: Record<string, unknown> }).paths
  const document = {
    ...documentWith({}),
    paths: { ...paths, '/users/me': { get: answer(200, ref('User')) } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const author = await read(send, '/users/me')
  expect((await send('POST', '/notes', { title: 'New' })).body).toMatchObject({ author })
})

it('users who are only read one by one are those that other records show', async () => {
  const one = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    get: answer(200, ref('User')),
  }
  const send = clientOf(await createMock({ document: documentWith({ '/users/{id}': one }), selfCheck: true }))
  const notes = (await read(send, '/notes')) as unknown as readonly { author: User }[]
  const author = notes[0]?.author
  expect(await read(send, `/users/${String(author?.id)}`)).toEqual(author)
  await send('PATCH', '/me', { name: 'Ada' })
  const self = (await read(send, '/me')) as unknown as User
  expect(await read(send, `/users/${String(self.id)}`)).toMatchObject({ name: 'Ada' })
})
