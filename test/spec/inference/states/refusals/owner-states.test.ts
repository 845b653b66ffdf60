import { expect, it } from 'vitest'
import { inferResources } from '../../../../../spec/inference/infer-resources.ts'
import { ownerStates } from '../../../../../spec/inference/states/refusals/owner-states.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'
import { object, string } from '../../api.ts'

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answer = (schema: object): object => ({ description: 'Done', ...content(schema) })
const at = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: string }] })

/** The states of the records above a comment in which editing it is refused. */
async function statesOf(description: string, refusal = 'Conflict') {
  const project = object('id', 'title', { status: { type: 'string', enum: ['active', 'archived'] } })
  const issue = object('id', 'projectId', 'title', { locked: { type: 'boolean' } })
  const comment = object('id', 'issueId', 'text')
  const below = (record: object): object => ({
    get: { responses: { 200: answer({ type: 'array', items: record }) } },
    post: { requestBody: content(record), responses: { 201: answer(record) } },
  })
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Issues', version: '1' },
    paths: {
      '/projects': below(project),
      '/projects/{projectId}': { ...at('projectId'), get: { responses: { 200: answer(project) } } },
      '/projects/{projectId}/issues': { ...at('projectId'), ...below(issue) },
      '/issues/{issueId}': { ...at('issueId'), get: { responses: { 200: answer(issue) } } },
      '/issues/{issueId}/comments': { ...at('issueId'), ...below(comment) },
      '/comments/{commentId}': {
        ...at('commentId'),
        get: { description, responses: { 200: answer(comment), 409: { description: refusal } } },
        put: {
          operationId: 'edit',
          description,
          requestBody: content(comment),
          responses: { 200: answer(comment), 409: { description: refusal } },
        },
      },
    },
  })
  const { operations } = operationsOf(document)
  const model = inferResources(document, operations)
  return operations.flatMap((operation) =>
    ownerStates(document, model, operation).map(({ owner, property, refused, status }) => ({
      operation: operation.id,
      owner: owner.name,
      property,
      refused,
      status,
    })),
  )
}

const edit = { operation: 'edit', status: 409 }
const ofProject = { ...edit, owner: '/projects', property: 'status', refused: ['archived'] }
const ofIssue = { ...edit, owner: '/issues', property: 'locked', refused: [true] }

it.each([
  ['Comments in an archived project cannot be changed.', [ofProject]],
  ['Archived projects are read-only (409).', [ofProject]],
  ['Locked issues are read-only.', [ofIssue]],
  ['All but archived projects are read-only.', []],
  ['No comments can be changed in an archived project (409).', [ofProject]],
  ['409 if the project is archived.', [ofProject]],
  ['An archived project cannot be edited.', [ofProject]],
  ['Archived projects do not accept changes.', [ofProject]],
  ['Edits of comments on locked issues are refused with 409.', [ofIssue]],
  ['Comments cannot be edited in a locked issue.', [ofIssue]],
  ['Comments cannot be edited in a locked issue: 409.', [ofIssue]],
  ['Comments cannot be edited in a locked issue (409).', [ofIssue]],
  ['Nothing can be changed in a locked issue (409).', [ofIssue]],
  ['409 if the issue is locked, or no changes are left.', [ofIssue]],
])('"%s" excludes a write below records in a state', async (description, rules) => {
  expect(await statesOf(description)).toEqual(rules)
})

it('the description of a response excludes states of several records above', async () => {
  expect(await statesOf('Edits it.', 'The issue is locked, or its project archived.')).toEqual([
    ofIssue,
    ofProject,
  ])
})

it.each([
  ['Only while the project is active.', 'Conflict'],
  ['This is only possible if the project is active.', 'Conflict'],
  ['Comments can only be edited in active projects.', 'Conflict'],
  ['Only active projects accept comments (409 otherwise).', 'Conflict'],
  ['Edits it.', 'The project is no longer active, or has a comment with that text'],
])('"%s" (%s) allows a write below records in a state only', async (description, refusal) => {
  expect(await statesOf(description, refusal)).toEqual([ofProject])
})

it.each([
  'Comments can only be added to active projects.',
  'Issues can only be moved to archived projects.',
  'Comments can only be edited in active projects and by their authors.',
  'Comments in an archived project cannot be changed, except by admins.',
  'Comments in an archived project are shown as well.',
  'Only comments in an archived project cannot be changed.',
  'Only archived projects have to be exported.',
  'The project is active.',
])('"%s" excludes nothing', async (description) => {
  expect(await statesOf(description)).toEqual([])
})

it('what is said of records in a state is said of what is added to them', async () => {
  const order = object('id', 'number', { status: { type: 'string', enum: ['pending', 'paid', 'shipped'] } })
  const shipment = object('id', 'orderId', 'carrier')
  const description = 'Ships a paid order, which becomes `shipped`. 409 for orders in other states.'
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': { get: { responses: { 200: answer({ type: 'array', items: order }) } } },
      '/orders/{orderId}': { ...at('orderId'), get: { responses: { 200: answer(order) } } },
      '/orders/{orderId}/shipments': {
        ...at('orderId'),
        get: { responses: { 200: answer({ type: 'array', items: shipment }) } },
        post: {
          description,
          requestBody: content(shipment),
          responses: { 201: answer(shipment), 409: { description: 'Conflict' } },
        },
      },
    },
  })
  const { operations } = operationsOf(document)
  const model = inferResources(document, operations)
  const found = operations.flatMap((operation) => ownerStates(document, model, operation))
  expect(found).toMatchObject([
    { owner: { name: '/orders' }, refused: ['pending', 'shipped'], certain: ['pending', 'shipped'] },
  ])
})
