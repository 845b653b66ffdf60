import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { runDefaults } from '../../../../../contracts/options.ts'
import { createPlan } from '../../../../../contracts/plan.ts'
import { createMock } from '../../../../../mock/index.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { answer, at, gone, kept, note, text } from '../../../support/document-parts.ts'

const issue = {
  type: 'object',
  required: ['id', 'title', 'commentCount'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    commentCount: { type: 'integer', minimum: 0, readOnly: true, description: 'The number of comments' },
  },
}
const comment = {
  type: 'object',
  required: ['id', 'body'],
  properties: { id: { ...text, readOnly: true }, body: text },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/projects': kept(note),
    '/projects/{projectId}': { ...at('projectId'), get: answer(200, note), delete: gone },
    '/projects/{projectId}/issues': { ...at('projectId'), ...kept(issue) },
    '/projects/{projectId}/issues/{issueId}': {
      ...at('projectId', 'issueId'),
      get: { operationId: 'getIssue', ...answer(200, issue) },
      delete: gone,
    },
    '/issues/{issueId}/comments': { ...at('issueId'), ...kept(comment) },
    '/issues/{issueId}/comments/{commentId}': {
      ...at('issueId', 'commentId'),
      get: answer(200, comment),
      delete: gone,
    },
  },
}

/** The findings about a service that counts the comments of an issue, or shows 0. */
async function findingsOf(isStale: boolean, of: object = document): Promise<readonly string[]> {
  const mock = await createMock({ document: of })
  const { findings } = await runContract({
    document: of,
    phases: ['stateful'],
    include: ['getIssue'],
    async target(request: Request) {
      const response = await mock.fetch(request)
      const url = new URL(request.url)
      const id = /\/issues\/([^/]+)$/.exec(url.pathname)?.[1]
      if (request.method !== 'GET' || id === undefined || !response.ok) return response
      const comments = await mock.fetch(new Request(new URL(`/issues/${id}/comments`, url)))
      const commentCount = isStale ? 0 : ((await comments.json()) as readonly object[]).length
      return Response.json({ ...((await response.json()) as object), commentCount }, response)
    },
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

it('judges the count of records that are listed below another path of their owner', async () => {
  expect(await findingsOf(true)).toContain('aggregate getIssue')
})

it('has no finding if the count is right', async () => {
  expect(await findingsOf(false)).not.toContain('aggregate getIssue')
})

it('judges the count of records that have a path of their own', async () => {
  const { '/issues/{issueId}/comments/{commentId}': one, ...paths } = document.paths
  const issueId = { ...text, readOnly: true }
  const shown = { ...comment, properties: { ...comment.properties, issueId } }
  const shallow = {
    ...document,
    paths: {
      ...paths,
      '/issues/{issueId}/comments': { ...at('issueId'), ...kept(shown) },
      '/comments/{commentId}': { ...one, ...at('commentId'), get: answer(200, shown) },
    },
  }
  expect(await findingsOf(true, shallow)).toContain('aggregate getIssue')
  expect(await findingsOf(false, shallow)).not.toContain('aggregate getIssue')
})

it('reports a record that is found below the path of another owner', async () => {
  const mock = await createMock({ document })
  const paths = new Map<string, string>()
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const url = new URL(request.url)
      const id = /\/comments\/([^/]+)$/.exec(url.pathname)?.[1]
      const known = id !== undefined && request.method === 'GET' ? paths.get(id) : undefined
      const response = await mock.fetch(known === undefined ? request : new Request(new URL(known, url)))
      if (request.method === 'POST' && url.pathname.endsWith('/comments') && response.status === 201) {
        const created = (await response.clone().json()) as { readonly id: string }
        paths.set(created.id, `${url.pathname}/${created.id}`)
      }
      return response
    },
  })
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toContain(
    'hierarchy GET /issues/{issueId}/comments/{commentId}',
  )
})

it('does not take the total of items for their number unless the document says so', async () => {
  const planned = async (description: string): Promise<boolean> => {
    const order = {
      type: 'object',
      properties: {
        id: { ...text, readOnly: true },
        items: { type: 'array', items: { type: 'object', properties: { price: { type: 'integer' } } } },
        itemsTotal: { type: 'integer', readOnly: true, description },
      },
    }
    const paths = { '/orders': kept(order), '/orders/{id}': { ...at('id'), get: answer(200, order) } }
    const { phases } = createPlan(await loadDocument({ ...document, paths }), runDefaults)
    return phases.some(({ cases }) => cases.some(({ path }) => path === 'stateful/orders/counts'))
  }
  expect(await planned('In cents.')).toBe(false)
  expect(await planned('Number of items.')).toBe(true)
})
