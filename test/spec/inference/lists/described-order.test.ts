import { describe, expect, it } from 'vitest'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { describedOrder } from '../../../../spec/inference/lists/described-order.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { itemsOf } from '../../../../spec/schemas/properties.ts'

const properties = {
  id: { type: 'string' },
  day: { type: 'string', format: 'date' },
  position: { type: 'integer' },
  score: { type: 'number' },
  rank: { type: 'integer' },
  title: { type: 'string' },
  created_at: { type: 'string', format: 'date-time' },
}
const lesson = {
  type: 'object',
  required: ['id', 'position', 'score', 'title', 'day', 'created_at'],
  properties,
}

async function wordsFor(description: string, sort?: string): Promise<string | undefined> {
  const content = { 'application/json': { schema: { type: 'array', items: lesson } } }
  const schemaOfSort = { type: 'string', default: sort }
  const parameters = sort === undefined ? [] : [{ name: 'sort', in: 'query', schema: schemaOfSort }]
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Lessons', version: '1' },
    paths: {
      '/lessons': {
        get: { description, parameters, responses: { 200: { description: 'Lessons', content } } },
      },
    },
  })
  const [operation] = operationsOf(document).operations
  const schema = operation && responseSchema(operation)
  const record = schema && itemsOf(document, schema)
  return operation && record && describedOrder(document, operation, record)?.words
}

describe('a list is described as ordered', () => {
  it.each([
    ['Lists lessons, newest first.', 'the newest first'],
    ['The newest come first.', 'the newest first'],
    ['Lists the lessons of a course, ordered by position.', 'by position, ascending'],
    ['All lessons, sorted by `created_at` in descending order.', 'by created_at, descending'],
    ['Lessons in order of their score descending. Never empty.', 'by score, descending'],
    ['Lists lessons, newest first. They can be sorted by position.', 'the newest first'],
  ])('by "%s"', async (description, words) => {
    expect(await wordsFor(description)).toBe(words)
  })

  it.each([
    ['-day', 'the default of sort'],
    ['day', 'the newest first'],
    ['-score', 'the newest first'],
  ])('by the newest day if the default of its sort parameter is `%s`', async (sort, words) => {
    expect(await wordsFor('Newest first unless `sort` says otherwise.', sort)).toBe(words)
  })

  it.each([
    'Lists lessons, ordered by score.',
    'Lists lessons. They can be sorted by position.',
    'Lists lessons with their notes ordered by position.',
    'Lists lessons, ordered by position and title.',
    'Lists lessons, ordered by position if `sort` is missing.',
    'Lists lessons, ordered by title ascending.',
    'Lists lessons, ordered by rank ascending.',
  ])('but not clearly by "%s"', async (description) => {
    expect(await wordsFor(description)).toBeUndefined()
  })
})

it('the age of records does not order a list that has others first', async () => {
  expect(await wordsFor('Marked lessons first, then newest first.')).toBeUndefined()
})
