import { expect, it } from 'vitest'
import type { Operation } from '../../../../spec/document.ts'
import {
  isAlwaysTheSame,
  isComputedByServer,
  resetsOmitted,
} from '../../../../spec/inference/records/described-writes.ts'

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

/** A property with that description, and a document that is not needed for it. */
const described = (description: string): Parameters<typeof isComputedByServer> => [
  {} as Parameters<typeof isComputedByServer>[0],
  { schema: { type: 'string', description }, pointer: '' },
]

it.each([
  'The internal identifier, read only',
  'Read-only.',
  'Calculated using the settings.',
  'API endpoint for this zone',
])('a property that the server sets: %s', (description) => {
  expect(isComputedByServer(...described(description))).toBe(true)
})

it.each(['Whether the disk is read-only for guests', 'Link to the website of this shop'])(
  'a property that clients may set: %s',
  (description) => {
    expect(isComputedByServer(...described(description))).toBe(false)
  },
)

it.each([
  ['Set to “Zone”', true],
  ['set to "Cryptokey"', true],
  ['Set to "no" to switch it off', false],
])('a property that always has one value: %s: %s', (description, isSame) => {
  expect(isAlwaysTheSame(...described(description))).toBe(isSame)
})
