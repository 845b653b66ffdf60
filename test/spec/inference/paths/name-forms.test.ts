import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { createNameEncoder, nameForm } from '../../../../spec/inference/paths/name-forms.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const answers = {
  responses: { 200: { description: 'Fine', content: { 'application/json': { schema: {} } } } },
}

const named = (name: string, description = '', schema: object = { type: 'string' }): object => ({
  parameters: [{ name, in: 'path', required: true, description, schema }],
  ...answers,
})

const documentWith = (paths: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Topics', version: '1' },
  paths,
})

async function formOf(description: string, pattern?: string): Promise<string | undefined> {
  const schema = { type: 'string', ...(pattern !== undefined && { pattern }) }
  const document = await loadDocument(
    documentWith({ '/v1/{parent}/topics': { get: named('parent', description, schema) } }),
  )
  const [parameter] = operationsOf(document).operations[0]?.parameters ?? []
  return parameter && nameForm(document, parameter)
}

describe('the form of resource names', () => {
  it.each([
    [
      'Required. The parent, in the format `projects/{project}/locations/{location}`.',
      'projects/{}/locations/{}',
    ],
    ['In the form: "projects/{projectId}"', 'projects/{}'],
    ['The parent (projects/*/sites/*) to list.', 'projects/{}/sites/{}'],
    ['Such as projects/[PROJECT_ID]/locations/global.', 'projects/{}/locations/global'],
    ['accounts/<account>', 'accounts/{}'],
  ])('is shown by %s', async (description, form) => {
    expect(await formOf(description)).toBe(form)
  })

  it('is shown by a pattern', async () => {
    expect(await formOf('', '^projects/[^/]+/topics/[^/]+$')).toBe('projects/{}/topics/{}')
  })

  it.each([
    'The id of the project.',
    'An id from /v1/projects/{project}.',
    'Either the id and/or the name.',
    'Ids are listed by https://example.com/projects/{project}',
  ])('is not shown by %s', async (description) => {
    expect(await formOf(description)).toBeUndefined()
  })
})

const topics = documentWith({
  '/v1/{parent}/topics': { get: named('parent', 'In the form projects/{project}.') },
  '/v1/{name}': { get: named('name', 'In the form projects/{project}/topics/{topic}.') },
  '/v1/{name}:pause': { post: named('name') },
  '/v1/{id}/notes': { get: named('id') },
})

describe('paths with resource names', () => {
  it.each([
    ['/v1/projects/p/topics', '/v1/projects%2Fp/topics'],
    ['/v1/projects/p/topics/t', '/v1/projects%2Fp%2Ftopics%2Ft'],
    ['/v1/projects/p/topics/t:pause', '/v1/projects%2Fp%2Ftopics%2Ft:pause'],
    ['/v2/projects/p/topics', undefined],
  ])('%s has one segment for each name', async (path, encoded) => {
    const document = await loadDocument(topics)
    expect(createNameEncoder(document, operationsOf(document).operations)(path)).toBe(encoded)
  })

  it.each([
    ['GET', '/v1/projects/p/topics', 200],
    ['GET', '/v1/projects/p/topics/t', 200],
    ['POST', '/v1/projects/p/topics/t:pause', 200],
    ['DELETE', '/v1/projects/p/topics', 405],
    ['GET', '/v2/projects/p/topics', 404],
  ])('are served: %s %s', async (method, path, status) => {
    const mock = await createMock({ document: topics })
    const { status: found } = await mock.fetch(new Request(`http://mock${path}`, { method }))
    expect(found).toBe(status)
  })
})
