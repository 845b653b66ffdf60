import { expect, it } from 'vitest'
import {
  uniqueCombinationOf,
  type UniqueCombination,
} from '../../../../spec/inference/constraints/unique-combinations.ts'
import { inferResources } from '../../../../spec/inference/infer-resources.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { object, string } from '../api.ts'

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answer = (schema: object): object => ({ description: 'Done', ...content(schema) })
const kept = (schema: object, post: object = {}): object => ({
  get: { responses: { 200: answer({ type: 'array', items: schema }) } },
  post: { requestBody: content(schema), ...post },
})

interface Sketch {
  readonly conflict?: string
  readonly sends?: readonly (string | Readonly<Record<string, unknown>>)[]
  readonly path?: string
}

/** The combination that no two reviews of a shop with users and products may share. */
async function combinationOf(
  description: string,
  {
    conflict = 'Conflict',
    sends = ['user_id', 'product_id', 'text', 'place'],
    path = '/reviews',
  }: Sketch = {},
): Promise<UniqueCombination | undefined> {
  const review = object('id', ...sends)
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/users': kept(object('id', 'name')),
      '/users/{userId}': {
        parameters: at('userId'),
        get: { responses: { 200: answer(object('id', 'name')) } },
      },
      '/products': kept(object('id', 'name')),
      '/products/{productId}': {
        parameters: at('productId'),
        get: { responses: { 200: answer(object('id', 'name')) } },
      },
      [path]: {
        ...(path.includes('{') && { parameters: at('productId') }),
        ...kept(review, {
          operationId: 'addReview',
          description,
          responses: { 201: answer(review), 409: { description: conflict } },
        }),
      },
    },
  })
  const { operations } = operationsOf(document)
  const { roles } = inferResources(document, operations)
  const creation = operations.find(({ id }) => id === 'addReview')
  const resource = roles.get('addReview')?.resource
  const sent = creation?.requestBody?.content[0]?.schema
  return (
    creation && resource && sent && uniqueCombinationOf(document, { operation: creation, sent }, resource)
  )
}

const at = (name: string): readonly object[] => [{ name, in: 'path', required: true, schema: string }]

it.each([
  'A user can review a product only once.',
  'Adds a review. There may be only one review per user and product; 409 otherwise.',
  '409 if the user has already reviewed the product.',
  '409 if the user has reviewed the product already, or the text is too long.',
  '409 if a review by this user of this product already exists.',
  '409 when the product is already reviewed.',
])('"%s" makes a pair of references unique', async (description) => {
  expect(await combinationOf(description)).toEqual({
    properties: ['user_id', 'product_id'],
    status: 409,
    isInvariant: !description.startsWith('409'),
    pointer: '#/paths/~1reviews/post',
  })
})

it('the description of the response makes a pair of references unique', async () => {
  const combination = await combinationOf('', { conflict: 'The user has already reviewed this product' })
  expect(combination).toMatchObject({ properties: ['user_id', 'product_id'] })
  expect(combination?.pointer).toMatch(/responses\/409$/)
})

it('the properties that the description of the response lists are unique together', async () => {
  const conflict = 'There is a review for this product and place already.'
  expect(await combinationOf('', { conflict })).toMatchObject({ properties: ['product_id', 'place'] })
  expect(await combinationOf('', { conflict: 'There is a review for this product.' })).toBeUndefined()
})

it('the parent in the path is one of the two', async () => {
  const combination = await combinationOf('A user can review a product only once.', {
    path: '/products/{productId}/reviews',
    sends: ['user_id', 'text'],
  })
  expect(combination).toMatchObject({ properties: ['user_id'] })
})

it('a reference to what is done once only', async () => {
  const said = 'Each product can be reviewed once, and only after it was delivered.'
  expect(await combinationOf(said)).toMatchObject({ properties: ['product_id'], isInvariant: true })
  expect(await combinationOf('Each product can be reviewed once by each user.')).not.toMatchObject({
    properties: ['product_id'],
  })
  expect(await combinationOf('Each product can be ordered once.')).toBeUndefined()
})

it('what is unique within a record that the body refers to', async () => {
  const combination = await combinationOf('Texts are unique within a product (409).')
  expect(combination?.properties.toSorted()).toEqual(['product_id', 'text'])
})

it.each([
  'The combination of `text` and `place` must be unique.',
  '409 if the pair of text and place exists.',
  'There is at most one review for each text and place.',
  '409 if the text of this place is already taken.',
  '409 if a review with this text already exists in the same place.',
])('"%s" makes a combination of other properties unique', async (description) => {
  expect(await combinationOf(description)).toMatchObject({ properties: ['text', 'place'] })
})

it.each([
  ['a limit per time', 'A user can review a product only once per day.'],
  ['a conjunction', '409 once the user has a review of the product.'],
  ['another record', '409 if the product is already archived.'],
  ['a condition', '409 if the user already has a pending review of the product.'],
  ['something missing', '409 if the user has not already reviewed the product.'],
  ['a single property', '409 if the text is taken.'],
])('no combination is found in a sentence about %s', async (_, description) => {
  expect(await combinationOf(description)).toBeUndefined()
})

it('no combination is found where a date may be a part of it', async () => {
  const sends = ['user_id', 'product_id', { day: { type: 'string', format: 'date' } }]
  expect(await combinationOf('409 if the product is already reviewed.', { sends })).toBeUndefined()
})

it.each([
  ['Place and text must be unique within the product (409).', ['place', 'text']],
  ['Texts are unique per product (409).', ['text']],
  ['One review per place (409).', ['place']],
  ['409 if the place is on the list already.', ['place']],
  ['One review per day.', undefined],
])(
  'what no two records below another may share is told by their path: %s',
  async (description, properties) => {
    const path = '/products/{productId}/reviews'
    const found = await combinationOf(description, { sends: ['text', 'place'], path })
    expect(found?.properties.toSorted()).toEqual(properties)
  },
)

it.each([
  'One review per email address (409).',
  'An email address can be in the reviews of a product only once.',
])('an email may be called an address: %s', async (description) => {
  const path = '/products/{productId}/reviews'
  const found = await combinationOf(description, { sends: ['email', 'text'], path })
  expect(found?.properties).toEqual(['email'])
})
