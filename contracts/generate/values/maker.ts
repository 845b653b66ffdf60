import * as fc from 'fast-check'
import type { SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import type { Validator } from '../../../spec/validate.ts'
import { createEffort, type Allowance } from '../effort.ts'
import { impossible, isImpossible, type Impossible } from '../impossible.ts'
import { createSharing, isReal, placeOf, refine, synthetic, type Goal } from '../schema/goal.ts'
import type { BuildContext } from '../schema/members.ts'
import type { Context } from '../schema/shape.ts'
import { declaredTypes, enumValues } from '../schema/types-and-enums.ts'
import type { Made } from './checked.ts'
import { combinations, type Resolved } from './combinations.ts'
import { deferred, type Growth } from './deferred.ts'

/** Makes values for goals. The values depend on nothing but the goal, so that a seed always gives the same ones. */
export interface Maker {
  readonly build: BuildContext
  /** As {@link Maker.build}, for minimal values. */
  readonly leastBuild: BuildContext
  /** Values of every size. */
  readonly make: (goal: Goal) => Made<Json>
  /** Minimal values, without optional parts. */
  readonly least: (goal: Goal) => Made<Json>
  /** The goal once for each combination of its choices that can be made, with minimal values. */
  readonly resolve: (goal: Goal) => readonly Resolved[]
  /** How many goals are cached. */
  readonly size: () => number
}

/** How many combinations of choices are distinguished in one goal. */
const breadth = 48
/** The most levels of nesting in a minimal value. */
const maxHeight = 64

export function createMaker(
  context: Context,
  validator: Validator,
  effort: Allowance = createEffort().search,
): Maker {
  const known = new Map<string, fc.Arbitrary<Json>>()
  const makings = new Map<string, Made<Json>>()
  const growth: Growth = { depth: 0, parts: 0 }
  const share = createSharing(context.document)
  const least = createLeast({ ...context, accepts, effort }, share)
  const build: BuildContext = { ...context, accepts, effort, isLeast: false, make }
  const leastBuild: BuildContext = { ...build, isLeast: true, make: least }

  function accepts(node: SchemaNode, value: Json): boolean {
    return !isReal(node) || validator.of(node, context.view).accepts(value)
  }
  function make(asked: Goal): Made<Json> {
    const goal = share(asked)
    const before = makings.get(goal.key)
    if (before) return before
    const small = least(goal)
    const made = isImpossible(small) ? small : deferred(() => full(goal, small), small, growth)
    if (!effort.isSpent) makings.set(goal.key, made)
    return made
  }
  function full(goal: Goal, small: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
    const before = known.get(goal.key)
    if (before) return before
    const { depth, parts } = growth
    // Values drawn while this is built are minimal, so that no other goal is built at the same time.
    growth.depth = Infinity
    const { resolved } = combinations(goal, build, breadth)
    Object.assign(growth, { depth, parts })
    const made = union(
      small,
      resolved.map(({ arbitrary }) => arbitrary),
    )
    if (!effort.isSpent) known.set(goal.key, made)
    return made
  }
  /** Splits a goal with several types, other than null, into one for each type. */
  function splitByType({ shape, arbitrary }: Resolved): readonly Resolved[] {
    const kinds = enumValues(shape) ? [] : (declaredTypes(shape) ?? []).filter((kind) => kind !== 'null')
    if (kinds.length < 2) return [{ shape, arbitrary }]
    const goals = kinds.map((kind) => refine(shape.goal, { parts: [synthetic({ type: kind })] }))
    return goals.flatMap((goal) => combinations(goal, leastBuild, 1).resolved)
  }
  const resolve = (goal: Goal): readonly Resolved[] =>
    combinations(goal, leastBuild, breadth).resolved.flatMap(splitByType)
  return { build, leastBuild, make, least, resolve, size: () => makings.size }
}

/** Any of the arbitraries; values shrink towards `small`. */
function union(small: fc.Arbitrary<Json>, all: readonly fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
  if (all.length < 2) return all[0] ?? small
  const weighted = all.map((arbitrary) => ({ weight: 4, arbitrary }))
  return fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: small }, ...weighted)
}

interface Found {
  /** The number of levels tried so far. */
  readonly height: number
  readonly made: Made<Json>
}

/** Makes the minimal values of goals, with the choices that need the fewest levels of nesting. */
function createLeast(
  context: Omit<BuildContext, 'isLeast' | 'make'>,
  share: (asked: Goal) => Goal,
): (goal: Goal) => Made<Json> {
  const known = new Map<string, Found>()
  const endless = new WeakSet<Impossible>()

  const tooHigh = (goal: Goal): Impossible => {
    const reason = impossible(placeOf(goal), 'it contains itself without end')
    endless.add(reason)
    return reason
  }
  const within = (goal: Goal, height: number): Made<Json> => {
    let found = known.get(goal.key) ?? { height: -1, made: tooHigh(goal) }
    while (isImpossible(found.made) && endless.has(found.made) && found.height < height) {
      found = { height: found.height + 1, made: attempt(goal, found.height + 1) }
      if (context.effort.isSpent) break
      known.set(goal.key, found)
    }
    return isImpossible(found.made) || found.height <= height ? found.made : tooHigh(goal)
  }
  const attempt = (goal: Goal, height: number): Made<Json> => {
    let isCut = false
    const make = (child: Goal): Made<Json> => {
      const made = within(share(child), height - 1)
      isCut ||= isImpossible(made) && endless.has(made)
      return made
    }
    const { resolved, failure } = combinations(goal, { ...context, isLeast: true, make }, 1)
    return resolved[0]?.arbitrary ?? (isCut || !failure ? tooHigh(goal) : failure)
  }
  return (goal) => within(share(goal), maxHeight)
}
