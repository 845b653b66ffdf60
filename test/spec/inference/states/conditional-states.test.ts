import { expect, it } from 'vitest'
import { conditionalStates, firstState } from '../../../../spec/inference/states/conditional-states.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { object } from '../api.ts'

const record = {
  schema: object('id', {
    status: { type: 'string', enum: ['requested', 'booked', 'confirmed'] },
    source: { type: 'string', enum: ['web', 'phone'] },
    urgent: { type: 'boolean' },
  }),
  pointer: '',
}

async function stateOf(description: string, sent: JsonObject): Promise<unknown> {
  const paths = { '/visits': { post: { description, responses: { 201: { description: 'Made' } } } } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })
  const [create] = operationsOf(document).operations
  const found = create && conditionalStates(document, record, create)
  return found && firstState(found, sent)['status']
}

it.each([
  'Visits booked online (`source` is `web`) start as `requested`; all others start as `booked`.',
  'Visits start as `booked`; visits of source `web` are `requested`.',
  'If `source` is `web`, the visit starts as `requested`, otherwise as `booked`.',
])('the first state depends on what was sent: %s', async (description) => {
  expect(await stateOf(description, { source: 'web' })).toBe('requested')
  expect(await stateOf(description, { source: 'phone' })).toBe('booked')
  expect(await stateOf(description, {})).toBe('booked')
})

it('the first state depends on a flag', async () => {
  const description = 'A visit with `urgent` true is `confirmed` at once.'
  expect(await stateOf(description, { urgent: true })).toBe('confirmed')
  expect(await stateOf(description, { urgent: false })).toBeUndefined()
})

it.each([
  'Visits start as `booked`.',
  'Visits whose `source` is `web` are not `confirmed`.',
  'Once it is paid, a visit whose `source` is `web` is `confirmed`.',
])('the first state does not depend on what was sent: %s', async (description) => {
  expect(await stateOf(description, { source: 'web' })).toBeUndefined()
})
