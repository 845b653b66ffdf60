import { factsOf, valuesOf, type Fact, type Shape } from '../schema/shape.ts'
import { declaredTypes } from '../schema/types-and-enums.ts'
import { extremes, int32, int64, isInteger, toJson } from '../values/numbers.ts'
import type { Break, Breaks } from './break.ts'

type Bound = readonly [keyword: string, direction: 1 | -1, isExclusive: boolean, says: string]

const bounds: readonly Bound[] = [
  ['minimum', -1, false, 'below minimum'],
  ['maximum', 1, false, 'above maximum'],
  ['exclusiveMinimum', -1, true, 'not above exclusiveMinimum'],
  ['exclusiveMaximum', 1, true, 'not below exclusiveMaximum'],
]

/** The nearest numbers outside each bound, and the nearest integers outside `int32` and `int64`. */
export const boundBreaks: Breaks = ({ shape, value }) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return []
  return [
    ...bounds.flatMap((bound) => factsOf(shape, bound[0]).flatMap((fact) => outside(shape, fact, bound))),
    ...beyondFormat(shape),
  ]
}

/** A number halfway between two multiples, or the next integer. */
export const multipleBreaks: Breaks = ({ shape, value }) => {
  if (typeof value !== 'number' && typeof value !== 'bigint') return []
  const whole = wantsIntegers(shape)
  return factsOf(shape, 'multipleOf').flatMap((fact) => {
    const divisor = fact.value as number
    const offsets = whole ? [1, -1] : [divisor / 2, -divisor / 2]
    return offsets.map((offset) => ({
      fact,
      value: typeof value === 'bigint' ? value + BigInt(offset) : rounded(value + offset),
      says: `not a multiple of ${divisor}`,
    }))
  })
}

function outside(shape: Shape, fact: Fact, [, direction, isExclusive, says]: Bound): readonly Break[] {
  const bound = fact.value as number
  const whole = wantsIntegers(shape)
  const { step } = extremes(shape, whole)
  const distance = Math.abs(bound) > 1e9 && !whole ? Math.abs(bound) / 1e6 : step
  const from = Math.round(bound / step) * step
  const steps = isExclusive ? [0, 1] : [1, 2]
  const values = steps.map((count) =>
    rounded(
      (whole && direction > 0
        ? Math.floor(bound / step) * step
        : whole
          ? Math.ceil(bound / step) * step
          : from) +
        direction * count * distance,
    ),
  )
  return values.map((value) => ({ fact, value: exact(value), says: `${says} ${bound}` }))
}

function beyondFormat(shape: Shape): readonly Break[] {
  return factsOf(shape, 'format').flatMap((fact) => {
    const range = fact.value === 'int32' ? int32 : fact.value === 'int64' ? int64 : undefined
    if (!range) return []
    return [range[1] + 1n, range[0] - 1n].map((value) => ({
      fact,
      value: toJson(value),
      says: `outside ${String(fact.value)}`,
    }))
  })
}

function wantsIntegers(shape: Shape): boolean {
  return (
    declaredTypes(shape)?.includes('number') === false ||
    valuesOf(shape, 'format').some((format) => /^int\d+$/.test(format))
  )
}

/** Rounds off the error of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(15)) + 0
}

function exact(value: number): number | bigint {
  return isInteger(value) && Math.abs(value) < 1e21 ? toJson(BigInt(value)) : value
}
