import type { Document, Operation } from './document.ts'
import { pointerTokens } from './json/pointer.ts'
import type { Located } from './json/refs.ts'
import { readPathItem } from './operations.ts'
import { DocumentReader } from './reading/document-reader.ts'
import { isObject } from './util/object.ts'

/** A request that the API sends: a callback, which follows a request it received, or a webhook. */
export interface OutOfBand {
  /** The key in the document, `onData`. */
  readonly name: string
  /** The URL, with runtime expressions; undefined for a webhook, whose URL is not in the document. */
  readonly expression: string | undefined
  readonly operation: Operation
}

/** The callbacks of an operation (OpenAPI 3.0.4 §4.7.18). Those with an unresolvable `$ref` are left out. */
export function callbacksOf(
  document: Document,
  { pointer }: Pick<Operation, 'pointer'>,
): readonly OutOfBand[] {
  const reader = new DocumentReader(document)
  return objectsAt(reader, [...pointerTokens(pointer), 'callbacks']).flatMap(([name, callback]) =>
    objectsIn(reader, callback).flatMap(([expression, item]) =>
      readPathItem(document, item).map((operation) => ({ name, expression, operation })),
    ),
  )
}

/** The webhooks of a document (OpenAPI 3.1.1 §4.8.1). */
export function webhooksOf(document: Document): readonly OutOfBand[] {
  return objectsAt(new DocumentReader(document), ['webhooks']).flatMap(([name, item]) =>
    readPathItem(document, item).map((operation) => ({ name, expression: undefined, operation })),
  )
}

type Members = readonly (readonly [name: string, located: Located])[]

function objectsAt(reader: DocumentReader, tokens: readonly string[]): Members {
  const at = tokens.reduce<Located | undefined>(
    (from, token) => from && reader.child(from, token),
    reader.root,
  )
  return objectsIn(reader, at)
}

/** The members of an object that are objects, without extensions. */
function objectsIn(reader: DocumentReader, map: Located | undefined): Members {
  return reader.membersOf(map).filter(([name, { value }]) => !name.startsWith('x-') && isObject(value))
}
