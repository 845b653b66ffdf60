import { describe, expect, it } from 'vitest'
import type { Document, Operation } from '../../../../spec/document.ts'
import { describedSearches } from '../../../../spec/inference/lists/described-search.ts'

const text = { type: 'string' }
const course = {
  type: 'object',
  properties: { title: text, summary: text, short_name: text, pages: { type: 'integer' } },
}

function searchBy(description: string): object | undefined {
  const document = { root: { parameters: [{ description }], course } } as unknown as Document
  const schema = { schema: text, pointer: '#/parameters/0/schema' }
  const parameter = { name: 'q', in: 'query', schema, pointer: '#/parameters/0' }
  const operation = { parameters: [parameter] } as unknown as Operation
  const [search] = describedSearches(document, operation, { schema: course, pointer: '#/course' })
  return search && { properties: search.properties, ignoresCase: search.ignoresCase }
}

describe('a search names the properties that it searches', () => {
  it.each([
    ['Case-insensitive search in title and summary.', ['title', 'summary'], true],
    [
      'Searches in the title, `summary` or short name, ignoring case',
      ['title', 'summary', 'short_name'],
      true,
    ],
    ['Full-text search over title', ['title'], false],
  ])('%s', (description, properties, ignoresCase) => {
    expect(searchBy(description)).toEqual({ properties, ignoresCase })
  })

  it.each([
    '',
    'Case-insensitive search.',
    'Search in title and notes.',
    'Search in title and pages.',
    'Search in title of published courses.',
    'Search in title. At least three characters count.',
  ])('but not clearly by "%s"', (description) => {
    expect(searchBy(description)).toBeUndefined()
  })
})
