import type { Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'

/** How a value is sent. As `text` (path, query, header, cookie), 7 and "7" or true and "true" cannot be told apart. */
export type Carrier = 'json' | 'text'

/** A valid value at a boundary of its schema. */
export interface NamedValue {
  /** For people, unique within a list: `quantity = 1, its minimum`. */
  readonly name: string
  readonly value: Json
  /** JSON pointer to the part at the boundary; empty for the whole value. */
  readonly path: string
  /** The keyword whose boundary it is: `minimum`, `enum`, `oneOf`; `properties` for optional ones, absent or present. */
  readonly keyword: string
  /** It has a property that the schema allows but does not declare: servers may ignore, keep or refuse it. */
  readonly undeclared: boolean
}

/** A value that breaks one constraint of its schema and nothing else. */
export interface Violation {
  readonly value: Json
  /** The violated keyword. A validator may report an enclosing `oneOf`, `anyOf`, `not` or `contains` instead. */
  readonly keyword: string
  /** JSON pointer to the offending part, or to where a missing property belongs; empty for the whole value. */
  readonly path: string
  /** JSON pointer to the violated keyword in the document. */
  readonly schemaPointer: Pointer
  /** For people, unique within a list: `quantity = 0, below minimum 1`. */
  readonly title: string
  /** What is wrong, without place and value: `below minimum 1`. */
  readonly says: string
  /** What is meant is clear nonetheless, and many parsers read it. */
  readonly isClear?: true
}

export interface ViolationOptions {
  /** The valid value to start from; ignored if it is not valid. Default: a small generated value. */
  readonly base?: Json
  /** Default `json`. */
  readonly as?: Carrier
  /** Violations found before, from another base: the same keywords at the same places are not violated again. */
  readonly known?: readonly Violation[]
}

export interface BoundaryOptions {
  /** The valid value to start from; ignored if it is not valid. Default: a small generated value. */
  readonly base?: Json
  /** Default `json`; `text` omits values that text cannot represent: null, empty arrays and objects. */
  readonly as?: Carrier
}
