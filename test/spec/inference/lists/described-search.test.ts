import { describe, expect, it } from 'vitest'
import type { Document, Operation, Parameter } from '../../../../spec/document.ts'
import { describedSearches, searchedProperties } from '../../../../spec/inference/lists/described-search.ts'

const text = { type: 'string' }
const course = {
  type: 'object',
  properties: { title: text, summary: text, short_name: text, long_name: text, pages: { type: 'integer' } },
}

function listWith(description: string, more: object = {}, name = 'q'): [Document, Operation, Parameter] {
  const document = { root: { parameters: [{ description }], course } } as unknown as Document
  const schema = { schema: text, pointer: '#/parameters/0/schema' }
  const parameter = { name, in: 'query', schema, pointer: '#/parameters/0' }
  const operation = { ...more, parameters: [parameter] } as unknown as Operation
  return [document, operation, parameter as unknown as Parameter]
}

function searchBy(description: string): object | undefined {
  const [document, operation] = listWith(description)
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
    ['Free-text search in the title. Upper and lower case are not told apart.', ['title'], true],
    ['Search in title. Case is ignored.', ['title'], true],
    ['Searches title and summary', ['title', 'summary'], false],
    [
      'Free-text search. Looks for the given text in the title and in the summary, regardless of upper and lower case.',
      ['title', 'summary'],
      true,
    ],
    ['Matches part of the title', ['title'], false],
    ['Text in title or summary, case-insensitive.', ['title', 'summary'], true],
    ['Words in the title, in any case.', ['title'], true],
    ['Part of the title or the short name, in any case', ['title', 'short_name'], true],
    ['Finds courses whose title or summary contains this text, in any case', ['title', 'summary'], true],
    ['Only courses whose title contains this text, whatever the case.', ['title'], true],
    ['Matches the beginning of the title, case-insensitively.', ['title'], true],
    ['Search by title (partial match, case-insensitive)', ['title'], true],
    ['Search for courses by title or short name', ['title', 'short_name'], false],
    ['Matches courses whose title contains this text, case-insensitively', ['title'], true],
    ['Courses whose short or long name begins with the given text', ['short_name', 'long_name'], false],
  ])('%s', (description, properties, ignoresCase) => {
    expect(searchBy(description)).toEqual({ properties, ignoresCase })
  })

  it.each([
    '',
    'Case-insensitive search.',
    'Search in title and notes.',
    'Search in title and pages.',
    'Search in title of published courses.',
    'Courses whose title begins with this text, and others of the same teacher.',
    'Search in title. At least three characters count.',
    'Search by title and pages',
    'Search by title of published courses',
  ])('but not clearly by "%s"', (description) => {
    expect(searchBy(description)).toBeUndefined()
  })

  it('unless another property is called like the parameter', () => {
    const find = (name: string): number => {
      const [document, operation] = listWith('Search courses by title.', {}, name)
      return describedSearches(document, operation, { schema: course, pointer: '#/course' }).length
    }
    expect(find('title')).toBe(1)
    expect(find('longName')).toBe(0)
  })
})

describe('the properties that a full-text search looks in', () => {
  const searched = (description: string, more?: object): readonly string[] | undefined => {
    const [document, operation, parameter] = listWith(description, more)
    return searchedProperties(document, operation, parameter, { schema: course, pointer: '#/course' })
  }

  it.each([
    ['Searches by title and short name.', ['title', 'short_name']],
    ['Search text. Matches the `title` only.', ['title']],
    ['Words to look for in the title, summary or short_name', ['title', 'summary', 'short_name']],
  ])('are those that its description names: %s', (description, properties) => {
    expect(searched(description)).toEqual(properties)
  })

  it('are those that the description of the list names', () => {
    expect(searched('', { summary: 'Search courses by title' })).toEqual(['title'])
    expect(searched('', { summary: 'List courses by title' })).toBeUndefined()
  })

  it.each(['', 'Search text', 'Searches by title and author', 'Search in all courses'])(
    'are unknown if it names none, or others beside them: "%s"',
    (description) => {
      expect(searched(description)).toBeUndefined()
    },
  )
})
