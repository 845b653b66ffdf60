import type { Pointer } from '../../spec/document.ts'

const brand: unique symbol = Symbol('impossible')

/** No value can be generated: the schema allows none, or has a constraint that cannot be satisfied by construction. */
export interface Impossible {
  readonly kind: 'impossible'
  /** For people, with the place: `#/components/schemas/Pet/properties/age: minimum 5 is above maximum 2.` */
  readonly reason: string
  readonly [brand]: true
}

export function impossible(where: Pointer, why: string): Impossible {
  return { kind: 'impossible', reason: `${where}: ${why}.`, [brand]: true }
}

/** Whether a result is {@link Impossible}, and not a JSON value that looks like it. */
export function isImpossible(result: unknown): result is Impossible {
  return typeof result === 'object' && result !== null && brand in result
}
