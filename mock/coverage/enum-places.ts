import type { Document, MediaType, Operation, ParameterLocation, SchemaNode } from '../../spec/document.ts'
import { own } from '../../spec/follow.ts'
import { isArray, isJsonObject, stringifyJson, type Json } from '../../spec/json.ts'
import { escapeToken } from '../../spec/pointer.ts'
import { itemsOf, partsOf, possiblePropertiesOf, resolveRef } from '../../spec/refs.ts'

/** Somewhere in an operation's messages where one of a few values stands. */
export interface EnumPlace {
  readonly side: 'request' | 'response'
  readonly in: ParameterLocation | 'body'
  /** JSON pointer from the parameters of that place, or from the body; `*` is any item: `/status`, or `*` and `/status` below it. */
  readonly path: string
  readonly tokens: readonly string[]
  readonly values: readonly Json[]
}

/** Deeper values are no longer something a test exercises on purpose. */
const maxDepth = 6
/** Of one operation. */
const maxPlaces = 200

/** Every place in an operation's parameters and JSON bodies that has an `enum`; each once. */
export function enumPlaces(document: Document, operation: Operation): readonly EnumPlace[] {
  const { parameters, requestBody, responses } = operation
  const places = [
    ...parameters.flatMap(({ name, in: place, schema }) =>
      schema === undefined ? [] : within(document, schema, { side: 'request', in: place, tokens: [name] }),
    ),
    ...bodyPlaces(document, requestBody?.content ?? [], 'request'),
    ...responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ content }) => bodyPlaces(document, content, 'response')),
  ]
  const unique = new Map(places.map((place) => [`${place.side} ${place.in} ${place.path}`, place]))
  return [...unique.values()].slice(0, maxPlaces)
}

type Start = Pick<EnumPlace, 'side' | 'in' | 'tokens'>

function bodyPlaces(
  document: Document,
  content: readonly MediaType[],
  side: EnumPlace['side'],
): readonly EnumPlace[] {
  return content.flatMap(({ schema }) =>
    schema === undefined ? [] : within(document, schema, { side, in: 'body', tokens: [] }),
  )
}

function within(
  document: Document,
  node: SchemaNode,
  at: Start,
  above: ReadonlySet<string> = new Set(),
): readonly EnumPlace[] {
  const target = resolveRef(document, node)
  if (above.has(target.pointer) || above.size > maxDepth || isHidden(target, at.side)) return []
  const inside = new Set([...above, target.pointer])
  const items = itemsOf(document, target)
  return [
    ...enumOf(document, target, at),
    ...(items === undefined ? [] : within(document, items, deeper(at, '*'), inside)),
    ...[...possiblePropertiesOf(document, target)].flatMap(([name, property]) =>
      within(document, property, deeper(at, name), inside),
    ),
  ]
}

const deeper = (at: Start, token: string): Start => ({ ...at, tokens: [...at.tokens, token] })

/** A request has no readOnly properties, a response no writeOnly ones. */
const isHidden = ({ schema }: SchemaNode, side: EnumPlace['side']): boolean =>
  own(schema, side === 'request' ? 'readOnly' : 'writeOnly') === true

function enumOf(document: Document, node: SchemaNode, at: Start): readonly EnumPlace[] {
  const lists = partsOf(document, node, ['allOf', 'oneOf', 'anyOf'])
    .map(({ schema }) => own(schema, 'enum'))
    .filter((list) => Array.isArray(list)) as readonly (readonly Json[])[]
  const values = [...new Map(lists.flat().map((value) => [keyOf(value), value])).values()]
  if (values.length === 0) return []
  return [{ ...at, path: at.tokens.map((token) => `/${escapeToken(token)}`).join(''), values }]
}

/** The same for equal values. */
export function keyOf(value: Json): string {
  return stringifyJson(value)
}

/** Calls `visit` with every value that stands at the place. */
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
