import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, content, gone, sent, text } from '../../../support/document-parts.ts'

const title = { ...text, minLength: 1, maxLength: 40 }
const article = {
  type: 'object',
  required: ['id', 'title', 'status', 'publishedAt'],
  properties: {
    id: { ...text, readOnly: true },
    title,
    status: { ...text, readOnly: true, enum: ['draft', 'published'] },
    publishedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
    parentId: text,
  },
}
const fields = { type: 'object', required: ['title'], properties: { title, parentId: text } }
const document = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'Articles', version: '1' },
  paths: {
    '/articles': { post: { ...sent(fields), ...answer(201, article) } },
    '/articles/{id}': {
      ...at('id'),
      get: answer(200, article),
      patch: { operationId: 'edit', description, ...sent(fields), ...answer(200, article) },
      delete: gone,
    },
    '/articles/{id}/publish': {
      ...at('id'),
      post: {
        operationId: 'publish',
        description: 'Publishes a draft and sets `publishedAt`; 409 otherwise.',
        responses: {
          200: { description: 'Published', content: content(article) },
          404: { description: 'None' },
          409: { description: 'It is no draft.' },
        },
      },
    },
  },
})

type Article = Readonly<Record<string, unknown>>

/** What is found of a service that changes more of an article than it is sent. */
async function findingsOf(reset: Article, description = 'Edits an article.'): Promise<readonly string[]> {
  const mock = await createMock({ document: document(description), world: 'empty' })
  const edited = new Set<string>()
  const { findings } = await runContract({
    document: document(description),
    only: 'stateful/articles/kept',
    async target(request: Request) {
      const response = await mock.fetch(request)
      const { pathname } = new URL(request.url)
      if (request.method === 'PATCH') edited.add(pathname)
      return response.ok && edited.has(pathname)
        ? Response.json({ ...((await response.json()) as Article), ...reset })
        : response
    },
  })
  return findings.map((finding) => `${finding.check} ${finding.operation}: ${finding.message}`)
}

it('has no finding if an update keeps what an action has set', async () => {
  expect(await findingsOf({})).toEqual([])
})

it('reports an update that takes a record back to the state before an action', async () => {
  expect(await findingsOf({ status: 'draft' })).toEqual([
    expect.stringMatching(/^update-visible edit: .*status = "published", which the update did not include/),
  ])
})

it('reports an update that removes the time that an action has set', async () => {
  expect(await findingsOf({ publishedAt: null })).toEqual([
    expect.stringMatching(/^update-visible edit: .*publishedAt = /),
  ])
})

it('has no finding if the update says that it leads back to that state', async () => {
  const told = 'Edits an article. A published one becomes a draft again.'
  expect(await findingsOf({ status: 'draft' }, told)).toEqual([])
})
