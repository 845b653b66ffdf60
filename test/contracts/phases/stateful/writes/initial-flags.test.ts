import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

const shop = {
  type: 'object',
  required: ['id', 'name', 'active'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    active: { type: 'boolean', readOnly: true, default: false },
  },
}
const findingsOf = findingsByRule(
  (rule) => ({
    openapi: '3.1.0',
    info: { title: 'Shops', version: '1' },
    paths: {
      '/shops': { get: listOf(shop), post: { description: rule, ...sent(shop), ...answer(201, shop) } },
      '/shops/{id}': { ...at('id'), get: answer(200, shop), delete: gone },
    },
  }),
  'stateful/shops/flags-*',
)

describe('a flag of new records that the description of a creation names', () => {
  it('is reported if they have another value', async () => {
    expect(await findingsOf('New shops are active.', 'New shops are inactive.')).toEqual([
      expect.stringMatching(/^states: .*expected active = true, as the document says; got active = false/),
    ])
  })

  it('has no finding if they have that value, or if the description leaves it open', async () => {
    expect(await findingsOf('New shops are active.', 'New shops are active.')).toEqual([])
    expect(await findingsOf('New shops are usually active.', 'New shops are inactive.')).toEqual([])
  })
})
