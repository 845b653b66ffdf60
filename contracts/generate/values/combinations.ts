import type * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import { impossible, isImpossible, type Impossible } from '../impossible.ts'
import { nextChoice, type Way } from '../schema/choices.ts'
import { placeOf, refine, type Goal } from '../schema/goal.ts'
import type { BuildContext } from '../schema/members.ts'
import { factsOf, shapeOf, type Shape } from '../schema/shape.ts'
import { values } from './by-type.ts'

/** A goal whose choices have all been made. */
export interface Resolved {
  readonly shape: Shape
  readonly arbitrary: fc.Arbitrary<Json>
}

export interface Combinations {
  readonly resolved: readonly Resolved[]
  /** Why there is no combination; undefined when there is one. */
  readonly failure: Impossible | undefined
}

/** The most combinations that are tried. */
const maxTries = 400

/**
 * The goal once for each combination of its choices that can be made. About `wanted` of them, with every way of the first choice among
 * them; exactly one when `wanted` is 1.
 */
export function combinations(goal: Goal, build: BuildContext, wanted: number): Combinations {
  const budget = { tries: maxTries }
  let failure: Impossible | undefined

  const fail = (reason: Impossible): readonly Resolved[] => {
    failure ??= reason
    return []
  }
  const settle = (shape: Shape): readonly Resolved[] => {
    budget.tries--
    const made = values(shape, build)
    return isImpossible(made) ? fail(made) : [{ shape, arbitrary: made }]
  }
  const visit = (at: Goal, share: number, turn: number): readonly Resolved[] => {
    build.effort.spend(weightOf(at))
    if (build.effort.isSpent) return fail(impossible(placeOf(at), 'there are too many ways to satisfy it'))
    const shape = shapeOf(build, at)
    if (factsOf(shape, 'false').length > 0) return fail(impossible(placeOf(at), 'no value is allowed here'))
    const choice = nextChoice(build, shape)
    if (!choice) return settle(shape)
    const { ways } = choice
    const found = new Map<Way, readonly Resolved[]>()
    const later = Math.max(1, Math.floor(share / ways.length))
    // The first attempts of all ways are made first: later attempts are many and seldom needed.
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

/** The effort of visiting a goal. */
function weightOf({ parts, never, decided }: Goal): number {
  const scoped = parts.reduce((sum, { scopes }) => sum + 1 + scopes.length, 0)
  return 1 + scoped + (never.length + decided.size) / lighter
}

/** How many `never` schemas and decided choices count as much as one part. */
const lighter = 8
