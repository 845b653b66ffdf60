import { describe, expect, it } from 'vitest'
import { answer, at, gone, kept, text } from '../../../../support/document-parts.ts'
import { findingsByRule } from '../../../../support/findings-by-rule.ts'

const documentWith = (rule: string): object => {
  const voucher = {
    type: 'object',
    required: ['id', 'expiresAt', 'name'],
    properties: {
      id: { ...text, readOnly: true },
      expiresAt: { ...text, format: 'date-time', description: rule },
      name: text,
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vouchers', version: '1' },
    paths: {
      '/vouchers': kept(voucher),
      '/vouchers/{id}': { ...at('id'), get: answer(200, voucher), delete: gone },
    },
  }
}

const findingsOf = findingsByRule(documentWith, 'stateful/*/refused-*')

const rules = [
  ['Must be in the future.', 'in the past'],
  ['Cannot be in the past.', 'in the past'],
  ['Must not be in the future.', 'in the future'],
] as const

describe('a date on the side of the present that the document excludes', () => {
  it.each(rules)('is reported if it is accepted: %s', async (rule, side) => {
    expect(await findingsOf(rule, '')).toEqual([
      expect.stringMatching(
        new RegExp(`expected a request with expiresAt = .*, ${side}, to be refused; got 201`),
      ),
    ])
  })

  it.each(rules)('has no finding if it is refused: %s', async (rule) => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })
})
