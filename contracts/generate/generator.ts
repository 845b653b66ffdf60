import * as fc from 'fast-check'
import type { Document, Pointer, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Validator, View } from '../../spec/validate.ts'
import { checked, type Made } from './checked.ts'
import { goalOf } from './goal.ts'
import { isImpossible, type Impossible } from './impossible.ts'
import { createMaker, type Maker } from './maker.ts'

/** How a value will travel. In `text` (path, query, header, cookie) 7 and "7", true and "true" are the same. */
export type Carrier = 'json' | 'text'

/** A valid value at an edge of its schema. */
export interface NamedValue {
  /** For people: `quantity = 1, its minimum`. Unique within one list. */
  readonly name: string
  readonly value: Json
  /** JSON pointer to the part at the edge; empty for the whole value. */
  readonly path: string
  /** The keyword whose edge it is: `minimum`, `enum`, `oneOf`; `properties` for optional ones absent or present. */
  readonly keyword: string
  /** It holds a property that the schema does not name but allows: servers may ignore, keep or refuse such. */
  readonly undeclared: boolean
}

/** A value that breaks one constraint of its schema and nothing else. */
export interface Violation {
  readonly value: Json
  /** The keyword broken. A validator may name an enclosing `oneOf`, `anyOf`, `not` or `contains` in its place. */
  readonly keyword: string
  /** JSON pointer to the offending part, or to where a missing property belongs; empty for the whole value. */
  readonly path: string
  /** Where in the document the broken keyword stands. */
  readonly schemaPointer: Pointer
  /** For people: `quantity = 0, below minimum 1`. Unique within one list. */
  readonly title: string
}

export interface ViolationOptions {
  /** The valid value to start from; by default a small one is made. One that is not valid is not used. */
  readonly base?: Json
  /** Default `json`. */
  readonly as?: Carrier
}

export interface BoundaryOptions {
  /** Default `json`; `text` leaves out what text cannot carry: null, empty arrays and objects. */
  readonly as?: Carrier
}

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
  /** Valid values at every edge; empty when none can be made. */
  boundaries(node: SchemaNode, view: View, options?: BoundaryOptions): readonly NamedValue[]
  /** Invalid values, each breaking one keyword; empty when no valid value can be made to start from. */
  violations(node: SchemaNode, view: View, options?: ViolationOptions): readonly Violation[]
}

export function createGenerator(document: Document, validator: Validator): Generator {
  const makers = { request: maker('request'), response: maker('response') }
  const known = new Map<string, fc.Arbitrary<Json> | Impossible>()

  function maker(view: View): Maker {
    return createMaker({ document, view }, validator)
  }
  function arbitrary(node: SchemaNode, view: View): fc.Arbitrary<Json> | Impossible {
    const key = `${view} ${node.pointer}`
    const made = known.get(key) ?? sound(makers[view].make(goalOf([node])), node, view)
    known.set(key, made)
    return made
  }
  /** The safety net: nothing leaves here that the validator refuses. */
  function sound(made: Made<Json>, node: SchemaNode, view: View): Made<Json> {
    if (isImpossible(made)) return made
    const validate = validator.of(node, view)
    return checked(made, (value) => validate(value).length === 0, node.pointer, 'no valid value was found')
  }
  return {
    arbitrary,
    valid(node, view, seed) {
      const made = arbitrary(node, view)
      return isImpossible(made) ? made : fc.sample(made, { seed, numRuns: 1 })[0]!
    },
    boundaries: () => [],
    violations: () => [],
  }
}
