import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isSimilar, isArraySchema, isObjectSchema, isSameSchema, objectItems } from './content.ts'
import type { BodyPart } from './content.ts'
import { idCandidates } from '../records/identity.ts'
import { formsOf, normalizeName } from '../prose/words.ts'

/** What is known of a collection before its bodies are read. */
export interface CollectionHints {
  /** Its last path text, `pets`. */
  readonly name: string
  readonly idParameter: string | undefined
  /** A record of it, seen elsewhere. */
  readonly record: SchemaNode | undefined
}

const listNames = new Set(
  (
    'data items result results records values content contents entries elements list rows objects resources collection ' +
    'hydramember member members edges nodes hits docs documents value'
  ).split(' '),
)
const recordNames = new Set(
  'data result item record resource response payload entity object value'.split(' '),
)

/** Names of what stands beside a list in its envelope. */
const metaNames =
  /^(?:total.*|.*count|next.*|prev.*|first.*|last.*|limit|offset|skip|start.*|end.*|page.*|pages|per.?page|size|has.*|more|is.*|meta.*|_?links?|paging|pagination|cursors?|object|href|url|self|kind|type|etag|status|success|ok|message|code|errors?|warnings?|request.*|response.*|included|jsonapi|hydra.*|context|id|facets|aggregations|query|sort.*|order.*|took|time.*|version)$/

/** The array of records in a list's answer: the body itself, or a property of an envelope, two levels down at most. */
export function findList(
  document: Document,
  body: SchemaNode,
  subject: CollectionHints,
): BodyPart | undefined {
  const items = objectItems(document, body)
  if (items) return { path: [], schema: items }
  if (!isObjectSchema(document, body) || looksLike(document, body, subject)) return undefined
  return listWithin(document, body, subject, 1)
}

function looksLike(document: Document, body: SchemaNode, { record }: CollectionHints): boolean {
  return record !== undefined && isSimilar(document, body, record)
}

function listWithin(
  document: Document,
  body: SchemaNode,
  subject: CollectionHints,
  levels: number,
): BodyPart | undefined {
  const named = possiblePropertiesOf(document, body)
  if (hasId(named, subject)) return undefined
  const properties = [...named]
  const arrays = properties.flatMap(([name, schema]) => {
    const items = objectItems(document, schema)
    return items ? [{ path: [name], schema: items }] : []
  })
  const found = bestList(document, arrays, properties, subject)
  return found ?? (levels > 0 ? listBelow(document, properties, subject, levels - 1) : undefined)
}

function bestList(
  document: Document,
  arrays: readonly BodyPart[],
  properties: readonly (readonly [string, SchemaNode])[],
  { name, record }: CollectionHints,
): BodyPart | undefined {
  const alike = record && arrays.find(({ schema }) => isSimilar(document, schema, record))
  if (alike) return alike
  const nameOf = ({ path }: BodyPart): string => normalizeName(path[0] ?? '')
  const named =
    arrays.find((part) => formsOf(name).has(nameOf(part))) ??
    arrays.find((part) => listNames.has(nameOf(part)))
  if (named) return named
  const isLone =
    arrays.length === 1 && properties.every(([other]) => other === arrays[0]?.path[0] || isMeta(other))
  return isLone ? arrays[0] : undefined
}

function isMeta(name: string): boolean {
  return metaNames.test(normalizeName(name)) || name.startsWith('_') || name.startsWith('@')
}

/** `{_embedded: {pets: []}}`, `{data: {items: []}}`, `{albums: {items: []}}`. */
function listBelow(
  document: Document,
  properties: readonly (readonly [string, SchemaNode])[],
  subject: CollectionHints,
  levels: number,
): BodyPart | undefined {
  const objects = properties.filter(([, schema]) => isObjectSchema(document, schema))
  const others = properties.filter(([name]) => !isMeta(name) || recordNames.has(normalizeName(name)))
  for (const [name, schema] of objects) {
    const isWrapper =
      recordNames.has(normalizeName(name)) ||
      listNames.has(normalizeName(name)) ||
      normalizeName(name) === 'embedded' ||
      formsOf(subject.name).has(normalizeName(name)) ||
      others.length === 1
    const part = isWrapper && !isPagingOnly(name) ? listWithin(document, schema, subject, levels) : undefined
    if (part) return { path: [name, ...part.path], schema: part.schema }
  }
  return undefined
}

function isPagingOnly(name: string): boolean {
  return /^(?:meta.*|paging|pagination|links?|page)$/.test(normalizeName(name))
}

/** The record in an answer or a request: the body itself, or a property of an envelope such as `{data: {}}`, `{pet: {}}`. */
export function findRecord(
  document: Document,
  body: SchemaNode,
  subject: CollectionHints,
): BodyPart | undefined {
  if (isArraySchema(document, body) || !isObjectSchema(document, body)) return undefined
  return recordWithin(document, { path: [], schema: body }, subject, 2)
}

function recordWithin(
  document: Document,
  part: BodyPart,
  subject: CollectionHints,
  levels: number,
): BodyPart {
  if (looksLike(document, part.schema, subject)) return part
  const properties = possiblePropertiesOf(document, part.schema)
  const objects = [...properties]
    .filter(([, schema]) => isObjectSchema(document, schema))
    .map(([name, schema]) => ({ path: [...part.path, name], schema }))
  const alike = objects.filter(({ schema }) => looksLike(document, schema, subject))
  const { record } = subject
  const same = record && alike.find(({ schema }) => isSameSchema(document, schema, record))
  const best = same ?? alike.find((object) => isNamedAsRecord(object, subject)) ?? alike[0]
  if (best) return best
  if (levels === 0 || hasId(properties, subject)) return part
  const wrapped = objects.find((object) => isNamedAsRecord(object, subject))
  return wrapped ? recordWithin(document, wrapped, subject, levels - 1) : part
}

function hasId(properties: ReadonlyMap<string, SchemaNode>, subject: CollectionHints): boolean {
  return idCandidates(subject, properties).length > 0
}

function isNamedAsRecord({ path }: BodyPart, { name }: CollectionHints): boolean {
  return isRecordName(path.at(-1) ?? '', name)
}

/** Whether a property of an envelope is called as a record of `/pets` is: `data`, `pet`. */
export function isRecordName(property: string, collection: string): boolean {
  return recordNames.has(normalizeName(property)) || formsOf(collection).has(normalizeName(property))
}

/** Whether a property of an envelope is called as a list of `/pets` is: `items`, `pets`. */
export function isListName(property: string, collection: string): boolean {
  return listNames.has(normalizeName(property)) || formsOf(collection).has(normalizeName(property))
}
