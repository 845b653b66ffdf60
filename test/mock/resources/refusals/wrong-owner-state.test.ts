import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const id = { ...text, readOnly: true }
const project = object({ id, status: { enum: ['active', 'archived'] } })
const label = object({ id, name: text })
const issue = object({ id, projectId: id, title: text, labelIds: { ...list(text), readOnly: true } })
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const write = (status: number, record?: object): object => ({
  ...(record && { requestBody: json(record) }),
  responses: {
    [status]: { description: 'Done', ...(record && json(record)) },
    409: { description: 'The project is archived.' },
  },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/projects': { get: answer(200, list(project)), post: write(201, project) },
    '/projects/{projectId}': {
      ...at('projectId'),
      get: answer(200, project),
      put: { requestBody: json(project), ...answer(200, project) },
    },
    '/projects/{projectId}/labels': {
      ...at('projectId'),
      get: answer(200, list(label)),
      post: write(201, label),
    },
    '/projects/{projectId}/issues': {
      ...at('projectId'),
      get: answer(200, list(issue)),
      post: write(201, issue),
    },
    '/issues/{issueId}': {
      ...at('issueId'),
      get: answer(200, issue),
      put: write(200, issue),
      delete: write(204),
    },
    '/labels': { get: answer(200, list(label)), post: write(201, label) },
    '/issues/{issueId}/labels/{labelId}': { ...at('issueId', 'labelId'), put: write(204) },
  },
}

it('writes below a record in a state that the document excludes are refused', async () => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const made = async (path: string, body: JsonObject): Promise<string> =>
    ((await send('POST', path, body)).body as { readonly id: string }).id
  const projectId = await made('/projects', { status: 'active' })
  const issueId = await made(`/projects/${projectId}/issues`, { title: 'Slow' })
  const labelId = await made('/labels', { name: 'bug' })
  const writes = [
    ['POST', `/projects/${projectId}/issues`, { title: 'New' }],
    ['POST', `/projects/${projectId}/labels`, { name: 'wish' }],
    ['PUT', `/issues/${issueId}`, { title: 'Fast' }],
    ['PUT', `/issues/${issueId}/labels/${labelId}`],
    ['DELETE', `/issues/${issueId}`],
  ] as const
  const statuses = async (): Promise<readonly number[]> => {
    const all: number[] = []
    for (const [method, path, body] of writes) all.push((await send(method, path, body)).status)
    return all
  }
  await send('PUT', `/projects/${projectId}`, { status: 'archived' })
  expect(await statuses()).toEqual([409, 409, 409, 409, 409])
  await send('PUT', `/projects/${projectId}`, { status: 'active' })
  expect(await statuses()).toEqual([201, 201, 200, 204, 204])
})
