import { beforeAll, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Answer, type Send } from '../client.ts'
import { answer, integer, json, list, object, ref, text } from './document-parts.ts'

const time = { ...text, format: 'date-time' }
const inPath = (name: string, schema: object = text): object => ({ name, in: 'path', required: true, schema })
const asked = (name: string, schema: object = text, description = ''): object => ({
  name,
  in: 'query',
  schema,
  description,
})
const repo = [inPath('owner'), inPath('repo')]
const issue = [...repo, inPath('number', integer)]
const counted = ['Link', 'X-Total', 'X-Total-Pages', 'X-Per-Page', 'X-Page', 'X-Next-Page', 'X-Prev-Page']
const headers = Object.fromEntries(counted.map((name) => [name, { schema: text }]))

const document = {
  openapi: '3.1.0',
  info: { title: 'Code', version: '1' },
  paths: {
    '/user': { get: answer(200, ref('User')) },
    '/users': { get: answer(200, list(ref('User'))) },
    '/users/{username}': { get: { parameters: [inPath('username')], ...answer(200, ref('User')) } },
    '/users/{username}/repos': {
      get: { parameters: [inPath('username')], ...answer(200, list(ref('Repository'))) },
    },
    '/user/repos': {
      get: answer(200, list(ref('Repository'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Repository')) },
    },
    '/repos/{owner}/{repo}': {
      get: { parameters: repo, ...answer(200, ref('Repository')) },
      delete: { parameters: repo, ...answer(204) },
    },
    '/repos/{owner}/{repo}/issues': {
      get: {
        parameters: [
          ...repo,
          asked('labels', text, 'Comma-separated label names, issues must have all of them.'),
          asked('author_username'),
          asked('order_by', { ...text, enum: ['created_at', 'title'], default: 'created_at' }),
          asked('sort', { ...text, enum: ['asc', 'desc'], default: 'desc' }),
          asked('page', integer),
          asked('per_page', integer),
        ],
        responses: { 200: { description: 'Issues', headers, ...json(list(ref('Issue'))) } },
      },
      post: {
        parameters: repo,
        requestBody: json({
          type: 'object',
          required: ['title'],
          properties: { title: text, labels: { ...text, description: 'Comma-separated label names.' } },
        }),
        ...answer(201, ref('Issue')),
      },
    },
    '/repos/{owner}/{repo}/issues/{number}': {
      get: { parameters: issue, ...answer(200, ref('Issue')) },
      put: {
        parameters: issue,
        requestBody: json({
          type: 'object',
          properties: {
            title: text,
            labels: text,
            add_labels: text,
            removeLabels: list(text),
            state_event: { ...text, enum: ['close', 'reopen'] },
          },
        }),
        ...answer(200, ref('Issue')),
      },
    },
  },
  components: {
    schemas: {
      User: object({ id: integer, username: text }),
      Repository: object({
        id: integer,
        name: text,
        private: { type: 'boolean' },
        owner: ref('User'),
        open_issues_count: integer,
      }),
      Issue: {
        type: 'object',
        required: ['id', 'number', 'title', 'state', 'author'],
        properties: {
          id: integer,
          number: integer,
          title: text,
          state: { ...text, enum: ['opened', 'closed'] },
          labels: list(text),
          author: ref('User'),
          created_at: time,
          closed_at: { type: ['string', 'null'], format: 'date-time' },
        },
      },
    },
  },
}

describe('issues in a repository that the current user has created', () => {
  let send: Send
  let user: string
  let at: string
  const numbers = async (query: string): Promise<readonly unknown[]> => {
    const { body } = await send('GET', `${at}/issues?${query}`)
    return (body as unknown as readonly JsonObject[]).map(({ number }) => number)
  }
  const first = (change: JsonObject): Promise<Answer> => send('PUT', `${at}/issues/1`, change)

  beforeAll(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    user = ((await send('GET', '/user')).body as { username: string }).username
    at = `/repos/${user}/demo`
    await send('POST', '/user/repos', { name: 'demo' })
    await send('POST', `${at}/issues`, { title: 'Crash', labels: 'bug, urgent' })
    await send('POST', `${at}/issues`, { title: 'Typo', labels: 'bug' })
    await send('POST', `${at}/issues`, { title: 'Idea' })
  })

  it('are below its name, which follows that of its owner in the path', async () => {
    expect((await send('GET', at)).body).toMatchObject({ name: 'demo', owner: { username: user } })
    expect((await send('GET', `/users/${user}/repos`)).body).toContainEqual(
      expect.objectContaining({ name: 'demo' }),
    )
  })

  it('have a list for the labels that were sent as a text with commas', async () => {
    expect((await send('GET', `${at}/issues/1`)).body).toMatchObject({ labels: ['bug', 'urgent'] })
  })

  it('get labels that are added, and lose those that are removed', async () => {
    const change = async (sent: JsonObject): Promise<unknown> =>
      (await send('PUT', `${at}/issues/3`, sent)).body
    expect(await change({ add_labels: 'a,b' })).toMatchObject({ labels: ['a', 'b'] })
    expect(await change({ add_labels: 'c', removeLabels: ['a', 'x'] })).toMatchObject({ labels: ['b', 'c'] })
  })

  it('are selected by several labels, all of which they must have, and by a property of their author', async () => {
    expect(await numbers('labels=bug&sort=asc')).toEqual([1, 2])
    expect(await numbers('labels=bug,urgent')).toEqual([1])
    expect(await numbers(`author_username=${user}`)).toHaveLength(3)
    expect(await numbers('author_username=nobody')).toEqual([])
  })

  it('are sorted in the direction that is named sort, beside a property to order by', async () => {
    expect(await numbers('order_by=title&sort=asc')).toEqual([1, 3, 2])
    expect(await numbers('order_by=title')).toEqual([2, 3, 1])
  })

  it('are counted in headers with the names of what describes a page', async () => {
    const { header } = await send('GET', `${at}/issues?per_page=2`)
    const values = counted.slice(1).map(header)
    expect(values).toEqual(['3', '2', '2', '1', '2', undefined])
  })

  it('are closed and opened again by an event, and are counted while they are opened', async () => {
    const openIssues = async (): Promise<unknown> => (await send('GET', at)).body
    expect((await send('GET', `${at}/issues/1`)).body).toMatchObject({ state: 'opened', closed_at: null })
    expect((await first({ state_event: 'close' })).body).toMatchObject({
      state: 'closed',
      closed_at: expect.any(String) as string,
    })
    expect(await openIssues()).toMatchObject({ open_issues_count: 2 })
    expect((await first({ state_event: 'reopen' })).body).toMatchObject({ state: 'opened', closed_at: null })
    expect(await openIssues()).toMatchObject({ open_issues_count: 3 })
  })
})
