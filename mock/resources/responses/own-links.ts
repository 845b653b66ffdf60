import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { isArray, isJsonObject, memberAt, type Json } from '../../../spec/json.ts'
import { hasFlag, itemOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { formatOf, typesOf } from '../../../spec/schemas/types.ts'
import { idOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import { createPathOf } from './location.ts'
import type { Shape } from './shape.ts'

/** Where records may have the URL by which they are read. */
const places = [
  ['_links', 'self', 'href'],
  ['links', 'self', 'href'],
  ['_links', 'self'],
  ['links', 'self'],
  ['url'],
] as const

/** The names that lead from a record to its own URL; undefined if it has none. */
function placeIn(document: Document, record: SchemaNode): readonly string[] | undefined {
  return places.find((path) => {
    const node = propertyAt(document, record, path)
    if (!node || !typesOf(document, node).has('string')) return false
    // Clients may set other URLs, and those of files come after what they are about.
    const [first] = possiblePropertiesOf(document, record).keys()
    return (
      path.length > 1 ||
      (first === 'url' && hasFlag(document, node, 'readOnly') && formatOf(document, node) === 'uri')
    )
  })
}

/** Gives the records in a response the URLs by which they are read. Undefined if they show none. */
export function createOwnLinks(options: CrudOptions, operation: Operation): Shape | undefined {
  const { document, model } = options
  const { resource, operation: role } = model.roles.get(operation.id) ?? {}
  const body = responseSchema(operation)
  const path = role?.responsePath
  const shown = body && path && propertyAt(document, body, path)
  const place = shown && placeIn(document, itemOf(document, shown))
  const locate = place && resource && createPathOf(options, resource)
  const { idProperty } = resource ?? {}
  if (!path || !role || !place || !locate || idProperty === undefined) return undefined
  return (outcome, context) => {
    const { body: given } = outcome
    const value = given === undefined ? undefined : memberAt(given, path)
    if (given === undefined || value === undefined) return outcome
    const scope = role.scope.map((name) => idOf(context.request.path[name]) ?? '')
    const linked = (record: Json): Json => {
      const id = isJsonObject(record) ? idOf(record[idProperty]) : undefined
      return id === undefined
        ? record
        : withMember(record, { path: place, value: context.serverUrl() + locate({ ...context, scope }, id) })
    }
    const all = isArray(value) ? value.map(linked) : linked(value)
    return { ...outcome, body: withMember(given, { path, value: all }) }
  }
}
