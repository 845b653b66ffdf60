import type { Document, SchemaNode } from '../../document.ts'
import { firstItem } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { idCandidates } from '../identity/identity.ts'
import { formsOf, normalizeName } from '../prose/words.ts'
import { isOwnPath } from '../references/current-user.ts'
import { isArraySchema, isObjectSchema, objectItems } from '../schemas/objects.ts'
import { isSameSchema, isSimilar } from '../schemas/similarity.ts'

/** A part of a body, and the property names that lead to it. */
export interface BodyPart {
  readonly path: readonly string[]
  readonly schema: SchemaNode
}

/** What is known of a collection before its bodies are read. */
export interface CollectionHints {
  /** The last literal segment of its path: `pets`. */
  readonly name: string
  readonly idParameter: string | undefined
  /** The schema of its records, if another body has shown it. */
  readonly record: SchemaNode | undefined
  /** Whether a record is the only item of a list: `{"contacts": [{}]}` for `GET /contacts/3`. */
  readonly isListed?: boolean
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

/** Properties that describe a list and stand beside it in an envelope. */
const metaNames =
  /^(?:total.*|.*count|next.*|prev.*|first.*|last.*|limit|offset|skip|start.*|end.*|page.*|pages|per.?page|size|has.*|more|is.*|meta.*|_?links?|paging|pagination|cursors?|object|href|url|self|kind|type|etag|status|success|ok|message|code|errors?|warnings?|request.*|response.*|included|jsonapi|hydra.*|context|id|facets|aggregations|query|sort.*|order.*|took|time.*|version)$/

/** Finds the array of records in a list response: the body itself, or a property of an envelope, at most two levels deep. */
export function findList(document: Document, body: SchemaNode, hints: CollectionHints): BodyPart | undefined {
  const items = objectItems(document, body)
  if (items) return { path: [], schema: items }
  if (!isObjectSchema(document, body)) return undefined
  const list = listWithin(document, body, hints, 1)
  return list && looksLike(document, body, hints) && !isListOfRecords(document, list, body, hints)
    ? undefined
    : list
}

/** Whether a list is of the records, though its envelope has some of their properties: the `items` and `total` of orders. */
const isListOfRecords = (
  document: Document,
  { schema }: BodyPart,
  body: SchemaNode,
  { record }: CollectionHints,
): boolean =>
  record !== undefined && isSameSchema(document, schema, record) && !isSameSchema(document, body, record)

function looksLike(document: Document, body: SchemaNode, { record }: CollectionHints): boolean {
  return record !== undefined && isSimilar(document, body, record)
}

function listWithin(
  document: Document,
  body: SchemaNode,
  hints: CollectionHints,
  levels: number,
): BodyPart | undefined {
  const known = possiblePropertiesOf(document, body)
  if (hasId(known, hints)) return undefined
  const properties = [...known]
  const arrays = properties.flatMap(([name, schema]) => {
    const items = objectItems(document, schema)
    return items ? [{ path: [name], schema: items }] : []
  })
  const list = bestList(document, arrays, properties, hints)
  return list ?? (levels > 0 ? listBelow(document, properties, hints, levels - 1) : undefined)
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
  // `{errors: [], order: {}}` shows an order, although `order` may also tell that of a list.
  const isOther = (property: string): boolean =>
    isMeta(property) && !formsOf(name).has(normalizeName(property))
  const [lone, ...more] = arrays
  const isLone =
    lone !== undefined &&
    more.length === 0 &&
    !/^(?:errors?|warnings?)$/.test(nameOf(lone)) &&
    properties.every(([other]) => other === lone.path[0] || isOther(other))
  return isLone ? lone : undefined
}

function isMeta(name: string): boolean {
  return metaNames.test(normalizeName(name)) || name.startsWith('_') || name.startsWith('@')
}

/** Finds lists one level down: `{_embedded: {pets: []}}`, `{data: {items: []}}`, `{albums: {items: []}}`. */
function listBelow(
  document: Document,
  properties: readonly (readonly [string, SchemaNode])[],
  hints: CollectionHints,
  levels: number,
): BodyPart | undefined {
  const objects = properties.filter(([, schema]) => isObjectSchema(document, schema))
  const others = properties.filter(([name]) => !isMeta(name) || recordNames.has(normalizeName(name)))
  for (const [name, schema] of objects) {
    const isWrapper =
      recordNames.has(normalizeName(name)) ||
      listNames.has(normalizeName(name)) ||
      normalizeName(name) === 'embedded' ||
      formsOf(hints.name).has(normalizeName(name)) ||
      others.length === 1
    const part = isWrapper && !isPagingOnly(name) ? listWithin(document, schema, hints, levels) : undefined
    if (part) return { path: [name, ...part.path], schema: part.schema }
  }
  return undefined
}

function isPagingOnly(name: string): boolean {
  return /^(?:meta.*|paging|pagination|links?|page)$/.test(normalizeName(name))
}

/**
 * Finds the record in a request or response body: the body itself, or a property of an envelope (`{data: {}}`, `{pet: {}}`), or the
 * first item of a list, if records are shown so.
 */
export function findRecord(
  document: Document,
  body: SchemaNode,
  hints: CollectionHints,
): BodyPart | undefined {
  const isObject = !isArraySchema(document, body) && isObjectSchema(document, body)
  const record = isObject ? recordWithin(document, { path: [], schema: body }, hints, 2) : undefined
  if (hints.isListed !== true || (record && looksLike(document, record.schema, hints))) return record
  const list = findList(document, body, hints)
  return list && looksLike(document, list.schema, hints)
    ? { path: [...list.path, firstItem], schema: list.schema }
    : record
}

function recordWithin(document: Document, part: BodyPart, hints: CollectionHints, levels: number): BodyPart {
  if (looksLike(document, part.schema, hints)) return part
  const properties = possiblePropertiesOf(document, part.schema)
  const objects = [...properties]
    .filter(([, schema]) => isObjectSchema(document, schema))
    .map(([name, schema]) => ({ path: [...part.path, name], schema }))
  const alike = objects.filter(({ schema }) => looksLike(document, schema, hints))
  const { record } = hints
  const same = record && alike.find(({ schema }) => isSameSchema(document, schema, record))
  const best = same ?? alike.find((object) => isNamedAsRecord(object, hints)) ?? alike[0]
  if (best) return best
  if (levels === 0 || hasId(properties, hints)) return part
  const wrapped = objects.find((object) => isNamedAsRecord(object, hints))
  return wrapped ? recordWithin(document, wrapped, hints, levels - 1) : part
}

function hasId(properties: ReadonlyMap<string, SchemaNode>, hints: CollectionHints): boolean {
  return idCandidates(hints, properties).length > 0
}

function isNamedAsRecord({ path }: BodyPart, { name }: CollectionHints): boolean {
  return isRecordName(path.at(-1) ?? '', name)
}

/** Whether a property of an envelope is named like a record of the collection: `data`, or `pet` for `/pets`, or `user` for `/me`. */
export function isRecordName(property: string, collection: string): boolean {
  const name = normalizeName(property)
  const isUser = /^(?:user|account|profile)$/.test(name) && isOwnPath(`/${collection}`)
  return isUser || recordNames.has(name) || formsOf(collection).has(name)
}

/** Whether a property of an envelope is named like a list of the collection: `items`, or `pets` for `/pets`. */
export function isListName(property: string, collection: string): boolean {
  return listNames.has(normalizeName(property)) || formsOf(collection).has(normalizeName(property))
}
