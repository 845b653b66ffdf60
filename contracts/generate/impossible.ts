import type { Pointer } from '../../spec/document.ts'

const brand: unique symbol = Symbol('impossible')

/** No value can be made: the schema allows none, or asks for something that cannot be constructed. */
export interface Impossible {
  readonly kind: 'impossible'
  /** A sentence for people, naming where: `#/components/schemas/Pet/properties/age: minimum 5 is above maximum 2.` */
  readonly reason: string
  readonly [brand]: true
}

export function impossible(where: Pointer, why: string): Impossible {
  return { kind: 'impossible', reason: `${where}: ${why}.`, [brand]: true }
}

/** Tells it from a JSON value that merely looks like it. */
export function isImpossible(result: unknown): result is Impossible {
  return typeof result === 'object' && result !== null && brand in result
}
