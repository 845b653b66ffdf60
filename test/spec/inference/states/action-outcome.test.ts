import { expect, it } from 'vitest'
import { actionName, stateChangesOf } from '../../../../spec/inference/states/action-outcome.ts'
import { flagActionOf } from '../../../../spec/inference/states/flag-actions.ts'
import { stateName, stateNames } from '../../../../spec/inference/states/words/state-names.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { object } from '../api.ts'

const states = { type: 'string', enum: ['todo', 'in_progress', 'done'] }
const record = { schema: object('id', { archived: { type: 'boolean' }, status: states }), pointer: '' }

async function archiveWith(description: string, responses: Readonly<Record<string, string>>) {
  const described = Object.entries(responses).map(([status, text]) => [status, { description: text }])
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/projects/{id}/archive': { post: { description, responses: Object.fromEntries(described) } } },
  })
  const [operation] = operationsOf(document).operations
  return operation && flagActionOf(document, record, operation)
}

it.each([
  ['complete', [{ property: 'status', value: 'done' }]],
  ['start', [{ property: 'status', value: 'in_progress' }]],
  ['archive', [{ property: 'archived', value: true }]],
  ['unarchive', [{ property: 'archived', value: false }]],
  ['assign', []],
])('the name of the action "%s" implies %j', async (name, changes) => {
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  expect(stateChangesOf(document, record, name)).toEqual(changes)
})

it.each([
  ['/orders/{id}/cancel', 'cancel'],
  ['/orders/{id}/cancel.json', 'cancel'],
  ['/orders/{id}/library.orders.cancel', 'cancel'],
])('the action of %s is %s', (path, name) => {
  expect(actionName({ method: 'POST', path })).toBe(name)
})

it('an action on a part of a record changes the state that is named after the part', async () => {
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const bonusStatus = { type: 'string', enum: ['pending', 'paid'] }
  const referral = { schema: object('id', { bonusStatus, orderStatus: bonusStatus }), pointer: '' }
  expect(stateChangesOf(document, referral, 'pay-bonus')).toEqual([
    { property: 'bonusStatus', value: 'paid' },
  ])
  expect(stateChangesOf(document, referral, 'pay-invoice')).toEqual([])
})

it.each([
  ['active', ['inactive', 'unactive', 'deactivated']],
  ['isPublished', ['inpublished', 'unpublished', 'draft']],
])('a record without the flag "%s" is in a state of its own', (property, states) => {
  expect(stateNames(property, false)).toEqual(states)
})

it.each([
  ['409 if the project is already archived.', { 409: 'Conflict' }, 409],
  ['409 if the project is already archived.', { default: 'An error' }, 409],
  ['Archives it.', { 409: 'The project is already archived' }, 409],
  ['Archives it.', { 422: 'The project was archived already' }, 422],
  ['Archives it.', { 409: 'Conflict' }, undefined],
])('a repeated action is refused: "%s" with %j', async (description, refusals, refusal) => {
  expect(await archiveWith(description, { 200: 'Archived', ...refusals })).toMatchObject({
    property: 'archived',
    value: true,
    refusal,
  })
})

it.each([
  ['status', 'checked_in', 'checkedin'],
  ['isPublished', true, 'published'],
  ['isPublished', false, undefined],
  ['notes', 'Checked in. '.repeat(1000), undefined],
])('%s: %j expresses the state %s', (property, value, state) => {
  expect(stateName(property, value)).toBe(state)
})
