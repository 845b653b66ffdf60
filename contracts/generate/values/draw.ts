import * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import type { Made } from './checked.ts'
import { isImpossible } from '../impossible.ts'

/** Some values, always the same; none when it is impossible. */
export function draw<T>(made: Made<T>, count: number = 1): readonly T[] {
  return isImpossible(made) ? [] : fc.sample(made, { seed: 1, numRuns: count })
}

/** The first value that is neither blank text nor 0, where there is one among a few. */
export function drawTypical(made: Made<Json>): Json | undefined {
  const values = draw(made, 5)
  return (
    values.find((value) => value !== 0 && (typeof value !== 'string' || value.trim() !== '')) ?? values[0]
  )
}
