import * as fc from 'fast-check'
import type { Document, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { soleTargetOf } from '../../spec/refs.ts'
import type { Validator, View } from '../../spec/validate.ts'
import { boundariesOf } from './boundaries.ts'
import type { BoundaryOptions, NamedValue, Violation, ViolationOptions } from './cases.ts'
import { checkedWhole, type Made } from './checked.ts'
import { goalOf } from './goal.ts'
import { isImpossible, type Impossible } from './impossible.ts'
import { createMaker, type Maker } from './maker.ts'
import { violationsOf } from './mutate.ts'
import { typicalOf, type IsValid } from './sites.ts'

/**
 * Makes values for schemas of one document. Everything is deterministic; work is done once per schema and view.
 * A request leaves out readOnly properties, a response writeOnly ones, unless they are required all the same.
 * Use {@link isImpossible} to tell results apart.
 */
export interface Generator {
  /** All values are valid for the validator; they shrink towards small, simple ones. */
  arbitrary(node: SchemaNode, view: View): fc.Arbitrary<Json> | Impossible
  /** One valid value; the same seed always gives the same. */
  valid(node: SchemaNode, view: View, seed: number): Json | Impossible
  /** A small, ordinary value, by the document's own examples where it has some: what the lists below start from. */
  typical(node: SchemaNode, view: View): Json | Impossible
  /** Valid values at every edge; empty when none can be made. */
  boundaries(node: SchemaNode, view: View, options?: BoundaryOptions): readonly NamedValue[]
  /** Invalid values, each breaking one keyword; empty when no valid value can be made to start from. */
  violations(node: SchemaNode, view: View, options?: ViolationOptions): readonly Violation[]
}

/** Goals for which something is kept: what is made of them can be made again, and is the same. */
const most = 5000

export function createGenerator(document: Document, validator: Validator): Generator {
  let makers = newMakers()
  const known = new Map<string, fc.Arbitrary<Json> | Impossible>()

  function newMakers(): Readonly<Record<View, Maker>> {
    const maker = (view: View): Maker => createMaker({ document, view }, validator)
    return { request: maker('request'), response: maker('response') }
  }
  function arbitrary(asked: SchemaNode, view: View): fc.Arbitrary<Json> | Impossible {
    const node = soleTargetOf(document, asked) ?? asked
    const key = `${view} ${node.pointer}`
    const before = known.get(key)
    if (before) return before
    if (makers.request.size() + makers.response.size() >= most) {
      known.clear()
      makers = newMakers()
    }
    const made = sound(makers[view].make(goalOf([node])), node, view)
    known.set(key, made)
    return made
  }
  /** The safety net: nothing leaves here that the validator refuses. */
  function sound(made: Made<Json>, node: SchemaNode, view: View): Made<Json> {
    if (isImpossible(made)) return made
    return checkedWhole(made, judge(node, view), node.pointer, 'no valid value was found')
  }
  function valid(node: SchemaNode, view: View, seed: number): Json | Impossible {
    const made = arbitrary(node, view)
    return isImpossible(made) ? made : fc.sample(made, { seed, numRuns: 1 })[0]!
  }
  function judge(node: SchemaNode, view: View): IsValid {
    return validator.of(node, view).accepts
  }
  return {
    arbitrary,
    valid,
    typical: (node, view) =>
      typicalOf(makers[view], goalOf([node]), judge(node, view)) ?? valid(node, view, 1),
    boundaries: (node, view, options = {}) =>
      boundariesOf(makers[view], goalOf([node]), judge(node, view), options),
    violations: (node, view, options = {}) =>
      violationsOf(makers[view], goalOf([node]), validator, validator.of(node, view), options),
  }
}
