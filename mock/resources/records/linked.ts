import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { isArray, isJsonObject, memberAt, type Json } from '../../../spec/json.ts'
import { type RequestValues } from '../../../spec/request.ts'
import { itemOf, itemsOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { linkNameOf } from '../../../spec/undescribed/link-name.ts'
import { decodePercent } from '../../../spec/util/percent-encoding.ts'
import type { Wrap } from '../options.ts'

type Body = RequestValues['body']

/** Creates what lets clients refer to records by their URIs: behaviours get the ids, which are the last segments of these. */
export const createLinking =
  (document: Document): Wrap =>
  (operation, behaviour) => {
    const read = takesUris(operation) ? linkageIn(document, operation) : idsIn(document, operation)
    if (!read) return behaviour
    return (context) => {
      const { request } = context
      return behaviour({ ...context, request: { ...request, body: read(request.body) } })
    }
  }

const takesUris = ({ requestBody }: Operation): boolean =>
  requestBody?.content.some(({ type }) => type === 'text/uri-list') === true

/** Reads URIs, one a line (RFC 2483 §5) or as HAL links, as linkage. */
function linkageIn(document: Document, operation: Operation): ((body: Body) => Body) | undefined {
  const data = propertyAt(document, requestSchema(operation), ['data'])
  if (!data) return undefined
  const isMany = itemsOf(document, data) !== undefined
  const idIn = idReader(document, propertyAt(document, itemOf(document, data), ['id']))
  return (body) => {
    if (body instanceof Uint8Array) return body
    const links = isJsonObject(body) ? body['_links'] : undefined
    const uris =
      typeof body === 'string'
        ? body.split(/\s+/).filter((line) => line !== '' && !line.startsWith('#'))
        : isJsonObject(links)
          ? Object.values(links).map((link) => memberAt(link, ['href']) ?? null)
          : undefined
    const linkage = uris?.map((uri) => ({ id: idIn(uri) }))
    return linkage ? { data: isMany ? linkage : (linkage[0] ?? null) } : body
  }
}

/** Reads URIs that a record has under the names of its links. */
function idsIn(document: Document, operation: Operation): ((body: Body) => Body) | undefined {
  const schema = requestSchema(operation)
  const links = [...(schema ? possiblePropertiesOf(document, schema) : [])].flatMap(([property, node]) => {
    const name = linkNameOf(node)
    return name === undefined
      ? []
      : [[name, { property, idIn: idReader(document, itemOf(document, node)) }] as const]
  })
  if (links.length === 0) return undefined
  const properties = new Map(links)
  return (body) => {
    if (body instanceof Uint8Array || !isJsonObject(body)) return body
    return Object.fromEntries(
      Object.entries(body).map(([name, value]): readonly [string, Json] => {
        const link = properties.get(name)
        if (!link) return [name, value]
        return [link.property, isArray(value) ? value.map(link.idIn) : link.idIn(value)]
      }),
    )
  }
}

/** Returns what reads the id at the end of a URI. */
function idReader(document: Document, node: SchemaNode | undefined): (uri: Json) => Json {
  const isNumber = node !== undefined && isNumeric(typesOf(document, node))
  return (uri) => {
    const [, id] = typeof uri === 'string' ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(uri) ?? []) : []
    if (id === undefined) return uri
    return isNumber && /^\d+$/.test(id) ? Number(id) : (decodePercent(id) ?? id)
  }
}
