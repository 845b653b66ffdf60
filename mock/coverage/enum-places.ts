import type { Document, Operation, ParameterLocation, Pointer, SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, stringifyJson, type Json } from '../../spec/json.ts'
import { escapeToken } from '../../spec/json/pointer.ts'
import { operationsOf } from '../../spec/operations.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { partsOf, resolveRef } from '../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { own } from '../../spec/util/object.ts'

/** A place in an operation's messages that has an enum. */
export interface EnumPlace {
  readonly side: 'request' | 'response'
  readonly in: ParameterLocation | 'body'
  /** JSON pointer from the parameters of that place, or from the body; `*` is any item: `/status`, or `*` and `/status` below it. */
  readonly path: string
  readonly tokens: readonly string[]
  readonly values: readonly Json[]
}

/** Tests rarely target more deeply nested values. */
const maxDepth = 6
/** Limits for one operation and for all; in a document with thousands of operations, each has fewer. */
const maxPlaces = 200
const maxTotal = 200_000

function mostPlaces(document: Document): number {
  return ofEach(document, maxPlaces, maxTotal)
}

function ofEach(document: Document, most: number, total: number): number {
  return Math.min(most, Math.ceil(total / operationsOf(document).operations.length))
}

/** Returns every place with an `enum` in an operation's parameters and JSON bodies, without duplicates. */
export function enumPlaces(document: Document, operation: Operation): readonly EnumPlace[] {
  const { parameters, requestBody, responses } = operation
  const most = mostPlaces(document)
  const found = new Map<string, EnumPlace>()
  const add = (places: Iterable<EnumPlace>): void => {
    for (const place of places) {
      if (found.size === most) return
      found.set(`${place.side} ${place.in} ${place.path}`, place)
    }
  }
  for (const { name, in: place, schema } of parameters)
    if (schema) add(within(document, schema, { side: 'request', in: place, tokens: [name] }))
  for (const { schema } of requestBody?.content ?? []) if (schema) add(inBody(document, schema, 'request'))
  for (const { status, content } of responses) {
    if (!status.startsWith('2')) continue
    for (const { schema } of content) if (schema) add(inBody(document, schema, 'response'))
  }
  return [...found.values()]
}

const bodies = new WeakMap<Document, Map<string, readonly EnumPlace[]>>()

/** Cached by schema. */
function inBody(document: Document, node: SchemaNode, side: EnumPlace['side']): readonly EnumPlace[] {
  const lists = getOrInsertComputed(bodies, document, () => new Map<string, readonly EnumPlace[]>())
  const key = `${side} ${resolveRef(document, node).pointer}`
  return getOrInsertComputed(lists, key, () => [
    ...first(within(document, node, { side, in: 'body', tokens: [] }), mostPlaces(document)),
  ])
}

function* first(places: Iterable<EnumPlace>, most: number): Generator<EnumPlace> {
  let count = 0
  for (const place of places) {
    if (count++ === most) return
    yield place
  }
}

type Start = Pick<EnumPlace, 'side' | 'in' | 'tokens'>

/** Limits on the visited schemas for one body and for all: mutually recursive schemas have exponentially many paths. */
const maxSteps = 50_000
const maxTotalSteps = 10_000_000

/** A generator, because a schema may lead to more places than are needed. */
function* within(
  document: Document,
  node: SchemaNode,
  at: Start,
  above: ReadonlySet<string> = new Set(),
  steps: { left: number } = { left: ofEach(document, maxSteps, maxTotalSteps) },
): Generator<EnumPlace> {
  if (steps.left-- <= 0) return
  const target = resolveRef(document, node)
  if (above.has(target.pointer) || above.size > maxDepth || isHidden(target, at.side)) return
  const inside = new Set([...above, target.pointer])
  const items = itemsOf(document, target)
  yield* enumOf(document, target, at)
  if (items !== undefined) yield* within(document, items, deeper(at, '*'), inside, steps)
  for (const [name, property] of possiblePropertiesOf(document, target))
    yield* within(document, property, deeper(at, name), inside, steps)
}

const deeper = (at: Start, token: string): Start => ({ ...at, tokens: [...at.tokens, token] })

/** A request has no readOnly properties, a response no writeOnly ones. */
const isHidden = ({ schema }: SchemaNode, side: EnumPlace['side']): boolean =>
  own(schema, side === 'request' ? 'readOnly' : 'writeOnly') === true

function enumOf(document: Document, node: SchemaNode, at: Start): readonly EnumPlace[] {
  const values = valuesOf(document, node)
  if (values.length === 0) return []
  return [{ ...at, path: at.tokens.map((token) => `/${escapeToken(token)}`).join(''), values }]
}

const known = new WeakMap<Document, Map<Pointer, readonly Json[]>>()

/** Cached by schema. */
function valuesOf(document: Document, node: SchemaNode): readonly Json[] {
  const lists = getOrInsertComputed(known, document, () => new Map<Pointer, readonly Json[]>())
  return getOrInsertComputed(lists, node.pointer, () => readValues(document, node))
}

function readValues(document: Document, node: SchemaNode): readonly Json[] {
  const lists = partsOf(document, node, ['allOf', 'oneOf', 'anyOf'])
    .map(({ schema }) => own(schema, 'enum'))
    .filter((list) => Array.isArray(list)) as readonly (readonly Json[])[]
  const all = lists.length === 1 ? lists[0]! : lists.flat()
  const different = new Map(all.map((value) => [keyOf(value), value]))
  return different.size === all.length ? all : [...different.values()]
}

/** A key that is the same for equal values. */
export function keyOf(value: Json): string {
  return stringifyJson(value)
}

/** Calls `visit` with every value at the place. */
export function visitPlace(
  value: Json | undefined,
  tokens: readonly string[],
  visit: (value: Json) => void,
  at = 0,
): void {
  if (value === undefined) return
  const token = tokens[at]
  if (token === undefined) visit(value)
  else if (isArray(value)) {
    if (token === '*') for (const item of value) visitPlace(item, tokens, visit, at + 1)
  } else if (isJsonObject(value) && Object.hasOwn(value, token))
    visitPlace(value[token], tokens, visit, at + 1)
}
