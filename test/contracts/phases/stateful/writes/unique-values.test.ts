import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, note, read, sent } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

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

const findingsOf = findingsByRule((rule) => documentWith(rule))

describe('a repeated value of a property that must be unique', () => {
  it('must be refused in a new record if the document says so', async () => {
    expect(await findingsOf('409 if the title is taken.', '')).toEqual([
      expect.stringMatching(/^invalid-refused: .*the title of another record to be refused; got 201/),
    ])
  })

  it('must also be refused in an update if the document says that the value must be unique', async () => {
    const always = 'The title must be unique; 409 otherwise.'
    const of = findingsByRule((rule) => documentWith(rule, rule === always ? conflict : {}))
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
