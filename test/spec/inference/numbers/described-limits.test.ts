import { describe, expect, it } from 'vitest'
import { inferResources } from '../../../../spec/inference/infer-resources.ts'
import { describedLimits } from '../../../../spec/inference/numbers/described-limits.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const integer = { type: 'integer' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const object = (properties: object): object => ({
  type: 'object',
  properties: { id: { type: 'string' }, ...properties },
})
const answers = (schema: object): object => ({ responses: { 200: { description: 'Fine', ...json(schema) } } })

/** The limits of a visit to a museum, as `properties <= resource limit`. */
async function limitsOf(
  description: string,
  ofAdults: string = '',
  others: object = { children: integer },
): Promise<readonly string[]> {
  const museum = object({
    name: { type: 'string' },
    capacity: integer,
    available: integer,
    visitor_count: integer,
    children: integer,
  })
  const visit = object({
    museum_id: { type: 'string' },
    adults: { ...integer, description: ofAdults },
    ...others,
  })
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/museums': { get: answers({ type: 'array', items: museum }) },
      '/museums/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: answers(museum),
      },
      '/visits': { post: { description, requestBody: json(visit), ...answers(visit) } },
    },
  })
  const { operations } = operationsOf(document)
  const visits = operations.find(({ method }) => method === 'POST')
  const sent = visits?.requestBody?.content[0]?.schema
  const { resources } = inferResources(document, operations)
  if (!visits || !sent) throw new Error('The document has no request body.')
  return describedLimits(document, visits, sent, resources).map(
    ({ properties, limit, resource, isOfAll }) =>
      `${properties.join(' + ')}${isOfAll ? ' of all' : ''} <= ${resource.name} ${limit}`,
  )
}

describe('a limit is read from', () => {
  it.each([
    ['The `adults` cannot exceed the `capacity` of the museum (422).', 'adults <= /museums capacity'],
    ['`adults` and `children` together may not exceed the capacity of the museum.', 'adults + children'],
    ['`children` must be at most the `visitor_count` of the museum.', 'children <= /museums visitor_count'],
    ['The adults may not exceed the `capacity` (422).', 'adults <= /museums capacity'],
    ['The visits of a museum together may not exceed its children.', 'of all <= /museums children'],
    ['The visits of a museum cannot exceed its `children`.', 'of all <= /museums children'],
    ['`adults` must not be greater than the capacity of the museum.', 'adults <= /museums capacity'],
    ['422 if `adults` is more than the `capacity` of the museum.', 'adults <= /museums capacity'],
    ['409 when the adults exceed the capacity of the museum.', 'adults <= /museums capacity'],
    [
      'Visits. 422 if `adults` is more than what is left of the `capacity` of the museum.',
      'adults <= /museums capacity',
    ],
  ])('the description of an operation: %s', async (text, limit) => {
    expect(await limitsOf(text)).toEqual([expect.stringContaining(limit)])
  })

  it.each([
    ['Visits. 409 if fewer places are available than asked for.', 'available'],
    ['Visits are for open museums, and for no more than are available.', 'available'],
    ['A visit cannot exceed the `visitor_count`.', 'visitor_count'],
  ])('a sentence about the only number: %s', async (text, limit) => {
    expect(await limitsOf(text, undefined, {})).toEqual([`adults <= /museums ${limit}`])
  })

  it('the description of a property', async () => {
    expect(await limitsOf('', 'Cannot exceed the `capacity` of the museum.')).toEqual([
      'adults <= /museums capacity',
    ])
  })
})

it.each([
  'The adults should not exceed the capacity of the museum.',
  'The adults cannot exceed the capacity of the bus.',
  'The adults cannot exceed the size of the museum.',
  'The adults cannot exceed the capacity of the museum minus the children.',
  'Their sum may be as large as the capacity of the museum.',
  'They cannot exceed the capacity of the museum.',
  'They cannot exceed the capacity.',
  'The price of a visit cannot exceed the capacity.',
])('no limit is read from: %s', async (text) => {
  expect(await limitsOf(text)).toEqual([])
})
