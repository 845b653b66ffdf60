import { describe, expect, it } from 'vitest'
import { array, integer, modelOf, object, string } from '../api.ts'
import { listWith } from './list-with.ts'

describe('a query parameter filters by a property', () => {
  it.each([
    ['the same name', { name: string }, [{ parameter: 'name', property: 'name' }]],
    ['another spelling of the name', { ownerId: string }, [{ parameter: 'ownerId', property: 'owner_id' }]],
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
      'enum values of the property',
      { status: { enum: ['b'] } },
      [{ parameter: 'status', property: 'status' }],
    ],
    ['other values than those of the property: no filter', { status: { enum: ['a', 'all'] } }, []],
    ['another type: no filter', { age: string }, []],
    ['a list property: no filter', { tags: array(string) }, []],
    ['no matching property: no filter', { q: string }, []],
    ['parameters that shape the response: no filter', { sort: string, fields: string, limit: integer }, []],
  ])('with %s', async (_, query, filters) => {
    expect((await listWith(query))?.filters).toEqual(filters)
  })

  it('unless its description says that it shows or hides the property', async () => {
    const filtersWith = async (told: string): Promise<unknown> => {
      const sketch = {
        query: { age: integer },
        descriptions: { age: told },
        answers: array(object({ age: integer }, 'id')),
      }
      return (await modelOf({ 'GET /pets': sketch })).resources[0]?.filters
    }
    expect(await filtersWith('Whether to include the “age” field, which takes time')).toEqual([])
    expect(await filtersWith('Pets of this age only')).toEqual([{ parameter: 'age', property: 'age' }])
  })

  it('with an id whose name has a word for a bound', async () => {
    const model = await modelOf({
      'GET /transfers': {
        query: { fromAccountId: string, fromDate: string },
        answers: array(object({ id: integer }, 'fromAccountId', 'fromDate')),
      },
    })
    expect(model.resources[0]?.filters).toEqual([{ parameter: 'fromAccountId', property: 'fromAccountId' }])
  })

  it('with the values of a union of constants, as generated documents have it', async () => {
    const union = (...values: readonly string[]) => ({
      anyOf: values.map((each) => ({ type: 'string', enum: [each] })),
    })
    const filtersFor = async (asked: object) =>
      (
        await modelOf({
          'GET /x': { query: { kind: asked }, answers: array(object('id', { kind: union('a', 'b') })) },
        })
      ).resources[0]?.filters
    const filters = [{ parameter: 'kind', property: 'kind' }]
    expect(await filtersFor(union('a', 'b'))).toEqual(filters)
    expect(await filtersFor({ oneOf: [{ const: 'b' }, { type: 'null' }] })).toEqual(filters)
    expect(await filtersFor(union('a', 'c'))).toEqual([])
  })

  const languages = { enum: ['en', 'de', 'fr'] }
  it.each([
    ['Readers who prefer one of these languages', [{ parameter: 'language', property: 'preferredLanguage' }]],
    ['The language of texts in the answer.', []],
    ['', []],
  ])('with the same enum values and a shorter name, if it is described: %s', async (description, filters) => {
    const model = await modelOf({
      'GET /readers': {
        query: { language: array(languages) },
        descriptions: { language: description },
        answers: array(object({ preferredLanguage: languages }, 'id')),
      },
    })
    expect(model.resources[0]?.filters).toEqual(filters)
  })

  it.each([
    ['Only books in this language.', [{ parameter: 'language', property: 'language' }]],
    ['The language of texts in the answer.', []],
  ])('with the same enum values, unless it shapes the response: %s', async (description, filters) => {
    const model = await modelOf({
      'GET /books': {
        query: { language: languages },
        descriptions: { language: description },
        answers: array(object({ language: languages }, 'id')),
      },
    })
    expect(model.resources[0]?.filters).toEqual(filters)
  })

  it('unless it is a bound, even if a property has its name', async () => {
    const model = await modelOf({
      'GET /x': {
        query: { start_time: string, min_age: integer },
        answers: array(object('start_time', { min_age: integer })),
      },
    })
    expect(model.resources[0]?.filters).toEqual([])
  })

  it('unless it searches, by its description', async () => {
    const model = await modelOf({
      'GET /x': {
        query: { name: string, colour: string },
        descriptions: {
          name: 'Only things whose name starts with this text.',
          colour: 'Only things of this colour.',
        },
        answers: array(object({ name: string, colour: string })),
      },
    })
    expect(model.resources[0]?.filters).toEqual([{ parameter: 'colour', property: 'colour' }])
  })
})
