import { pathParameter, type Document, type Operation, type SchemaNode } from '../document.ts'
import { requestSchema, responseSchema } from '../inference/bodies/content.ts'
import { findList, findRecord } from '../inference/bodies/envelope.ts'
import { idCandidates } from '../inference/identity/identity.ts'
import { singular, singularWordsOf, wordsOf } from '../inference/prose/words.ts'
import { appendPointer } from '../json/pointer.ts'
import { operationsOf } from '../operations.ts'
import { lastPart, pathAbove } from '../routing/path-template.ts'
import { possiblePropertiesOf, propertyAt } from '../schemas/properties.ts'
import { partsOf, resolveRef, subschema } from '../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../schemas/types.ts'
import { groupsOf, sentBy, type Group } from './groups.ts'
import { linkKeyword } from './link-name.ts'
import { rewrite, type Edit } from './rewrite.ts'

/** Records with links by name, as HAL has them (draft-kelly-json-hal-11 §4.1.1): `_links.author.href`. */
interface Linked {
  readonly group: Group
  readonly read: Operation
  readonly record: SchemaNode
  /** What the path has as id. */
  readonly id: SchemaNode
}

/** What a GET below the path of a record shows. */
interface Association {
  readonly name: string
  readonly of: Linked
  readonly target: Linked
  readonly isMany: boolean
}

/**
 * Adds to records what only their links tell: ids, and the ids of others that are read below them. Links that may have any names get those
 * of what they lead to. These properties are guesses to serve a mock with, which shows the links in their place.
 */
export function describeLinked(document: Document): Document {
  const { operations } = operationsOf(document)
  const linked = groupsOf(operations).flatMap((group) => linkedIn(document, group) ?? [])
  if (linked.length === 0) return document
  const associations = associationsAmong(document, operations, linked)
  return rewrite(document, [
    ...linked.flatMap((each) => {
      const own = associations.filter(({ of }) => of === each)
      return describeRecord(document, each, own)
    }),
    ...associations.flatMap((each) => describeAssociation(document, operations, each, associations)),
    ...operations.flatMap((operation) => describePages(document, operation)),
  ])
}

function linkedIn(document: Document, group: Group): Linked | undefined {
  const { read, subject } = group
  const body = read && responseSchema(read)
  const id = read && pathParameter(read, subject.idParameter)?.schema
  const shown = body && findRecord(document, body, subject)?.schema
  const record = shown && resolveRef(document, shown)
  return id && record && hasOpenLinks(document, record) ? { group, read, record, id } : undefined
}

/** Whether an object has links by any names, each of them an object with `href`. */
function hasOpenLinks(document: Document, node: SchemaNode): boolean {
  const links = propertyAt(document, node, ['_links'])
  const parts = links ? partsOf(document, links, ['allOf']) : []
  const link = parts.flatMap((part) => subschema(part, 'additionalProperties') ?? [])[0]
  return link !== undefined && propertyAt(document, link, ['href']) !== undefined
}

function associationsAmong(
  document: Document,
  operations: readonly Operation[],
  linked: readonly Linked[],
): readonly Association[] {
  const byRecord = new Map(linked.map((each) => [each.record.pointer, each]))
  const byPath = new Map(linked.map((each) => [each.read.path, each]))
  return operations.flatMap((operation) => {
    const [name, of, body] = [
      lastPart(operation.path),
      byPath.get(pathAbove(operation.path)),
      responseSchema(operation),
    ]
    if (operation.method !== 'GET' || !of || !body || name.includes('{')) return []
    const hints = { name, idParameter: undefined, record: undefined }
    const list = findList(document, body, hints)
    const shown = list ?? findRecord(document, body, hints)
    const target = shown && byRecord.get(resolveRef(document, shown.schema).pointer)
    return target ? [{ name, of, target, isMany: list !== undefined }] : []
  })
}

const url = { type: 'object', properties: { href: { type: 'string', format: 'uri' } }, required: ['href'] }

