import { describe, expect, it } from 'vitest'
import { array, integer, modelOf, object, string } from '../api.ts'
import { listWith } from './list-with.ts'

describe('filters are query parameters that may equal a property', () => {
  it.each([
    ['the same name', { name: string }, [{ parameter: 'name', property: 'name' }]],
    ['another spelling', { ownerId: string }, [{ parameter: 'ownerId', property: 'owner_id' }]],
    ['several values', { id: array(integer) }, [{ parameter: 'id', property: 'id' }]],
    ['several values, in the plural', { ids: array(integer) }, [{ parameter: 'ids', property: 'id' }]],
    [
      'the name in brackets',
      { 'filter[name]': string, 'filters[id][$eq]': integer, 'filters[age][$gt]': integer },
      [
        { parameter: 'filter[name]', property: 'name' },
        { parameter: 'filters[id][$eq]', property: 'id' },
      ],
    ],
    ['an integer for a number', { age: integer }, [{ parameter: 'age', property: 'age' }]],
    [
      'values the property can have',
      { status: { enum: ['b'] } },
      [{ parameter: 'status', property: 'status' }],
    ],
    ['a value it cannot have', { status: { enum: ['a', 'all'] } }, []],
    ['another type', { age: string }, []],
    ['a list of the record', { tags: array(string) }, []],
    ['no property', { q: string }, []],
    ['what shapes the answer', { sort: string, fields: string, limit: integer }, []],
  ])('%s', async (_, query, filters) => {
    expect((await listWith(query))?.filters).toEqual(filters)
  })

  const languages = { enum: ['en', 'de', 'fr'] }
  it.each([
    ['Only books in this language.', [{ parameter: 'language', property: 'language' }]],
    ['The language of texts in the answer.', []],
  ])(
    'a choice among the values of a property is one unless it is said to shape the answer: %s',
    async (said, filters) => {
      const model = await modelOf({
        'GET /books': {
          query: { language: languages },
          said: { language: said },
          answers: array(object({ language: languages }, 'id')),
        },
      })
      expect(model.resources[0]?.filters).toEqual(filters)
    },
  )

  it('a bound is not a filter, even if a property has its name', async () => {
    const model = await modelOf({
      'GET /x': {
        query: { start_time: string, min_age: integer },
        answers: array(object('start_time', { min_age: integer })),
      },
    })
    expect(model.resources[0]?.filters).toEqual([])
  })
})
