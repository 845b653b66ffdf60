import type { Document, Operation } from './document.ts'
import type { Located } from './reading/refs.ts'
import { isObject } from './util/object.ts'
import { readPathItem } from './operations.ts'
import { pointerTokens } from './json/pointer.ts'
import { Walker } from './reading/walker.ts'

/** A request that a server sends by itself, of its own accord or because of one that it got. */
export interface OutOfBand {
  /** `onData`. */
  readonly name: string
  /** Where to: a URL with runtime expressions; undefined for a webhook, whose address no document says. */
  readonly expression: string | undefined
  readonly operation: Operation
}

/** The callbacks of an operation (OpenAPI 3.0.4 §4.7.18), references followed. Those that lead nowhere are left out. */
export function callbacksOf(
  document: Document,
  { pointer }: Pick<Operation, 'pointer'>,
): readonly OutOfBand[] {
  const walker = new Walker(document)
  return objectsAt(walker, [...pointerTokens(pointer), 'callbacks']).flatMap(([name, callback]) =>
    objectsIn(walker, callback).flatMap(([expression, item]) =>
      readPathItem(document, item).map((operation) => ({ name, expression, operation })),
    ),
  )
}

/** The webhooks of a document (OpenAPI 3.1.1 §4.8.1). */
export function webhooksOf(document: Document): readonly OutOfBand[] {
  return objectsAt(new Walker(document), ['webhooks']).flatMap(([name, item]) =>
    readPathItem(document, item).map((operation) => ({ name, expression: undefined, operation })),
  )
}

type Named = readonly (readonly [name: string, located: Located])[]

function objectsAt(walker: Walker, tokens: readonly string[]): Named {
  const at = tokens.reduce<Located | undefined>(
    (from, token) => from && walker.child(from, token),
    walker.root,
  )
  return objectsIn(walker, at)
}

/** The members of an object that are objects, extensions apart. */
function objectsIn(walker: Walker, map: Located | undefined): Named {
  return walker.membersOf(map).filter(([name, { value }]) => !name.startsWith('x-') && isObject(value))
}
