import type { Document, SchemaNode } from '../../../spec/document.ts'
import { isComputedByServer } from '../../../spec/inference/records/described-writes.ts'
import { likelyNulls } from '../../../spec/inference/states/described-nulls.ts'
import { stateName } from '../../../spec/inference/states/words/state-names.ts'
import { countedForm, instantForm, type InstantForm } from '../../../spec/inference/times/instants.ts'
import { parseJson, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { createDocumentCache } from '../../../spec/schemas/document-cache.ts'
import { hasFlag, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { keywordOf, partsOf, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { enumValues, formatOf, typesOf, type TypeName } from '../../../spec/schemas/types.ts'
import { own } from '../../../spec/util/object.ts'
import { subtypesOf } from '../../data/shape/subtypes.ts'
import { listCounts, type ListCount } from './list-counts.ts'

/** A property of a record, as its schema defines it. */
export interface Property {
  readonly name: string
  readonly node: SchemaNode
  readonly isReadOnly: boolean
  readonly isWriteOnly: boolean
  readonly isRequired: boolean
  readonly default: Json | undefined
  /** How it writes an instant, if it has one. */
  readonly instant: InstantForm | undefined
  /** The events whose time it holds, by its description: "When it was accepted or declined". */
  readonly events: readonly string[]
  /** Whether it is required and not nullable. */
  readonly isCertain: boolean
  /** Whether null is valid. */
  readonly isNullValid: boolean
}

/** The properties of a record, as its schema defines them. */
export interface RecordType {
  /** In the order of the document. */
  readonly properties: ReadonlyMap<string, Property>
  readonly counts: readonly ListCount[]
  /** Whether it may have additional properties. */
  readonly isMap: boolean
}

const cachedTypes = createDocumentCache<RecordType>()

/** Reads the schema of a record, through `$ref`, `allOf`, `oneOf` and `anyOf`. */
export function recordTypeOf(document: Document, node: SchemaNode): RecordType {
  return cachedTypes(document, node.schema, () => readRecordType(document, node))
}

function readRecordType(document: Document, node: SchemaNode): RecordType {
  const required = requiredOf(document, node)
  const nodes = propertiesOf(document, node)
  const properties = new Map(
    [...nodes].map(([name, property]) => [name, propertyOf(document, name, property, required.has(name))]),
  )
  const isMap = partsOf(document, node, ['allOf']).some(
    ({ schema }) => typeof schema === 'object' && isOpen(schema['additionalProperties']),
  )
  return { properties, counts: listCounts(document, nodes), isMap: isMap || properties.size === 0 }
}

/** Includes the properties of subtypes that a discriminator lists. */
function propertiesOf(document: Document, node: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const own = possiblePropertiesOf(document, node)
  const { pointer } = resolveRef(document, node)
  const subtypes = partsOf(document, node, ['allOf']).flatMap((part) => {
    const listed = subtypesOf(document, part)
    // A subtype does not have the properties of its siblings.
    return listed.some((subtype) => subtype.node.pointer === pointer) ? [] : listed
  })
  if (subtypes.length === 0) return own
  const others = subtypes.flatMap((subtype) => [...possiblePropertiesOf(document, subtype.node)])
  return new Map([...own, ...others.filter(([name]) => !own.has(name))])
}

function isOpen(additional: unknown): boolean {
  return additional === true || (typeof additional === 'object' && additional !== null)
}

/** Whether clients may send what is read-only in a creation, as only words can say. */
const isCreateOnly = (document: Document, node: SchemaNode): boolean =>
  partsOf(document, node, ['allOf']).some(({ schema }) =>
    /\bcreate-only\b/i.test(String(own(schema, 'description'))),
  )

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
    isReadOnly:
      (hasFlag(document, node, 'readOnly') || isComputedByServer(document, node)) &&
      !isCreateOnly(document, node),
    isWriteOnly: hasFlag(document, node, 'writeOnly'),
    default: typed(
      (keyword('default') as Json | undefined) ?? describedDefault(document, node, keyword('description')),
      typesOf(document, node),
    ),
    instant: instantForm(document, node) ?? countedForm(document, name, node),
    events: formatOf(document, node) === 'date-time' ? describedEvents(keyword('description')) : [],
    isCertain: isRequired && !typesOf(document, node).has('null'),
    isNullValid: isNullValid(document, node),
  }
}

/** Whether null is valid: `nullable` says what is meant, but has no effect from 3.1 on, nor beside an `enum` without null. */
function isNullValid(document: Document, node: SchemaNode): boolean {
  const values = enumValues(document, node)
  return (
    typesOf(document, node).has('null') &&
    (document.version === '3.0' || !keywordOf(document, node, 'nullable')) &&
    (values.length === 0 || values.includes(null))
  )
}

/** The value of an enumeration that a description says is the default: "Defaults to `team`", "`team` if none was sent". */
function describedDefault(document: Document, node: SchemaNode, description: unknown): Json | undefined {
  if (typeof description !== 'string') return undefined
  const text = [defaultsTo, ifNothing].map((pattern) => pattern.exec(description)?.[1]).find(Boolean)
  // Some descriptions list the values of a text.
  const marked = markedAsDefault.exec(description)?.[1]
  const values = enumValues(document, node)
  return values.length === 0 ? marked : values.find((value) => value === (text ?? marked))
}

const defaultsTo =
  /(?:^|[.;] )(?:it )?(?:defaults to|the default is|default:) [`"']?([\w.-]*\w)[`"']?(?=[.,;)]|$)/i
const markedAsDefault = /^[-*] [`"'](\w+)[`"'] .*\bthis is the default\b/im
const ifNothing =
  /(?:^|[.;] )[`"']?([\w.-]*\w)[`"']? if (?:(?:none|nothing) (?:is|was) (?:sent|given|set)|it (?:is|was) (?:omitted|not (?:sent|given|set)))\b/i

const when =
  /^(?:the )?(?:when|time|date|date and time|moment) (?:at which )?(?:it|they|this|the \w+) (?:was|were|is|got) (?:last )?(\w+(?:(?:, (?:or )?| or )\w+)*)(?=[.;,]|$)/i

function describedEvents(description: unknown): readonly string[] {
  const words = typeof description === 'string' ? when.exec(description)?.[1] : undefined
  return words?.toLowerCase().split(/, (?:or )?| or /) ?? []
}

/** Parses a default that a document writes as text although the type is another: `"false"`. */
function typed(given: Json | undefined, types: ReadonlySet<TypeName>): Json | undefined {
  if (typeof given !== 'string' || types.size === 0 || types.has('string')) return given
  const reading = parseJson(given)
  return reading.kind === 'ok' ? reading.value : undefined
}

/** A time with the states in which it is set according to its description: "Null unless the ticket is closed". */
export function withDescribedStates(document: Document, { record }: Resource, property: Property): Property {
  const described =
    property.instant === 'date-time'
      ? likelyNulls(document)(record).find((each) => each.property === property.name)
      : undefined
  const state = described && possiblePropertiesOf(document, record).get(described.state)
  if (!described || !state) return property
  const states = enumValues(document, state).filter((value) => !described.values.includes(value))
  const events = states.flatMap((value) => stateName(described.state, value) ?? [])
  // Only the first one: a time is that of entering the states.
  return { ...property, events: [...property.events, ...events.slice(0, 1)] }
}
