import * as fc from 'fast-check'
import type { Document, Pointer, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { View } from '../../spec/schema.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import { boundariesOf } from './boundaries.ts'
import { createEffort } from './effort.ts'
import type { BoundaryOptions, NamedValue, Violation, ViolationOptions } from './generated-values.ts'
import { isImpossible, type Impossible } from './impossible.ts'
import { goalOf } from './schema/goal.ts'
import { namesOf } from './schema/members.ts'
import { shapeOf } from './schema/shape.ts'
import { membersIn, typicalOf } from './sites.ts'
import { checkedWhole, type Made } from './values/checked.ts'
import { createMaker, type Maker } from './values/maker.ts'
import { violationsOf } from './violations.ts'

/**
 * Makes values for the schemas of a document, deterministically and cached by schema and view. Requests omit `readOnly` properties and
 * responses `writeOnly` ones, unless they are required all the same. Use {@link isImpossible} to recognize a missing result.
 */
export interface Generator {
  /** Values that the validator accepts; they shrink towards small, simple ones. */
  readonly arbitrary: (node: SchemaNode, view: View) => fc.Arbitrary<Json> | Impossible
  /** One valid value, the same for the same seed. */
  readonly valid: (node: SchemaNode, view: View, seed: number) => Json | Impossible
  /** A small, typical value, by the document's examples if there are any; boundaries and violations start from it. */
  readonly typical: (node: SchemaNode, view: View) => Json | Impossible
  /** Valid values at every boundary; empty when no value can be made. */
  readonly boundaries: (node: SchemaNode, view: View, options?: BoundaryOptions) => readonly NamedValue[]
  /** Invalid values, each violating one keyword; empty when no valid value can be made to start from. */
  readonly violations: (node: SchemaNode, view: View, options?: ViolationOptions) => readonly Violation[]
  /** Schemas that were not tried completely, because their budget of effort ran out. */
  readonly cut: ReadonlySet<Pointer>
}

/** The most goals that are cached; what is dropped is made again when needed, with the same result. */
const maxGoals = 2000

export function createGenerator(document: Document, validator: Validator): Generator {
  const effort = createEffort()
  let makers = newMakers()
  const known = new Map<string, fc.Arbitrary<Json> | Impossible>()

  function newMakers(): Readonly<Record<View, Maker>> {
    const maker = (view: View): Maker => createMaker({ document, view }, validator, effort.search)
    return { request: maker('request'), response: maker('response') }
  }
  function arbitrary(node: SchemaNode, view: View): fc.Arbitrary<Json> | Impossible {
    const key = `${view} ${node.pointer}`
    const before = known.get(key)
    if (before) return before
    const made = sound(unchecked(node, view), node, view)
    if (!effort.search.isSpent) known.set(key, made)
    return made
  }
  function unchecked(node: SchemaNode, view: View): Made<Json> {
    if (makers.request.size() + makers.response.size() >= maxGoals) {
      known.clear()
      makers = newMakers()
    }
    return makers[view].make(goalOf([node]))
  }
  /** The safety net: filters out values that the validator rejects. */
  function sound(made: Made<Json>, node: SchemaNode, view: View): Made<Json> {
    if (isImpossible(made)) return made
    return checkedWhole(made, validator.of(node, view).accepts, node.pointer, 'no valid value was found')
  }
  function valid(node: SchemaNode, view: View, seed: number): Json | Impossible {
    const first = (made: Made<Json>): Json | Impossible =>
      isImpossible(made) ? made : fc.sample(made, { seed, numRuns: 1 })[0]!
    // The first value drawn is nearly always valid, so fallback values are searched for only if it is not.
    const value = first(unchecked(node, view))
    return isImpossible(value) || validator.of(node, view).accepts(value)
      ? value
      : first(arbitrary(node, view))
  }
  /** The validator within the budget of effort; once that is spent, values count neither as valid nor as invalid. */
  function judge(node: SchemaNode, view: View): ValidateSchema {
    const validate = validator.of(node, view)
    const named = namesOf(shapeOf({ document, view }, goalOf([node]))).length
    const isLeft = (whole: Json): boolean => {
      if (!effort.judging.isSpent) effort.judging.spend(1 + (named + membersIn(whole)) / membersSeen)
      return !effort.judging.isSpent
    }
    return Object.assign((whole: Json) => (isLeft(whole) ? validate(whole) : []), {
      accepts: (whole: Json) => isLeft(whole) && validate.accepts(whole),
    })
  }
  /** Starts a new budget of effort for each call from outside. */
  const withBudget =
    <Rest extends readonly unknown[], T>(make: (node: SchemaNode, view: View, ...rest: Rest) => T) =>
    (node: SchemaNode, view: View, ...rest: Rest): T => {
      effort.begin(node.pointer)
      return make(node, view, ...rest)
    }
  return {
    arbitrary: withBudget(arbitrary),
    valid: withBudget(valid),
    typical: withBudget(
      (node, view) =>
        typicalOf(makers[view], goalOf([node]), judge(node, view).accepts) ?? valid(node, view, 1),
    ),
    boundaries: withBudget((node, view, options: BoundaryOptions = {}) =>
      boundariesOf(makers[view], goalOf([node]), judge(node, view).accepts, options),
    ),
    violations: withBudget((node, view, options: ViolationOptions = {}) =>
      violationsOf(makers[view], goalOf([node]), validator, judge(node, view), options),
    ),
    cut: effort.cut,
  }
}

/** How many members of a value, and property names of its schema, count as one unit of effort. */
const membersSeen = 10
