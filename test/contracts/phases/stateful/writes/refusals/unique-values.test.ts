import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, note, read, sent } from '../../../../support/document-parts.ts'
import { findingsByRule } from '../../../../support/findings-by-rule.ts'

const conflict = { 409: { description: 'Conflict' } }
const documentWith = (rule: string, refusalsOfPut: object = conflict): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: listOf(note),
      post: { description: rule, ...sent(note), ...answer(201, note, conflict) },
    },
    '/notes/{id}': {
      ...at('id'),
      get: read,
      put: { ...sent(note), ...answer(200, note, refusalsOfPut) },
      delete: gone,
    },
  },
})

const refusals = 'stateful/*/refused-*'
const findingsOf = findingsByRule((rule) => documentWith(rule), refusals)

describe('a repeated value of a property that must be unique', () => {
  it('must be refused in a new record if the document says so', async () => {
    expect(await findingsOf('409 if the title is taken.', '')).toEqual([
      expect.stringMatching(/^invalid-refused: .*the title of another record to be refused; got 201/),
    ])
  })

  it('must also be refused in an update if the document says that the value must be unique', async () => {
    const always = 'The title must be unique; 409 otherwise.'
    const of = findingsByRule((rule) => documentWith(rule, rule === always ? conflict : {}), refusals)
    expect(await of(always, '409 if the title is taken.')).toEqual([
      expect.stringMatching(/^invalid-refused: .*the title of another record to be refused; got 200/),
    ])
  })

  it('must also be refused in another letter case if the document says that case does not matter', async () => {
    const rule = '409 if the title is taken'
    expect(await findingsOf(`${rule}, regardless of case.`, `${rule}.`)).toEqual([
      expect.stringMatching(/^invalid-refused: .*the title of another record in another case to be refused/),
    ])
  })

  it('must also be refused in an update in another letter case', async () => {
    const rule = 'The title must be unique'
    const found = await findingsOf(`${rule}, regardless of case.`, `${rule}.`)
    expect(found.filter((each) => each.includes('got 200'))).toEqual([
      expect.stringMatching(/^invalid-refused: .*the title of another record in another case to be refused/),
    ])
  })

  it.each([
    'Every note has a title of its own.',
    'No two notes share a title.',
    'Adds a note. 409 if somebody else uses that title.',
    'A note is refused with 409 if the user has a note with that title.',
  ])('must be refused wherever a sentence says that it is one: %s', async (rule) => {
    expect(await findingsOf(rule, '')).toContainEqual(
      expect.stringMatching(/^invalid-refused: .*the title of another record to be refused; got 201/),
    )
  })

  it.each([
    '409 if the title is taken.',
    'Every note has a title of its own.',
    'The title must be unique, regardless of case; 409 if it is taken.',
  ])('is not reported if it is refused: %s', async (rule) => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })
})

describe('a repeated number that must be unique', () => {
  const page = {
    ...note,
    properties: { ...note.properties, number: { type: 'integer', minimum: 1, maximum: 99 } },
    required: [...note.required, 'number'],
  }
  const inBooks = (refusal: string): object => {
    const refused = { 409: { description: refusal } }
    return {
      openapi: '3.1.0',
      info: { title: 'Pages', version: '1' },
      paths: {
        '/books': { get: listOf(note), post: { ...sent(note), ...answer(201, note) } },
        '/books/{id}': { ...at('id'), get: read, delete: gone },
        '/books/{id}/pages': {
          ...at('id'),
          get: listOf(page),
          post: { ...sent(page), ...answer(201, page, refused) },
        },
        '/books/{id}/pages/{pageId}': {
          ...at('id', 'pageId'),
          get: answer(200, page),
          patch: { ...sent({ ...page, required: [] }), ...answer(200, page, refused) },
          delete: gone,
        },
      },
    }
  }
  const findings = findingsByRule(inBooks, refusals)

  it.each(['The book already has a page with this `number`.', 'Another page has the same number.'])(
    'must be refused beside another record: %s',
    async (rule) => {
      const found = await findings(rule, 'Conflict')
      expect(found.filter((each) => each.includes('got 201'))).toEqual([
        expect.stringMatching(/^invalid-refused: .*the number of another record to be refused; got 201/),
      ])
      expect(found.filter((each) => each.includes('got 200'))).toEqual([
        expect.stringMatching(/^invalid-refused: .*the number of another record to be refused; got 200/),
      ])
      expect(await findings(rule, rule)).toEqual([])
    },
  )

  it.each(['The number is taken.', 'The book is not ready for this number.'])(
    'may be accepted if the words may mean something else: %s',
    async (rule) => {
      expect(await findings(rule, 'Conflict')).toEqual([])
    },
  )
})

it('a value that belongs to another record must be refused', async () => {
  const of = findingsByRule((rule) => documentWith('', { 409: { description: rule } }), refusals)
  const rule = 'The title belongs to another note.'
  expect(await of(rule, 'Conflict')).toEqual([
    expect.stringMatching(/^invalid-refused: .*the title of another record to be refused; got 200/),
  ])
  expect(await of(rule, rule)).toEqual([])
  expect(await of('The title belongs to another person.', 'Conflict')).toEqual([])
})
