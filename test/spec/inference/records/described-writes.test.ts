import { expect, it } from 'vitest'
import type { Operation } from '../../../../spec/document.ts'
import { resetsOmitted } from '../../../../spec/inference/records/described-writes.ts'

const isReset = (description: string): boolean => resetsOmitted({ description } as Operation)

it.each([
  'What is left out gets its default or is removed.',
  'Replaces it. Properties that are omitted are reset to their defaults',
  'All details are replaced; those not sent are cleared.',
])('a change that gives up what it omits: %s', (description) => {
  expect(isReset(description)).toBe(true)
})

it.each([
  'What is left out stays as it is, `null` removes a value.',
  'Omitted properties are not removed.',
  'The default is used for what is missing when it is created.',
  'If the name is missing, 400. The default name cannot be removed.',
])('a change that does not say so: %s', (description) => {
  expect(isReset(description)).toBe(false)
})
