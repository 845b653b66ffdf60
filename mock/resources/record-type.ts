import type { Document, SchemaNode } from '../../spec/document.ts'
import { parseJson, type Json } from '../../spec/json.ts'
import { isNumeric, typesOf, type TypeName } from '../../spec/schemas/types.ts'
import { partsOf, resolveRef } from '../../spec/schemas/subschemas.ts'
import { possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import { countedNoun } from '../../spec/inference/records/counts.ts'
import { timestampedEvent } from '../../spec/inference/states/action-outcome.ts'
import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEventTimestamp,
} from '../../spec/inference/records/timestamps.ts'
import { singularWordsOf } from '../../spec/inference/prose/words.ts'
import { words } from '../data/build/place.ts'
import { hasFlag } from '../../spec/schemas/properties.ts'
import { likelihoodOf } from '../data/realistic/likelihood.ts'
import { subtypesOf } from '../data/shape/subtypes.ts'

/** One property of a record, as far as its schema tells. */
export interface Property {
  readonly name: string
  readonly node: SchemaNode
  readonly isReadOnly: boolean
  readonly isWriteOnly: boolean
  readonly isRequired: boolean
  readonly default: Json | undefined
  /** Text with format `date-time`. */
  readonly isInstant: boolean
  /** Every record has one. */
  readonly isCertain: boolean
}

/** What the schema of a record says of its properties. */
export interface RecordType {
  /** In the document's order. */
  readonly properties: ReadonlyMap<string, Property>
  /** The properties that count the items of another one, and that one: `likeCount` those of `likes`. */
  readonly counts: readonly (readonly [count: string, list: string])[]
  /** It may have properties that are not named. */
  readonly isMap: boolean
}

/** What the schema of a record says, through `$ref`, `allOf`, `oneOf` and `anyOf`. */
export function recordTypeOf(document: Document, node: SchemaNode): RecordType {
  const required = requiredOf(document, node)
  const nodes = propertiesOf(document, node)
  const properties = new Map(
    [...nodes].map(([name, property]) => [name, propertyOf(document, name, property, required.has(name))]),
  )
  const isMap = partsOf(document, node, ['allOf']).some(
    ({ schema }) => typeof schema === 'object' && isOpen(schema['additionalProperties']),
  )
  return { properties, counts: countsAmong(document, nodes), isMap: isMap || properties.size === 0 }
}

/** And those of its subtypes, which the document lists by a discriminator alone. */
function propertiesOf(document: Document, node: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const own = possiblePropertiesOf(document, node)
  const { pointer } = resolveRef(document, node)
  const subtypes = partsOf(document, node, ['allOf']).flatMap((part) => {
    const found = subtypesOf(document, part)
    // One of several kinds has nothing of the others.
    return found.some((each) => each.node.pointer === pointer) ? [] : found
  })
  if (subtypes.length === 0) return own
  const others = subtypes.flatMap((each) => [...possiblePropertiesOf(document, each.node)])
  return new Map([...own, ...others.filter(([name]) => !own.has(name))])
}

function countsAmong(document: Document, nodes: ReadonlyMap<string, SchemaNode>): RecordType['counts'] {
  const typed = (type: TypeName): readonly string[] =>
    [...nodes].flatMap(([name, node]) => (typesOf(document, node).has(type) ? [name] : []))
  const lists = new Map(typed('array').map((name) => [singularWordsOf(name), name]))
  return typed('integer').flatMap((name) => {
    const list = lists.get(countedNoun(name) ?? '')
    return list === undefined ? [] : [[name, list] as const]
  })
}

function isOpen(additional: unknown): boolean {
  return additional === true || (typeof additional === 'object' && additional !== null)
}

function propertyOf(document: Document, name: string, node: SchemaNode, isRequired: boolean): Property {
  const keyword = (wanted: string): unknown => {
    const schemas = [node, resolveRef(document, node)].map(({ schema }) => schema)
    return schemas
      .map((schema) => (typeof schema === 'object' ? schema[wanted] : undefined))
      .find((value) => value !== undefined)
  }
  return {
    name,
    node,
    isRequired,
    isReadOnly: hasFlag(document, node, 'readOnly'),
    isWriteOnly: hasFlag(document, node, 'writeOnly'),
    default: typed(keyword('default') as Json | undefined, typesOf(document, node)),
    isInstant: keyword('format') === 'date-time',
    isCertain: isRequired && !typesOf(document, node).has('null'),
  }
}

/** Documents write a default as text for any type: `"false"`. */
function typed(given: Json | undefined, types: ReadonlySet<TypeName>): Json | undefined {
  if (typeof given !== 'string' || types.size === 0 || types.has('string')) return given
  const reading = parseJson(given)
  return reading.kind === 'ok' ? reading.value : undefined
}

const laterName =
  /\b(?:delet|archiv|cancel|clos|complet|finish|resolv|revok|suspend|bann|terminat|expir|ship|deliver|return|paid|sent)/
const tally =
  /^(?:num|n(?:umber|o) of|count of) |\b(?:count|total|number|likes|views|followers|visits|attempts|retries|replies|comments)$/
const firstState =
  /^(?:new|opene?d?|pending|draft|to ?do|created|queued|backlog|submitted|scheduled|requested|registered|received|waiting|planned|not started|unpaid|unread|active|available|enabled|normal|medium|standard|default)$/

/** Whether records usually begin in that state, wherever a document lists it. */
const isFirst = (state: Json): boolean => typeof state === 'string' && firstState.test(words(state))

/**
 * When a change at this instant is to be noted in the property, what it then says; undefined when it is not. `reached`: what the
 * record is from now on, `cancelled`.
 */
export function stampOf(
  { name, isInstant, isCertain }: Property,
  now: Date,
  isNew: boolean,
  reached: ReadonlySet<string>,
): Json | undefined {
  if (!isInstant) return undefined
  const done = timestampedEvent(name)
  const isDue = isCreationTimestamp(name) ? isNew : isChangeTimestamp(name) || reached.has(done ?? '')
  return isDue || (isNew && isCertain && isEventTimestamp(name)) ? now.toISOString() : undefined
}

/** The server will fill it in when something has happened to the record: a new one does without. */
export function comesLater({ name, isRequired }: Property): boolean {
  return !isRequired && laterName.test(words(name))
}

/** How a new record begins: in the first of several states, nothing counted, flags down; undefined when that is open. */
export function beginning(document: Document, property: Property): Json | undefined {
  const { name, node, default: given } = property
  if (given !== undefined) return given
  const { schema } = resolveRef(document, node)
  const values = typeof schema === 'object' ? schema['enum'] : undefined
  const first = Array.isArray(values) ? (values as readonly Json[]).find(isFirst) : undefined
  if (first !== undefined) return first
  const nothing = nothingOf(document, property)
  if (nothing !== undefined) return nothing
  if (Array.isArray(values)) return values[0] as Json
  const types = typesOf(document, node)
  if (types.has('boolean')) return likelihoodOf(words(name)) > 0.5
  return isNumeric(types) && tally.test(words(name)) ? 0 : undefined
}

/** What says that nothing was given: null, or a list without items; undefined where the schema has no such value. */
export function nothingOf(document: Document, { node }: Property): Json | undefined {
  const types = typesOf(document, node)
  if (types.has('null')) return null
  if (!types.has('array') || types.size > 1) return undefined
  const { schema } = resolveRef(document, node)
  return typeof schema === 'object' && Number(schema['minItems'] ?? 0) > 0 ? undefined : []
}
