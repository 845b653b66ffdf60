import type { Json } from '../../../spec/json.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import type { Maker } from '../values/maker.ts'
import type { Fact } from '../schema/shape.ts'
import type { IsValid, Site } from '../sites.ts'

/** A value proposed for a site, to break one keyword there. */
export interface Break {
  readonly fact: Fact
  readonly value: Json
  /** What is wrong, after the value in its title: `below minimum 1`. */
  readonly says: string
  /** The property that is missing, unexpected or wrong, when it is told by its own path. */
  readonly property?: string
}

/** Ways to break some keywords. They are only proposed: what breaks nothing, or more than that, is left out later. */
export type Breaks = (site: Site, maker: Maker, isValid: IsValid) => readonly Break[]

/** Where in the document the broken keyword stands. */
export function pointerOf({ node, keyword }: Fact): string {
  return keyword === 'false' ? node.pointer : appendPointer(node.pointer, keyword)
}
