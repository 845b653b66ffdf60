import type { Operation, Parameter } from '../../spec/document.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'

const masks = /^(?:update|field)mask$/

/** The parameter that lists the properties to update: `updateMask=title,labels` (google.aip.dev/134). */
export const maskParameter = ({ method, parameters }: Operation): Parameter | undefined =>
  method === 'PATCH'
    ? parameters.find(({ in: place, name }) => place === 'query' && masks.test(normalizeName(name)))
    : undefined

/** Whether a `name` is that of the resource, by its path, `zones/4/lamps/7` (google.aip.dev/122), and not one that clients give it. */
const isResourceName = ({ path }: Operation, value: Json | undefined): boolean =>
  parameterNames(path).some((each) => /(?:^|\.)name$/.test(each)) ||
  (typeof value === 'string' && value.includes('/'))

/**
 * The query with a field mask of the body's properties except `etag` and the name of the resource; unchanged when the operation takes
 * none.
 */
export function withMask(operation: Operation, query: JsonObject, body: Json | undefined): JsonObject {
  const mask = maskParameter(operation)
  if (!mask || Object.hasOwn(query, mask.name) || body === undefined || !isJsonObject(body)) return query
  const names = Object.keys(body).filter((name) =>
    name === 'name' ? !isResourceName(operation, body[name]) : !/^e-?tag$/i.test(name),
  )
  return names.length === 0 ? query : { ...query, [mask.name]: names.join(',') }
}
