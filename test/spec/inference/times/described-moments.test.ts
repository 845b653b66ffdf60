import { expect, it } from 'vitest'
import { describedMoments } from '../../../../spec/inference/times/described-moments.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

/** What is said of `endsAt` and `birth_date`, by their own descriptions and that of the operation. */
async function momentsOf(texts: { readonly own?: string; readonly operation?: string }) {
  const schema = {
    type: 'object',
    properties: {
      endsAt: { type: 'string', format: 'date-time', description: texts.own ?? '' },
      birth_date: { type: 'string', format: 'date' },
      note: { type: 'string', description: 'Must be in the future.' },
    },
  }
  const post = { description: texts.operation ?? '', responses: { 201: { description: 'Created' } } }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/offers': { post } },
  })
  const [operation] = operationsOf(document).operations
  if (!operation) throw new Error('There is no operation.')
  return describedMoments(document, operation, { schema, pointer: '#/sent' }).map(
    ({ property, time, isRequired, status }) =>
      [property, isRequired ? 'must be' : 'is', time, ...(status === undefined ? [] : [status])].join(' '),
  )
}

it.each([
  ['Must be in the future.', 'must be future'],
  ['When it ends. Has to lie in the future; 422 otherwise.', 'must be future 422'],
  ['Must be a future date.', 'must be future'],
  ['Cannot be in the past.', 'must be future'],
  ['Must not be before today.', 'must be future'],
  ['Must be later than now.', 'must be future'],
  ['Must be in the past.', 'must be past'],
  ['Must not be in the future.', 'must be past'],
  ['A time in the future.', 'is future'],
])('a date is described in relation to the present: %s', async (own, expected) => {
  expect(await momentsOf({ own })).toEqual([`endsAt ${expected}`])
})

it.each([
  ['An offer ends in the future.', ['endsAt is future']],
  ['The birth date must not be in the future.', ['birth_date must be past']],
  ['`endsAt` must be in the future.', ['endsAt must be future']],
  ['The offer must end in the future (422).', ['endsAt must be future 422']],
])('an operation describes dates in relation to the present: %s', async (operation, expected) => {
  expect(await momentsOf({ operation })).toEqual(expected)
})

it.each([
  'Must be in the future if the offer is open.',
  'Should be in the future.',
  'Need not be in the future.',
  'Must be after the beginning.',
  'The future of the offer.',
])('nothing is demanded of dates by: %s', async (own) => {
  expect(await momentsOf({ own })).not.toContainEqual(expect.stringContaining('must be'))
})
