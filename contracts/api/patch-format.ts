import type { MediaType, Operation, SchemaNode } from '../../spec/document.ts'
import { isJsonPatch, isMergePatch } from '../../spec/http/media-type.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import { perObject } from '../../spec/util/memo.ts'
import { bodyType, type Api } from './api.ts'

/** A body that says what to do with a record instead of showing it. */
export interface PatchFormat {
  readonly mediaType: MediaType
  /**
   * A JSON Patch (RFC 6902); the list of a SCIM request (RFC 7644 §3.5.2), whose paths are names of attributes; or a merge patch
   * (RFC 7396) that no schema describes.
   */
  readonly kind: 'json-patch' | 'attributes' | 'merge-patch'
  /** The property with the list of operations; undefined if the body is the list. */
  readonly list: string | undefined
}

/** The format of the operations in the body that the runner sends to an operation; undefined if it is a record. */
export const patchFormatOf = (api: Api, operation: Operation): PatchFormat | undefined =>
  formats(api)(operation)

const formats = perObject((api: Api) =>
  perObject((operation: Operation): PatchFormat | undefined => {
    const mediaType = bodyType(operation)
    return mediaType && operationsFormat(api, mediaType)
  }),
)

/** The format of a body that lists operations; undefined for any other. */
export function operationsFormat(api: Api, mediaType: MediaType): PatchFormat | undefined {
  const { schema, type } = mediaType
  if (isJsonPatch(type)) return { mediaType, kind: 'json-patch', list: undefined }
  if (!schema || isMergePatch(type)) return undefined
  if (hasOperations(api, schema)) return { mediaType, kind: 'json-patch', list: undefined }
  const properties = [...possiblePropertiesOf(api.document, schema)]
  const [list, ...others] = properties.filter(([, node]) => hasOperations(api, node))
  return list && others.length === 0 && properties.length <= mostInEnvelope
    ? { mediaType, kind: 'attributes', list: list[0] }
    : undefined
}

/** With more properties, a body is a record of which one is changed by operations; SCIM has `schemas` beside the list. */
const mostInEnvelope = 3

/** Whether the items of a list each have a path and one of the operations that JSON Patch and SCIM share. */
function hasOperations({ document }: Api, schema: SchemaNode): boolean {
  const item = itemsOf(document, schema)
  const properties = item && possiblePropertiesOf(document, item)
  const op = properties?.get('op')
  const known = op
    ? enumValues(document, op).map((each) => (typeof each === 'string' ? each.toLowerCase() : each))
    : []
  return (
    properties?.has('path') === true && ['add', 'remove', 'replace'].every((each) => known.includes(each))
  )
}

/** The operations in a body. */
function operationsIn({ list }: PatchFormat, body: Json | undefined): readonly JsonObject[] {
  const found = list === undefined ? body : isJsonObject(body) ? body[list] : undefined
  return found !== undefined && isArray(found) ? found.filter((each) => isJsonObject(each)) : []
}

/** The attributes of the record that operations name, with the values of those that are replaced as a whole. */
export function patchedBy(
  format: PatchFormat,
  body: Json | undefined,
): ReadonlyMap<string, Json | undefined> {
  const patched = new Map<string, Json | undefined>()
  for (const { op, path, value } of operationsIn(format, body)) {
    const isReplaced = typeof op === 'string' && op.toLowerCase() === 'replace'
    if (typeof path !== 'string') {
      for (const [name, each] of Object.entries(isJsonObject(value) ? value : {}))
        patched.set(name, isPlain(each) ? each : undefined)
      continue
    }
    const [name = '', ...rest] = format.kind === 'json-patch' ? path.split('/').slice(1) : path.split(/[.[]/)
    patched.set(name, isReplaced && rest.length === 0 && isPlain(value) ? value : undefined)
  }
  return patched
}

const isPlain = (value: Json | undefined): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
