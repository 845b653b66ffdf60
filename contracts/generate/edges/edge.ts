import type { Json } from '../../../spec/json.ts'
import type { IsValid, Site } from '../sites.ts'
import type { Maker } from '../values/maker.ts'

/** A value proposed for a site, at a boundary of what is valid there. */
export interface Edge {
  readonly keyword: string
  readonly value: Json
  /** Follows the value in its name: `its minimum`. */
  readonly says: string
  /** The property it is about, if the value is the object that contains it. */
  readonly property?: string
  readonly undeclared?: boolean
}

/** Proposes edges for one kind of value. Invalid ones are dropped later. */
export type Edges = (site: Site, maker: Maker, isValid: IsValid) => readonly Edge[]
