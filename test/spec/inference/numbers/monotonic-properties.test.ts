import { expect, it } from 'vitest'
import { monotonicProperties } from '../../../../spec/inference/numbers/monotonic-properties.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { integer, object } from '../api.ts'

/** What an update with that description excludes for a counter, which may have one of its own. */
async function directionsOf(description: string, ofReading = '') {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Meters', version: '1' },
    paths: { '/meters/{id}': { patch: { description, responses: { 200: { description: 'Done' } } } } },
  })
  const sent = {
    schema: object('note', { reading: { ...integer, description: ofReading }, limit: integer }),
    pointer: '/meter',
  }
  const [update] = operationsOf(document).operations
  return update ? monotonicProperties(document, update, sent) : []
}

const pointer = '#/paths/~1meters~1{id}/patch'

it.each([
  'Updates a meter. The reading never goes down.',
  'The reading cannot be decreased.',
  'The value of `reading` must not be lower than before.',
  'The new reading must not be less than the current one.',
  'Reading may only increase over time.',
  'The `reading` can only be increased.',
])('"%s" lets a number only increase', async (description) => {
  expect(await directionsOf(description)).toEqual([
    { property: 'reading', increases: true, status: undefined, pointer },
  ])
})

it.each(['The limit can only be lowered.', 'The limit must never be raised.'])(
  '"%s" lets a number only decrease',
  async (description) => {
    expect(await directionsOf(description)).toMatchObject([{ property: 'limit', increases: false }])
  },
)

it.each(['The reading never goes down; 422 if it would.', 'The reading never decreases. 422 otherwise.'])(
  '"%s" names the status of the refusal',
  async (description) => {
    expect(await directionsOf(description)).toMatchObject([{ property: 'reading', status: 422 }])
  },
)

it.each(['Never decreases.', 'The value only ever increases.', 'The reading cannot go back.'])(
  'the description "%s" of a property is about it',
  async (description) => {
    expect(await directionsOf('', description)).toMatchObject([
      { property: 'reading', increases: true, pointer: expect.stringMatching(/description$/) as string },
    ])
  },
)

it.each([
  'The reading cannot be decreased below zero.',
  'The reading never goes down while the meter is sealed.',
  'The reading goes down.',
  'The note can only be increased.',
  'The price of the reading cannot be decreased.',
  'The reading must not be lower than the limit.',
])('"%s" excludes no direction', async (description) => {
  expect(await directionsOf(description)).toEqual([])
})
