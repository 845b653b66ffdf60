import type * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import { nextChoice, type Way } from '../schema/choices.ts'
import { placeOf, refine, type Goal } from '../schema/goal.ts'
import { impossible, isImpossible, type Impossible } from '../impossible.ts'
import type { Inside } from '../schema/members.ts'
import { values } from './by-type.ts'
import { factsOf, shapeOf, type Shape } from '../schema/shape.ts'

/** A goal for which every choice has been made. */
export interface Resolved {
  readonly shape: Shape
  readonly arbitrary: fc.Arbitrary<Json>
}

export interface Combinations {
  readonly resolved: readonly Resolved[]
  /** Why there is none; undefined when there is. */
  readonly failure: Impossible | undefined
}

/** Combinations that are tried at most in search of those that can be made. */
const patience = 400

/**
 * The goal once for each combination of its choices that can be made: some `wanted` of them, so that every way of the
 * first choice is among them; exactly the first when `wanted` is 1.
 */
export function combinations(goal: Goal, inside: Inside, wanted: number): Combinations {
  const budget = { tries: patience }
  let failure: Impossible | undefined

  const fail = (reason: Impossible): readonly Resolved[] => {
    failure ??= reason
    return []
  }
  const settle = (shape: Shape): readonly Resolved[] => {
    budget.tries--
    const made = values(shape, inside)
    return isImpossible(made) ? fail(made) : [{ shape, arbitrary: made }]
  }
  const visit = (at: Goal, share: number, turn: number): readonly Resolved[] => {
    inside.effort.spend(weightOf(at))
    if (inside.effort.isSpent) return fail(impossible(placeOf(at), 'there are too many ways to satisfy it'))
    const shape = shapeOf(inside, at)
    if (factsOf(shape, 'false').length > 0) return fail(impossible(placeOf(at), 'no value is allowed here'))
    const choice = nextChoice(inside, shape)
    if (!choice) return settle(shape)
    const { ways } = choice
    const found = new Map<Way, readonly Resolved[]>()
    const later = Math.max(1, Math.floor(share / ways.length))
    // First attempts come first: the others are many and seldom needed.
    for (let attempt = 0; ways.some((way) => way.length > attempt); attempt++) {
      for (let index = 0; index < ways.length && budget.tries > 0; index++) {
        if (share === 1 && found.size > 0) break
        const way = ways[(index + turn) % ways.length]!
        const addition = found.has(way) ? undefined : way[attempt]?.()
        const inner = addition ? visit(refine(at, addition), later, index) : []
        if (inner.length > 0) found.set(way, inner)
      }
    }
    const all = ways.flatMap((way) => found.get(way) ?? [])
    return all.length > 0 ? all : fail(impossible(choice.pointer, 'none of its schemas can be satisfied'))
  }
  const resolved = visit(goal, wanted, 0)
  return { resolved, failure: resolved.length > 0 ? undefined : failure }
}

/** What a look at a goal takes of an effort. */
function weightOf({ parts, never, decided }: Goal): number {
  const scoped = parts.reduce((sum, { scopes }) => sum + 1 + scopes.length, 0)
  return 1 + scoped + (never.length + decided.size) / lighter
}

/** Of what a goal names but does not look into, so many are as much as one part. */
const lighter = 8
