import * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import { isImpossible } from '../impossible.ts'
import type { Made } from './checked.ts'

/** Draws values, always the same ones; none when there is no arbitrary. */
export function draw<T>(made: Made<T>, count: number = 1): readonly T[] {
  return isImpossible(made) ? [] : fc.sample(made, { seed: 1, numRuns: count })
}

/** Draws a value, preferably one that is neither a blank string nor 0. */
export function drawTypical(made: Made<Json>): Json | undefined {
  const values = draw(made, 5)
  return (
    values.find((value) => value !== 0 && (typeof value !== 'string' || value.trim() !== '')) ?? values[0]
  )
}
