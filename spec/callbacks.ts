import type { Document, Operation } from './document.ts'
import { follow, isObject, own, type Located } from './follow.ts'
import { readPathItem } from './operations.ts'
import { appendPointer, pointerTokens } from './pointer.ts'

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
  return membersOf(document, at(document, [...pointerTokens(pointer), 'callbacks'])).flatMap(
    ([name, callback]) =>
      membersOf(document, callback).flatMap(([expression, item]) =>
        readPathItem(document, item).map((operation) => ({ name, expression, operation })),
      ),
  )
}

/** The webhooks of a document (OpenAPI 3.1.1 §4.8.1). */
export function webhooksOf(document: Document): readonly OutOfBand[] {
  return membersOf(document, at(document, ['webhooks'])).flatMap(([name, item]) =>
    readPathItem(document, item).map((operation) => ({ name, expression: undefined, operation })),
  )
}

function at(document: Document, tokens: readonly string[]): Located | undefined {
  return tokens.reduce<Located | undefined>((from, token) => from && memberOf(document, from, token), {
    value: document.root,
    pointer: '#',
  })
}

function memberOf(document: Document, { value, pointer }: Located, name: string): Located | undefined {
  const member = own(value, name)
  return member === undefined
    ? undefined
    : follow(document, { value: member, pointer: appendPointer(pointer, name) })
}

function membersOf(document: Document, map: Located | undefined): readonly (readonly [string, Located])[] {
  if (!map || !isObject(map.value)) return []
  return Object.keys(map.value).flatMap((name) => {
    const member = name.startsWith('x-') ? undefined : memberOf(document, map, name)
    return member && isObject(member.value) ? [[name, member] as const] : []
  })
}
