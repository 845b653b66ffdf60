import { expect, it } from 'vitest'
import { describeApi } from '../../../contracts/api/api.ts'
import { withUsableStates } from '../../../contracts/api/usable-states.ts'
import type { Json } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../support/document-parts.ts'

const conflict = { 409: { description: 'Conflict' } }
const project = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    status: { enum: ['archived', 'open', 'paused'] },
    locked: { type: 'boolean' },
    public: { type: 'boolean' },
  },
}
const issue = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...text, readOnly: true }, title: text },
}

/** The body with which a project is created, where the creation of its issues has that description. */
async function created(description: string, body: Json): Promise<Json> {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Issues', version: '1' },
    paths: {
      '/projects': kept(project),
      '/projects/{projectId}': { ...at('projectId'), get: answer(200, project), delete: gone },
      '/projects/{projectId}/issues': {
        ...at('projectId'),
        get: listOf(issue),
        post: { description, ...sent(issue), ...answer(201, issue, conflict) },
      },
    },
  })
  const api = describeApi(document)
  const operation = api.operations.find(({ method, path }) => method === 'POST' && path === '/projects')
  return operation ? withUsableStates(api, operation, body) : null
}

it.each([
  ['Issues cannot be added to an archived project.', { status: 'open', locked: true }],
  ['Issues cannot be added to a locked project: 409.', { status: 'archived', locked: false }],
])('a record is created in a state in which others can be put below it: %s', async (rule, expected) => {
  expect(await created(rule, { status: 'archived', locked: true, public: true })).toEqual({
    ...expected,
    public: true,
  })
})

it('a record is created as generated where no state is excluded', async () => {
  const body = { status: 'archived', locked: true, public: true }
  expect(await created('Adds an issue.', body)).toEqual(body)
})
