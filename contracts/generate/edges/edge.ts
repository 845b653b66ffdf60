import type { Json } from '../../../spec/json.ts'
import type { Maker } from '../values/maker.ts'
import type { IsValid, Site } from '../sites.ts'

/** A value that may stand at a site, at an edge of what is valid there. */
export interface Edge {
  readonly keyword: string
  readonly value: Json
  /** What follows the value in its name: `its minimum`. */
  readonly says: string
  /** The property it is about, when the value is the object around it. */
  readonly property?: string
  readonly undeclared?: boolean
}

/** Edges of one kind of value. They are only proposed: what is not valid is left out later. */
export type Edges = (site: Site, maker: Maker, isValid: IsValid) => readonly Edge[]
