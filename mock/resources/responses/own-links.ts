import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { findList, findRecord } from '../../../spec/inference/bodies/envelope.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { shownRecord, type Resource } from '../../../spec/resources.ts'
import { hasFlag, itemOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { formatOf, typesOf } from '../../../spec/schemas/types.ts'
import { linkNameOf } from '../../../spec/undescribed/link-name.ts'
import { idOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import { operationsAt } from '../resource-index.ts'
import { createPathOf } from './location.ts'
import type { Shape } from './shape.ts'

/** A link of a record: the names that lead to it, and what its URL has after that of the record. */
interface Link {
  readonly path: readonly string[]
  readonly below: string
  /** Whether clients may have set it to something else. */
  readonly isSettable?: boolean
  /** Whether it begins with the path. */
  readonly isRelative?: boolean
}

/** The links of records to themselves, and to what is read at the paths below theirs. */
function linksIn(options: CrudOptions, record: SchemaNode, { itemPath = '' }: Resource): readonly Link[] {
  const { document } = options
  const properties = possiblePropertiesOf(document, record)
  const links = ['_links', 'links'].flatMap((holder) => {
    const node = properties.get(holder)
    const names = node ? [...possiblePropertiesOf(document, node).keys()] : []
    return names.flatMap((name): readonly Link[] => {
      const below = name === 'self' ? '' : `/${name}`
      const isRead = operationsAt(options, itemPath + below).some(({ method }) => method === 'GET')
      const path = [
        [holder, name, 'href'],
        [holder, name],
      ].find((each) => isText(document, record, each))
      return path && (isRead || below === '') ? [{ path, below }] : []
    })
  })
  if (isText(document, record, ['meta', 'location'])) links.push({ path: ['meta', 'location'], below: '' })
  for (const name of ['selfLink', 'self_link'])
    if (isText(document, record, [name])) links.push({ path: [name], below: '', isSettable: true })
  for (const [name, node] of properties)
    if (relative.test(schemaDescription(document, node)) && isText(document, record, [name]))
      // The format `uri` takes absolute ones only (RFC 3986 §4.3).
      links.push({ path: [name], below: '', isRelative: formatOf(document, node) !== 'uri' })
  // Clients may set other URLs, and those of files come after what they are about.
  const [[first] = []] = properties
  const url = properties.get('url')
  const isOfRecord =
    first === 'url' ||
    (url &&
      schemaDescription(document, url) === '' &&
      ![...properties.keys()].some((name) => ofFiles.test(name)))
  const isOwn = isOfRecord && url && hasFlag(document, url, 'readOnly') && formatOf(document, url) === 'uri'
  return isOwn ? [...links, { path: ['url'], below: '' }] : links
}

/** Names of what files have. */
const ofFiles = /^(?:file|mime|content_?type|size|width|height|image|thumb|video|audio|download|html_url)/i

/** "The URI of the message, relative to the server". */
const relative = /^(?:the )?ur[il] of (?:the|this) [\w ]+, relative to\b/i

function isText(document: Document, record: SchemaNode, path: readonly string[]): boolean {
  const node = propertyAt(document, record, path)
  return node !== undefined && typesOf(document, node).has('string')
}

/** The records in a response: their resource, where they are, and the path parameters with their scope. */
interface Shown {
  readonly resource: Resource
  readonly path: readonly string[]
  readonly scope: readonly string[]
}

function shownBy({ document, model }: CrudOptions, operation: Operation): Shown | undefined {
  const { resource, operation: role } = model.roles.get(operation.id) ?? {}
  if (resource && role) return role.responsePath && { resource, path: role.responsePath, scope: role.scope }
  const body = responseSchema(operation)
  if (!body) return undefined
  const [found] = model.resources.flatMap((each): readonly Shown[] => {
    const record = shownRecord(each)
    const hints = { name: lastSegment(each.name), idParameter: undefined, record }
    const parts = [findList(document, body, hints), findRecord(document, body, hints)]
    const part = parts.find((part) => part && isSameSchema(document, part.schema, record))
    return part && each.scope.length === 0 ? [{ resource: each, path: part.path, scope: [] }] : []
  })
  return found
}

/** Gives the records in a response the URLs by which they are read, in place of what only these tell. Undefined if they show none. */
export function createOwnLinks(options: CrudOptions, operation: Operation): Shape | undefined {
  const { document } = options
  const { resource, path, scope: names } = shownBy(options, operation) ?? {}
  const shown = path && propertyAt(document, responseSchema(operation), path)
  const record = shown && itemOf(document, shown)
  const links = record && resource ? linksIn(options, record, resource) : []
  const locate = resource && createPathOf(options, resource)
  const { idProperty } = resource ?? {}
  if (!path || !record || !names || links.length === 0 || !locate || idProperty === undefined)
    return undefined
  const hidden = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    linkNameOf(node) === undefined ? [] : [name],
  )
  return (outcome, context) => {
    const { body: given } = outcome
    const value = given === undefined ? undefined : memberAt(given, path)
    if (given === undefined || value === undefined) return outcome
    const scope = names.map((name) => idOf(context.request.path[name]) ?? '')
    const linked = (each: Json): Json => {
      const id = isJsonObject(each) ? idOf(each[idProperty]) : undefined
      if (!isJsonObject(each) || id === undefined) return each
      const place = locate({ ...context, scope }, id)
      return links.reduce<Json>(
        (record, { path, below, isSettable, isRelative }) =>
          isSettable === true && memberAt(record, path) !== undefined
            ? record
            : withMember(record, { path, value: (isRelative ? '' : context.serverUrl()) + place + below }),
        without(each, hidden),
      )
    }
    const all = isArray(value) ? value.map(linked) : linked(value)
    return { ...outcome, body: withMember(given, { path, value: all }) }
  }
}

const without = (record: JsonObject, names: readonly string[]): JsonObject =>
  names.length === 0
    ? record
    : Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
