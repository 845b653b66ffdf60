import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isImpossible } from '../../../contracts/generate/impossible.ts'
import type { SchemaIssue } from '../../../spec/validation/issues.ts'
import { around, workbench, type Workbench } from './document.ts'
import { plainValues, randomSchema } from './random-schemas.ts'

/** Runs a check over random schemas that have values, and counts them. */
function forRandomSchemas(seed: number, numRuns: number, check: (bench: Workbench) => void): number {
  let count = 0
  fc.assert(
    fc.property(randomSchema, (schema) => {
      const bench = workbench({ version: '3.1', schema })
      if (isImpossible(bench.generator.arbitrary(bench.node, 'request'))) return
      count++
      check(bench)
    }),
    { seed, numRuns },
  )
  return count
}

it('generates only valid values for any schema', () => {
  const count = forRandomSchemas(101, 300, ({ generator, node, validator }) => {
    const validate = validator.of(node, 'request')
    for (let seed = 0; seed < 4; seed++) {
      const value = generator.valid(node, 'request', seed)
      if (!isImpossible(value)) expect(validate(value)).toEqual([])
    }
  })
  expect(count).toBeGreaterThan(150)
})

it('calls a schema impossible only if no known value is valid', () => {
  fc.assert(
    fc.property(randomSchema, (schema) => {
      const { generator, node, validator } = workbench({ version: '3.1', schema })
      const arbitrary = generator.arbitrary(node, 'request')
      if (!isImpossible(arbitrary)) return
      const validate = validator.of(node, 'request')
      expect(plainValues.filter((value) => validate(value).length === 0)).toEqual([])
    }),
    { seed: 102, numRuns: 300 },
  )
})

it('generates only valid boundaries, with unique names and values', () => {
  forRandomSchemas(103, 200, ({ generator, node, validator }) => {
    const validate = validator.of(node, 'request')
    const boundaries = generator.boundaries(node, 'request')
    expect(boundaries.filter(({ value }) => validate(value).length > 0)).toEqual([])
    expect(new Set(boundaries.map(({ name }) => name)).size).toBe(boundaries.length)
  })
})

it('generates only violations that the validator reports', () => {
  forRandomSchemas(104, 200, ({ generator, node, validator }) => {
    const validate = validator.of(node, 'request')
    for (const { value, keyword, path } of generator.violations(node, 'request')) {
      const isReported = ({ keyword: reported, path: at }: SchemaIssue): boolean =>
        path.startsWith(at) && (reported === keyword || around.has(reported))
      expect(validate(value).some(isReported)).toBe(true)
    }
  })
})
