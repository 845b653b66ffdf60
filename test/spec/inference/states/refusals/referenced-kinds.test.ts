import { expect, it } from 'vitest'
import { inferResources } from '../../../../../spec/inference/infer-resources.ts'
import { referencedStates } from '../../../../../spec/inference/states/refusals/referenced-states.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'
import { object, string } from '../../api.ts'

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answer = (schema: object): object => ({ description: 'Done', ...content(schema) })
const worker = object('id', 'name', { role: { type: 'string', enum: ['cook', 'waiter', 'deputy'] } })
const shift = object('id', 'leader_id', 'worker_id', {
  leader_id: { ...string, description: 'The worker who leads' },
})

/** What the creation of a shift demands of the workers that it refers to. */
async function kindsOf(description: string, refusal = 'Not possible'): Promise<readonly string[]> {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Shifts', version: '1' },
    paths: {
      '/workers': {
        get: { responses: { 200: answer({ type: 'array', items: worker }) } },
        post: { requestBody: content(worker), responses: { 201: answer(worker) } },
      },
      '/shifts': {
        get: { responses: { 200: answer({ type: 'array', items: shift }) } },
        post: {
          operationId: 'plan',
          description,
          requestBody: content(shift),
          responses: { 201: answer(shift), 422: { description: refusal } },
        },
      },
    },
  })
  const { operations } = operationsOf(document)
  const { resources, roles } = inferResources(document, operations)
  const plan = operations.find(({ id }) => id === 'plan')
  const references = roles.get('plan')?.resource.references ?? []
  return (plan ? referencedStates(document, plan, references, resources) : []).map(
    ({ reference, property, certain, status }) =>
      `${String(status)} if ${property} of ${reference.property} is ${certain.map(String).join(' or ')}`,
  )
}

it.each([
  'The leader must be a cook.',
  'The leader must be a cook, and must be present.',
  'Only cooks can lead shifts.',
  'Only cooks may lead.',
])('"%s" demands records of one kind', async (description) => {
  expect(await kindsOf(description)).toEqual(['422 if role of leader_id is waiter or deputy'])
})

it.each([
  'The leader is not a cook',
  'The leader is not a cook, or does not exist',
  'There is no such worker, or the leader is no cook',
])('"%s" as the description of a refusal demands records of one kind', async (refusal) => {
  expect(await kindsOf('Plans a shift.', refusal)).toEqual(['422 if role of leader_id is waiter or deputy'])
})

it('several kinds may be named', async () => {
  expect(await kindsOf('The leader must be a cook or a deputy.')).toEqual([
    '422 if role of leader_id is waiter',
  ])
  expect(await kindsOf('Only cooks or deputies can lead shifts.')).toEqual([
    '422 if role of leader_id is waiter',
  ])
})

it.each([
  ['Only cooks can plan shifts.', undefined],
  ['The leader is usually a cook.', undefined],
  ['The leader must be a cook on Sundays.', undefined],
  ['Only cooks can be seen here.', undefined],
  // Which of the two is meant is not clear.
  ['Plans a shift.', 'They are no cook'],
])('"%s" demands nothing', async (description, refusal) => {
  expect(await kindsOf(description, refusal)).toEqual([])
})
