import type { Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'

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
  /** What is wrong, whatever the place and the value: `below minimum 1`. */
  readonly says: string
}

export interface ViolationOptions {
  /** The valid value to start from; by default a small one is made. One that is not valid is not used. */
  readonly base?: Json
  /** Default `json`. */
  readonly as?: Carrier
}

export interface BoundaryOptions {
  /** The valid value to start from; by default a small one is made. One that is not valid is not used. */
  readonly base?: Json
  /** Default `json`; `text` leaves out what text cannot carry: null, empty arrays and objects. */
  readonly as?: Carrier
}
