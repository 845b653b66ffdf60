import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const project = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: { id, title: text, status: { enum: ['active', 'archived'], readOnly: true } },
}
const issue = {
  type: 'object',
  required: ['id', 'projectId', 'title'],
  properties: { id, projectId: id, title: text },
}
const conflict = (description: string): object => ({ 409: { description } })

const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/projects': {
      get: listOf(project),
      post: { description: 'A new project is `active`.', ...sent(project), ...answer(201, project) },
    },
    '/projects/{projectId}': { ...at('projectId'), get: answer(200, project), delete: gone },
    '/projects/{projectId}/archive': { ...at('projectId'), post: answer(200, project) },
    '/projects/{projectId}/unarchive': { ...at('projectId'), post: answer(200, project) },
    '/projects/{projectId}/issues': {
      ...at('projectId'),
      ...kept(issue),
      post: { ...sent(issue), ...answer(201, issue, conflict(rule)) },
    },
    '/issues/{issueId}': {
      ...at('issueId'),
      get: answer(200, issue),
      patch: { ...sent(issue), ...answer(200, issue, conflict(rule)) },
      delete: {
        responses: { 204: { description: 'Gone' }, 404: { description: 'None' }, ...conflict(rule) },
      },
    },
  },
})

/** What is found of a service that keeps one rule and whose document states another. */
async function findingsOf(stated: string, enforced: string): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: documentWith(stated),
    only: 'stateful/*/owner-state',
    target: await createMock({ document: documentWith(enforced) }),
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('a write below a record in a state that the document excludes', () => {
  const rule = 'The project is archived.'

  it('has no finding if it is refused', async () => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })

  it('is reported for each operation that accepts it', async () => {
    const above = 'a request with a record of /projects with status = "archived" above it to be refused'
    expect(await findingsOf(rule, 'Conflict')).toEqual([
      expect.stringMatching(`invalid-refused POST .*${above}; got 201`),
      expect.stringMatching(`invalid-refused DELETE .*${above}; got 204`),
      expect.stringMatching(`invalid-refused PATCH .*${above}; got 200`),
    ])
  })

  it('is not expected to be refused for another reason', async () => {
    expect(await findingsOf('The number is taken.', 'Conflict')).toEqual([])
  })
})

describe('a line below a record that is no longer a draft', () => {
  const order = {
    type: 'object',
    required: ['id', 'title', 'status'],
    properties: { id, title: text, status: { enum: ['draft', 'placed'], readOnly: true } },
  }
  const line = {
    type: 'object',
    required: ['id', 'orderId', 'text'],
    properties: { id, orderId: id, text },
  }
  const ordersWith = (added: string, changed: string): object => ({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: listOf(order),
        post: { description: 'A new order is a `draft`.', ...sent(order), ...answer(201, order) },
      },
      '/orders/{orderId}': { ...at('orderId'), get: answer(200, order), delete: gone },
      '/orders/{orderId}/place': {
        ...at('orderId'),
        post: { description: 'The order becomes `placed`.', ...answer(200, order) },
      },
      '/orders/{orderId}/lines': {
        ...at('orderId'),
        get: listOf(line),
        post: { description: added, ...sent(line), ...answer(201, line, conflict('Conflict')) },
      },
      '/orders/{orderId}/lines/{lineId}': {
        ...at('orderId', 'lineId'),
        get: answer(200, line),
        put: { description: changed, ...sent(line), ...answer(200, line, conflict('Conflict')) },
      },
    },
  })
  const [added, changed] = ['Lines can only be added to drafts.', 'Only while the order is a draft.']

  it.each([
    ['keeps the rules', ordersWith(added, changed), []],
    [
      'adds',
      ordersWith('', changed),
      [expect.stringMatching('^invalid-refused POST .*status = "placed" above')],
    ],
    [
      'changes',
      ordersWith(added, ''),
      [expect.stringMatching('^invalid-refused PUT .*status = "placed" above')],
    ],
  ])('is refused, or else reported: %s', async (_, enforced, expected) => {
    const { findings } = await runContract({
      document: ordersWith(added, changed),
      only: 'stateful/*/owner-state',
      target: await createMock({ document: enforced }),
    })
    expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual(
      expected,
    )
  })
})

describe('a comment on an article whose comments are closed', () => {
  const article = {
    type: 'object',
    required: ['title'],
    properties: { id, title: text, commentsOpen: { type: 'boolean', default: true } },
  }
  const comment = { type: 'object', required: ['text'], properties: { id, text, parentId: text } }
  const articlesWith = (rule: string): object => ({
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles': kept(article),
      '/articles/{articleId}': {
        ...at('articleId'),
        get: answer(200, article),
        patch: { ...sent({ ...article, required: [] }), ...answer(200, article) },
        delete: gone,
      },
      '/articles/{articleId}/comments': {
        ...at('articleId'),
        get: listOf(comment),
        post: { operationId: 'comment', ...sent(comment), ...answer(201, comment, conflict(rule)) },
      },
      '/articles/{articleId}/comments/{commentId}': {
        ...at('articleId', 'commentId'),
        get: answer(200, comment),
        delete: gone,
      },
    },
  })

  async function findingsOfArticles(stated: string, enforced: string): Promise<readonly string[]> {
    const { findings } = await runContract({
      document: articlesWith(stated),
      only: 'stateful/*/owner-state',
      target: await createMock({ document: articlesWith(enforced) }),
    })
    return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
  }

  it('is refused by the mock', async () => {
    expect(await findingsOfArticles('Comments are closed.', 'Comments are closed.')).toEqual([])
  })

  it('is reported if it is accepted, although comments elsewhere cannot be replied to', async () => {
    expect(await findingsOfArticles('Comments are closed.', 'Conflict')).toEqual([
      expect.stringMatching(
        /invalid-refused comment: .*commentsOpen = false above it to be refused; got 201/,
      ),
    ])
  })
})
