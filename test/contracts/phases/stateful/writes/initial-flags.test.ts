import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

const shop = {
  type: 'object',
  required: ['id', 'name', 'active', 'plan'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    active: { type: 'boolean', readOnly: true, default: false },
    plan: { enum: ['free', 'basic', 'large'], readOnly: true },
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

describe('a choice of new records that the description of a creation names', () => {
  it.each([
    ['New shops are on the `free` plan and not yet open.', 'New shops are on the `basic` plan.'],
    ['A new shop has the plan "large".', 'A new shop has the plan "free".'],
  ])('is reported if they have another value: %s', async (rule, own) => {
    expect(await findingsOf(rule, own)).toEqual([
      expect.stringMatching(/^states: .*expected plan = \w+, as the document says; got plan = \w+/),
    ])
  })

  it.each([
    'New shops are on the `free` plan.',
    'New shops are not on the free plan.',
    'New shops are usually on the free plan.',
    'New shops are on the free plan, or on the basic plan.',
    'Old shops are on the free plan.',
  ])('has no finding if they have that value, or if the description leaves it open: %s', async (rule) => {
    const own = rule.startsWith('New shops are on the `free`') ? rule : 'New shops are on the `large` plan.'
    expect(await findingsOf(rule, own)).toEqual([])
  })
})