const linksNamed = (names: readonly string[], required: readonly string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, url])),
  required,
  additionalProperties: false,
})

/** The id of a record that has none, and the names of its links. */
function describeRecord(
  document: Document,
  { group, record, id }: Linked,
  associations: readonly Association[],
): readonly Edit[] {
  const names = ['self', ...associations.map(({ name }) => name)]
  const isIdentified = idCandidates(group.subject, possiblePropertiesOf(document, record)).length > 0
  const properties = appendPointer(record.pointer, 'properties')
  return [
    { pointer: appendPointer(properties, '_links'), value: linksNamed(names, names) },
    ...(isIdentified ? [] : [{ pointer: appendPointer(properties, '_id'), value: idOf(id) }]),
  ]
}

const idOf = ({ pointer }: SchemaNode): object => ({
  allOf: [{ $ref: pointer }],
  readOnly: true,
  [linkKeyword]: 'self',
})

/** The ids of records, which other records may have or not. */
function reference(document: Document, { id, group }: Linked, link: string): object {
  const { schema } = resolveRef(document, id)
  const description = `The ID of the ${singularWordsOf(group.subject.name)}.`
  const type = isNumeric(typesOf(document, id)) ? 'integer' : 'string'
  const nullable = document.version === '3.0' ? { type, nullable: true } : { type: [type, 'null'] }
  return { ...(typeof schema === 'object' && schema), ...nullable, description, [linkKeyword]: link }
}

/** The ids of the records that one refers to, unless it is those that refer to it. */
function describeAssociation(
  document: Document,
  operations: readonly Operation[],
  { name, of, target, isMany }: Association,
  all: readonly Association[],
): readonly Edit[] {
  const isShownBack = all.some((other) => other.of === target && other.target === of && !other.isMany)
  if (isMany && isShownBack) return []
  const noun = wordsOf(isMany ? singular(name) : name).join('_')
  const one = reference(document, target, name)
  const schema = isMany ? { type: 'array', items: one, [linkKeyword]: name } : one
  const property = { name: isMany ? `_${noun}_ids` : `_${noun}_id`, schema }
  const { create, changes } = of.group
  const sent = [create, ...changes].flatMap((each) => (each && sentBy(document, each, of.group)) ?? [])
  return [
    ...[of.record, ...sent.map((node) => resolveRef(document, node))].map(({ pointer }) => ({
      pointer: [pointer, 'properties', property.name].reduce((at, token) => appendPointer(at, token)),
      value: property.schema,
    })),
    ...operations
      .filter(({ method, path }) => /^(?:PUT|PATCH|POST)$/.test(method) && path === `${of.read.path}/${name}`)
      .map((operation) => ({
        pointer: `${operation.pointer}/requestBody/content`,
        value: linkage(target.id, isMany, requestSchema(operation)),
      })),
  ]
}

/** URIs, one a line (RFC 2483 §5), or JSON as it is declared. */
function linkage({ pointer }: SchemaNode, isMany: boolean, declared: SchemaNode | undefined): object {
  const one = { type: 'object', properties: { type: { type: 'string' }, id: { $ref: pointer } } }
  const data = isMany ? { type: 'array', items: one } : one
  return {
    'application/json': {
      schema: { properties: { data }, ...(declared && { allOf: [declared.schema] }) },
    },
    'text/uri-list': { schema: { type: 'string' } },
  }
}

const pages = ['self', 'first', 'prev', 'next', 'last']

/** The names of the links of a list. */
function describePages(document: Document, operation: Operation): readonly Edit[] {
  const body = responseSchema(operation)
  const hints = { name: lastPart(operation.path), idParameter: undefined, record: undefined }
  if (!body || !hasOpenLinks(document, body) || !findList(document, body, hints)) return []
  const isPaged = possiblePropertiesOf(document, body).has('page')
  const pointer = `${resolveRef(document, body).pointer}/properties/_links`
  return [{ pointer, value: linksNamed(isPaged ? pages : ['self'], ['self']) }]
}
