import { describe, expect, it } from 'vitest'
import type { SchemaNode } from '../../../../spec/document.ts'
import {
  describedQueryRanges,
  describedRanges,
  type DescribedRange,
} from '../../../../spec/inference/constraints/described-ranges.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const day = { type: 'string', format: 'date' }

const shown = ({ lower, upper, isStrict }: DescribedRange): string =>
  `${lower} ${isStrict ? '<' : '<='} ${upper}`

/** The described ranges of a booking, as `lower <= upper`, or `lower < upper` if the values must differ. */
async function rangesOf(
  descriptions: Readonly<Record<string, string>>,
  description = 'Books a room.',
  refusal = 'Refused',
): Promise<readonly string[]> {
  const property = (name: string, schema: object): object => ({
    [name]: { ...schema, ...(descriptions[name] !== undefined && { description: descriptions[name] }) },
  })
  const schema = {
    type: 'object',
    properties: {
      ...property('valid_from', day),
      ...property('valid_to', day),
      ...property('minGuests', { type: 'integer' }),
      ...property('maxGuests', { type: 'integer' }),
      ...property('arrivesOn', day),
      ...property('departsOn', day),
      ...property('beds', { type: 'integer', default: 1 }),
      ...property('sleepers', { type: 'integer', default: 1 }),
      ...property('note', { type: 'string' }),
    },
  }
  const post = {
    description,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: 'Booked' }, 422: { description: refusal } },
  }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/bookings': { post } },
  })
  const [operation] = operationsOf(document).operations
  const sent: SchemaNode | undefined = operation?.requestBody?.content[0]?.schema
  if (!operation || !sent) throw new Error('The document has no request body.')
  return describedRanges(document, operation, sent).map(shown)
}

it.each(['Not before `valid_from`.', 'Last day, not before `valid_from`.'])(
  'a range is read from a description without a verb: %s',
  async (text) => {
    expect(await rangesOf({ valid_to: text })).toEqual(['valid_from <= valid_to'])
  },
)

it('no range is read from what is only usual', async () => {
  expect(await rangesOf({ valid_to: 'Last day, usually not before `valid_from`.' })).toEqual([])
})

describe('a range is read from', () => {
  it.each([
    ['The request is invalid, or `valid_to` is before `valid_from`.', '<='],
    ['`valid_from` is not before `valid_to`.', '<'],
  ])('the description of a refusal: %s', async (refusal, relation) => {
    expect(await rangesOf({}, undefined, refusal)).toEqual([`valid_from ${relation} valid_to`])
  })

  it.each([
    ['valid_to', 'Must not be before `valid_from`.', '<='],
    ['valid_to', 'Last day, inclusive. Never before `valid_from`.', '<='],
    ['valid_to', 'The last day. Must be after valid_from.', '<'],
    ['valid_to', 'Must be later than `valid_from`.', '<'],
    ['valid_to', 'Must not be on or before `valid_from`.', '<'],
    ['valid_to', 'Has to be on or after `valid_from`; 422 otherwise.', '<='],
    ['valid_from', 'Cannot be later than `valid_to`.', '<='],
    ['valid_to', 'Not before the `valid_from`.', '<='],
    ['valid_from', 'Must be earlier than the `valid_to`.', '<'],
  ])('the description of %s: %s', async (name, text, relation) => {
    expect(await rangesOf({ [name]: text })).toEqual([`valid_from ${relation} valid_to`])
  })

  it.each([
    ['departsOn', 'At least one night after the arrival', '<'],
    ['departsOn', 'After `arrivesOn`.', '<'],
    ['departsOn', 'Must lie after the arrival date.', '<'],
    ['arrivesOn', 'Not after the departure', '<='],
  ])('what is said of an event that %s names: %s', async (name, text, relation) => {
    expect(await rangesOf({ [name]: text })).toEqual([`arrivesOn ${relation} departsOn`])
  })

  it.each([
    ['The guest has to depart after they arrive (422).', '<'],
    ['A guest must not depart before they arrive.', '<='],
  ])('what somebody has to do after something else: %s', async (description, relation) => {
    expect(await rangesOf({}, description)).toEqual([`arrivesOn ${relation} departsOn`])
  })

  it('a refusal that has no verb', async () => {
    const refusal = 'Not acceptable: unknown room, departure not after arrival, too many people'
    expect(await rangesOf({}, undefined, refusal)).toEqual(['arrivesOn < departsOn'])
  })

  it('the description of a number', async () => {
    expect(await rangesOf({ maxGuests: 'Must be greater than or equal to minGuests.' })).toEqual([
      'minGuests <= maxGuests',
    ])
  })

  it('a description that excludes equal values, although the defaults are equal', async () => {
    expect(await rangesOf({ sleepers: 'Must be greater than `beds`.' })).toEqual(['beds <= sleepers'])
  })

  it('the descriptions of the operation and its properties, once', async () => {
    const text = 'Books a room. `valid_to` must not be before `valid_from`.'
    expect(await rangesOf({ valid_to: 'Must be after valid_from.' }, text)).toEqual(['valid_from < valid_to'])
  })

  it('the description of a query parameter', async () => {
    const document = await loadDocument({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/nights': {
          get: {
            parameters: [
              { name: 'from', in: 'query', schema: day },
              { name: 'to', in: 'query', schema: day, description: 'Must be later than `from`.' },
            ],
            responses: { 200: { description: 'Nights' } },
          },
        },
      },
    })
    const ranges = operationsOf(document).operations.flatMap((each) => describedQueryRanges(document, each))
    expect(ranges.map(shown)).toEqual(['from < to'])
  })
})

it.each([
  'Should be after valid_from.',
  'Must be after note.',
  'Must be after today.',
  'Must be after valid_from plus the notice period.',
  'Usually after `valid_from`.',
  'After `valid_from` it can be renewed.',
])('no range is read from: %s', async (text) => {
  expect(await rangesOf({ valid_to: text })).toEqual([])
})
