import { expect, it } from 'vitest'
import { inferResources } from '../../../../../spec/inference/infer-resources.ts'
import { issuedRecords } from '../../../../../spec/inference/states/effects/issued-records.ts'
import { memberStates } from '../../../../../spec/inference/states/refusals/member-states.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'

const object = (...names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(
    names.map((name) => [name, name === 'state' ? { enum: ['valid', 'used'] } : { type: 'string' }]),
  ),
})
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
const shows = (schema: object) => ({ 200: { description: 'Fine', ...json(schema) } })

/** What paying for a booking, which has passes, says of these. */
async function paying(description: string, refusal = '') {
  const [booking, pass] = [object('id', 'title'), object('id', 'bookingId', 'state')]
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/bookings': {
        get: { responses: shows({ type: 'array', items: booking }) },
        post: {
          requestBody: json(object('title')),
          responses: { 201: { description: '', ...json(booking) } },
        },
      },
      '/bookings/{id}': { parameters: id, get: { responses: shows(booking) } },
      '/bookings/{id}/pay': {
        parameters: id,
        post: {
          operationId: 'pay',
          description,
          responses: { ...shows(booking), 409: { description: refusal } },
        },
      },
      '/passes': { get: { responses: shows({ type: 'array', items: pass }) } },
      '/passes/{id}': { parameters: id, get: { responses: shows(pass) } },
    },
  })
  const { operations, byId } = operationsOf(document)
  const { resources } = inferResources(document, operations)
  const [own, action] = [resources.find(({ name }) => name === '/bookings'), byId.get('pay')]
  if (!own || !action) throw new Error('The action is not there.')
  return {
    issued: issuedRecords(document, action, own, resources),
    refused: memberStates(document, action, own, resources),
  }
}

it.each([
  ['One pass is issued for each place.', true],
  ['Pays the booking and issues its passes.', true],
  ['A pass is created.', false],
])('an action issues records: %s', async (description, areMany) => {
  const { issued } = await paying(description)
  expect(issued).toMatchObject([{ member: { name: '/passes' }, property: 'bookingId', areMany }])
})

it.each([
  'A pass may be issued.',
  'A pass is created if the booking is paid.',
  'The passes are shown.',
  'Passes are not issued.',
])('an action issues nothing for sure: %s', async (description) => {
  expect((await paying(description)).issued).toEqual([])
})

it.each(['A pass was used', 'The booking is over, or a pass is already used', 'Any pass has been used'])(
  'an action is refused for the state of what belongs to the record: %s',
  async (refusal) => {
    const { refused } = await paying('', refusal)
    expect(refused).toMatchObject([{ state: { property: 'state', value: 'used' }, status: 409 }])
  },
)

it.each(['The pass was used', 'No pass was used', 'A pass was lost'])(
  'a refusal says nothing of the states of several: %s',
  async (refusal) => {
    expect((await paying('', refusal)).refused).toEqual([])
  },
)
