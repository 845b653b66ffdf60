import { describe, expect, it } from 'vitest'
import { answer, at, gone, kept, sent, text } from '../../../../support/document-parts.ts'
import { findingsByRule } from '../../../../support/findings-by-rule.ts'

const meter = {
  type: 'object',
  required: ['id', 'reading'],
  properties: {
    id: { ...text, readOnly: true },
    reading: { type: 'integer', minimum: 0, maximum: 1000 },
    place: text,
  },
}
const change = { type: 'object', properties: { reading: meter.properties.reading, place: text } }

const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Meters', version: '1' },
  paths: {
    '/meters': kept(meter),
    '/meters/{id}': {
      ...at('id'),
      get: answer(200, meter),
      patch: {
        description: rule,
        ...sent(change),
        ...answer(200, meter, { 409: { description: 'Conflict' } }),
      },
      delete: gone,
    },
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/*/refused-*')

const rules = [
  ['The reading never goes down; 409 if it would.', 'reading = 5 for a record with reading = 10'],
  ['The reading can only be decreased.', 'reading = 10 for a record with reading = 5'],
] as const

describe('a change in a direction that the document excludes', () => {
  it.each(rules)('is reported if it is accepted: %s', async (rule, title) => {
    expect(await findingsOf(rule, '')).toEqual([
      expect.stringContaining(`expected a request with ${title} to be refused; got 200`),
    ])
  })

  it.each(rules)('has no finding if it is refused: %s', async (rule) => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })
})
