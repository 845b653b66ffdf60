import { expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, integer, json, list, object, ref, text } from './document-parts.ts'

const own = { ...integer, readOnly: true }
const at = (name: string): { parameters: readonly object[] } => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const ticket = object({ title: text, requester_id: integer })
const document = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/users.json': { get: answer(200, list(ref('User'))) },
    '/users/{user_id}.json': { ...at('user_id'), get: answer(200, ref('User')) },
    '/users/{user_id}/tickets/requested.json': {
      ...at('user_id'),
      get: answer(200, list(ref('Ticket'))),
    },
    '/tickets.json': {
      get: {
        parameters: [
          {
            name: 'state',
            in: 'query',
            schema: { type: 'string', enum: ['open', 'closed', 'all'], default: 'open' },
          },
        ],
        ...answer(200, list(ref('Ticket'))),
      },
      post: { requestBody: json(ticket), ...answer(201, ref('Ticket')) },
    },
    '/tickets/{id}.json': {
      ...at('id'),
      get: answer(200, ref('Ticket')),
      patch: {
        requestBody: json({
          type: 'object',
          properties: { state: { type: 'string', enum: ['open', 'closed'] }, new_title: text },
        }),
        ...answer(200, ref('Ticket')),
      },
    },
    '/tickets/count.json': { get: answer(200, object({ count: object({ value: integer }) })) },
    '/tickets/{id}/tasks/count.json': {
      ...at('id'),
      get: {
        responses: {
          ...(answer(200, object({ count: integer })) as { responses: object }).responses,
          404: { description: 'No such ticket' },
        },
      },
    },
    '/tickets/{id}/tasks.json': {
      ...at('id'),
      get: answer(200, list(ref('Task'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Task')) },
    },
    '/tasks/{task_id}.json': {
      ...at('task_id'),
      get: answer(200, ref('Task')),
      put: { requestBody: json(object({ name: text })), ...answer(200, ref('Task')) },
    },
    '/tickets/{id}/tasks/{task_id}.json': {
      parameters: [...at('id').parameters, ...at('task_id').parameters],
      delete: answer(204),
    },
    '/tasks/{task_id}/close.json': { ...at('task_id'), post: answer(204) },
    '/tasks/{task_id}/reopen.json': { ...at('task_id'), post: answer(204) },
    '/projects': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: integer },
          { name: 'offset', in: 'query', description: 'Offset token.', schema: text },
        ],
        ...answer(
          200,
          object({
            data: list(ref('Project')),
            next_page: {
              type: ['object', 'null'],
              properties: { offset: text, uri: { type: 'string', format: 'uri' } },
            },
          }),
        ),
      },
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Project')) },
    },
  },
  components: {
    schemas: {
      User: object({ id: own, login: text }),
      Ticket: object({ id: own, title: text, requester_id: integer, state: text }),
      Task: object({ id: own, ticket_id: own, name: text, completed: { type: 'boolean', readOnly: true } }),
      Project: object({
        id: own,
        name: text,
        full_name: { type: 'string', readOnly: true, examples: ['octo/hello'] },
        owner: { ...ref('User'), readOnly: true },
      }),
    },
  },
}

type Item = Readonly<Record<string, unknown>> & { readonly id: number }
const start = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))
const create = async (
  send: Send,
  path: string,
  body: Readonly<Record<string, string | number>>,
): Promise<Item> => (await send('POST', path, body)).body as unknown as Item
const listed = async (send: Send, path: string): Promise<readonly Item[]> =>
  (await send('GET', path)).body as unknown as readonly Item[]

it('a text has the states that clients can send or select by', async () => {
  const send = await start()
  const { id, state } = await create(send, '/tickets.json', { title: 'Printer', requester_id: 1 })
  expect(state).toBe('open')
  await send('PATCH', `/tickets/${String(id)}.json`, { state: 'closed' })
  expect((await listed(send, '/tickets.json?state=closed')).map((each) => each.id)).toContain(id)
  expect((await listed(send, '/tickets.json')).every((each) => each['state'] === 'open')).toBe(true)
})

it('a property is changed by its new value', async () => {
  const send = await start()
  const { id } = await create(send, '/tickets.json', { title: 'Printer', requester_id: 1 })
  const { body } = await send('PATCH', `/tickets/${String(id)}.json`, { new_title: 'Scanner' })
  expect(body).toMatchObject({ title: 'Scanner' })
})

it('a path that ends in what a user has done lists what refers to the user as its agent', async () => {
  const send = await start()
  const [user] = await listed(send, '/users.json')
  const { id } = await create(send, '/tickets.json', { title: 'Printer', requester_id: user!.id })
  const found = await listed(send, `/users/${String(user!.id)}/tickets/requested.json`)
  expect(found.map((each) => each.id)).toContain(id)
  expect(found.every((each) => each['requester_id'] === user!.id)).toBe(true)
})

it('a count is the value of an object that is named so', async () => {
  const send = await start()
  const { length } = await listed(send, '/tickets.json?state=all')
  expect((await send('GET', '/tickets/count.json')).body).toEqual({ count: { value: length } })
})

it('what is created and listed below another record is read and changed at a path of its own', async () => {
  const send = await start()
  const { id: ticket } = await create(send, '/tickets.json', { title: 'Printer', requester_id: 1 })
  const path = `/tickets/${String(ticket)}/tasks`
  const { id } = await create(send, `${path}.json`, { name: 'Call' })
  await send('PUT', `/tasks/${String(id)}.json`, { name: 'Visit' })
  expect(await listed(send, `${path}.json`)).toMatchObject([{ id, ticket_id: ticket, name: 'Visit' }])
  expect((await send('DELETE', `${path}/${String(id)}.json`)).status).toBe(204)
  expect((await send('GET', `/tasks/${String(id)}.json`)).status).toBe(404)
})

it('a count below an unknown record is not found', async () => {
  const send = await start()
  expect((await send('GET', '/tickets/9999/tasks/count.json')).status).toBe(404)
})

it('what has no states is completed by being closed', async () => {
  const send = await start()
  const { id: ticket } = await create(send, '/tickets.json', { title: 'Printer', requester_id: 1 })
  const { id } = await create(send, `/tickets/${String(ticket)}/tasks.json`, { name: 'Call' })
  await send('POST', `/tasks/${String(id)}/close.json`)
  expect((await send('GET', `/tasks/${String(id)}.json`)).body).toMatchObject({ completed: true })
  await send('POST', `/tasks/${String(id)}/reopen.json`)
  expect((await send('GET', `/tasks/${String(id)}.json`)).body).toMatchObject({ completed: false })
})

it('an offset may be a token beside the URL of the next page', async () => {
  const send = await start()
  const { data, next_page } = (await send('GET', '/projects?limit=2')).body as unknown as {
    data: readonly Item[]
    next_page: { offset: string; uri: string }
  }
  const next = (await send('GET', `/projects?limit=2&offset=${next_page.offset}`)).body as unknown as {
    data: readonly Item[]
  }
  expect(next_page.uri).toContain(`offset=${next_page.offset}`)
  expect(next.data.map((each) => each.id)).toEqual(data.map((each) => each.id + 2))
})

it('a full name with a slash begins with the name of the owner', async () => {
  const send = await start()
  const { owner, full_name: name } = await create(send, '/projects', { name: 'atlas' })
  expect(name).toBe(`${(owner as { login: string }).login}/atlas`)
})
