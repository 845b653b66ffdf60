import { responseFor } from '../../../spec/document.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { encodeParameters } from '../../../spec/parameters/encode-parameters.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { Outcome } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import type { CrudOptions } from '../options.ts'
import { present } from './record-response.ts'
import { isUrlSchema } from './success-media.ts'

/** Returns the path of a record, or its URL if the document declares `Location` as one. */
type Locate = (context: Pick<RequestContext, 'request' | 'scope'>, id: Id) => string

const locates = new WeakMap<Endpoint, ReturnType<typeof createLocate>>()

/** The response with a new record, and with its location if the document declares one. */
export function presentNew(
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject,
  status: number,
  id: Id,
): MaybePromise<Outcome> {
  if (!locates.has(endpoint)) locates.set(endpoint, createLocate(endpoint))
  return present(endpoint, context, record, status, { id, location: locates.get(endpoint)?.(context, id) })
}

/**
 * Locates records by the operation that reads one, otherwise by another operation on a single record. Undefined if there is no
 * such operation, or if the response is not about the new record: a 202 with other content may link to something else, such
 * as a status monitor (RFC 9110 §15.3.3).
 */
function createLocate({
  options,
  resource,
  operation,
  declared,
}: Endpoint): ((context: RequestContext, id: Id) => string) | undefined {
  const isCreated = declares(declared, 201)
  const response = responseFor(declared, isCreated ? 201 : operation.status)
  const header = response?.headers.find(({ name }) => /^location$/i.test(name))
  const isAboutRecord = operation.responsePath !== undefined || response?.content.length === 0
  if (!isCreated && !(header && isAboutRecord)) return undefined
  const locate = createPathOf(options, resource)
  const isUrl = header?.schema !== undefined && isUrlSchema(options.document, header.schema)
  return isUrl && locate ? (context, id) => context.serverUrl() + locate(context, id) : locate
}

/** Returns what makes the path of a record by its id; undefined if there is no operation on single records. */
export function createPathOf({ byId }: CrudOptions, resource: Resource): Locate | undefined {
  const candidates = resource.operations.filter(({ within }) => within.length === 0)
  const items = candidates.flatMap(({ role, operationId, idParameter, scope }) => {
    const operation = byId.get(operationId)
    return operation && idParameter !== undefined ? [{ role, operation, idParameter, scope }] : []
  })
  const item = items.find(({ role }) => role === 'read') ?? items[0]
  if (!item) return undefined
  const { operation, idParameter, scope: names } = item
  const pathOf = (path: JsonObject): string =>
    encodeParameters(operation.path, operation.parameters, { path }).path
  const [before = '', behind] =
    names.length === 0 ? pathOf({ [idParameter]: placeholder }).split(String(placeholder)) : []
  return ({ request, scope }, id) => {
    if (typeof id === 'number' && behind !== undefined) return `${before}${id}${behind}`
    const scoped = Object.fromEntries(names.map((name, index) => [name, scope[index] ?? '']))
    return pathOf({ ...request.path, ...scoped, [idParameter]: id })
  }
}

/** Stands for the id while the path is encoded, once for all records. */
const placeholder = 8_888_888_888
