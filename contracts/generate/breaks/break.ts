import type { Json } from '../../../spec/json.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import type { Fact } from '../schema/shape.ts'
import type { IsValid, Site } from '../sites.ts'
import type { Maker } from '../values/maker.ts'

/** A value proposed for a site, to violate one keyword there. */
export interface Break {
  readonly fact: Fact
  readonly value: Json
  /** Follows the value in its title: `below minimum 1`. */
  readonly says: string
  /** The property that is missing, unexpected or invalid, if the path of the violation is that of a property. */
  readonly property?: string
  /** What is meant is clear nonetheless, and many parsers read it: `yes` for a boolean. */
  readonly isClear?: boolean
}

/** Proposes values that violate some keywords. Those that violate nothing, or something else, are dropped later. */
export type Breaks = (site: Site, maker: Maker, isValid: IsValid) => readonly Break[]

/** JSON pointer to the violated keyword in the document. */
export function pointerOf({ node, keyword }: Fact): string {
  return keyword === 'false' ? node.pointer : appendPointer(node.pointer, keyword)
}
