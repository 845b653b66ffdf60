import { describe, expect, it } from 'vitest'
import {
  directionSeparator,
  parseOrder,
  parseShortOrder,
  sortParametersOf,
  tieBreaker,
} from '../../../../spec/inference/lists/order.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

/** The sort parameters of a list, whose description is given. */
async function sorted(description: string, direction: object[] = []) {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Barges', version: '1' },
    paths: {
      '/barges': {
        get: {
          parameters: [{ name: 'sort', in: 'query', description, schema: { type: 'string' } }, ...direction],
          responses: { 200: { description: 'All of them.' } },
        },
      },
    },
  })
  const [list] = operationsOf(document).operations
  const parameters = list && sortParametersOf(document, list)
  if (!parameters) throw new Error('The list cannot be sorted.')
  return { document, parameters }
}

const properties = new Map(['id', 'name', 'createdAt', 'loadCount'].map((name) => [name, {}]))

describe('what items with equal values are ordered by', () => {
  it.each([
    ['Ties are ordered by id, ascending.', { property: 'id', descending: false }],
    ['A tie is broken by `createdAt` (descending).', { property: 'createdAt', descending: true }],
    ['Barges that are equal are in the order of their names.', { property: 'name', descending: false }],
    [
      'Those which are equal in the order in which they were created.',
      { property: 'createdAt', descending: false },
    ],
  ])('is told by: %s', async (description, order) => {
    const { document, parameters } = await sorted(description)
    expect(tieBreaker(document, parameters, properties)).toEqual(order)
  })

  it.each([
    'By name or by id.',
    'Ties are ordered by id.',
    'Ties are ordered by weight, ascending.',
    'Barges that are equal are in the order of their masters.',
  ])('is not told by: %s', async (description) => {
    const { document, parameters } = await sorted(description)
    expect(tieBreaker(document, parameters, properties)).toBeUndefined()
  })
})

describe('an order in a query', () => {
  it.each([
    ['name', false],
    ['+name', false],
    ['-name', true],
    ['name:desc', true],
    ['name asc', false],
  ])('names a property and a direction: %s', (value, descending) => {
    expect(parseOrder(value, properties)).toEqual({ property: 'name', descending })
  })

  it.each([
    ['created', 'createdAt', false],
    ['-created', 'createdAt', true],
    ['load_count:desc', 'loadCount', true],
  ])('may name a property in short or in another case: %s', (value, property, descending) => {
    expect(parseShortOrder(value, properties)).toEqual({ property, descending })
  })

  it('in short has to mean one property', () => {
    const both = new Map([...properties, ['created_on', {}]])
    expect(parseShortOrder('created', both)).toBeUndefined()
    expect(parseOrder('weight', properties)).toBeUndefined()
  })
})

describe('the direction', () => {
  it('may have a parameter of its own', async () => {
    const schema = { enum: ['asc', 'desc'] }
    const { parameters } = await sorted('', [{ name: 'order', in: 'query', schema }])
    expect(parameters).toMatchObject({ parameter: { name: 'sort' }, direction: { name: 'order' } })
  })

  it('may follow the property behind a separator that the description shows', async () => {
    const { document, parameters } = await sorted('In the format `property,(asc|desc)`.')
    expect(directionSeparator(document, parameters.parameter)).toBe(',')
  })
})

it('a parameter `o` that takes names with a minus sorts', async () => {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Barges', version: '1' },
    paths: {
      '/barges': {
        get: {
          parameters: [
            {
              name: 'o',
              in: 'query',
              schema: { type: 'array', items: { type: 'string', enum: ['name', '-name'] } },
            },
          ],
          responses: { 200: { description: 'All of them.' } },
        },
      },
    },
  })
  const [list] = operationsOf(document).operations
  expect(list && sortParametersOf(document, list)?.parameter.name).toBe('o')
})

it.each([
  ['title', 'name'],
  ['-date', 'createdAt'],
  ['created', 'createdAt'],
])('an order by %s may be one by %s', (value, property) => {
  expect(parseShortOrder(value, properties)).toEqual({ property, descending: value.startsWith('-') })
})
