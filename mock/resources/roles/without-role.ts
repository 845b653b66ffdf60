import type { Operation } from '../../../spec/document.ts'
import { isSafe } from '../../../spec/http.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Behaviour } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import type { createCrud } from '../crud.ts'
import type { Handler } from '../endpoint.ts'
import { loadedOnce, next } from '../loaded-once.ts'
import type { CrudOptions } from '../options.ts'
import { listedAt, resourceAbove } from '../resource-index.ts'

/**
 * Wraps the behaviour of a GET below a record that is no resource itself, `/patients/{id}/summary`: the response gets the id of
 * the record and its counts. What this needs is loaded with the first request, since most documents have no such operation.
 */
export function aboutRecord(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const above = operation.method === 'GET' ? resourceAbove(options.model, operation.path) : undefined
  if (!above) return behaviour
  const answered = behaviour ?? next
  return loadedOnce(async () => {
    const { createSummarize } = await import('./record-summary.ts')
    const summarize = createSummarize(options, operation, above)
    return (context) => after(answered(context), (outcome) => summarize(outcome, context))
  })
}

/**
 * Wraps the behaviour of a GET that reads no record of a collection, such as `GET /stats`, or lists records beside such numbers:
 * those that count records get their values from the store. Loaded with the first request, too.
 */
export function withTotals(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const entry = options.model.roles.get(operation.id)
  const isItem = entry?.resource.kind === 'collection' && entry.operation.role !== 'list'
  const isItemsOnly = entry?.operation.role === 'list' && entry.operation.responsePath?.length !== 1
  if (operation.method !== 'GET' || isItem || isItemsOnly || operation.path.includes('{')) return behaviour
  const answered = behaviour ?? next
  return loadedOnce(async () => {
    const { createSetTotals } = await import('./totals.ts')
    const setTotals = createSetTotals(options, operation)
    return (context) => after(answered(context), (outcome) => setTotals(outcome, context))
  })
}

const wholeList: Handler = async (endpoint, context) =>
  (await import('./whole-list.ts')).handleWholeList(endpoint, context)

/** The behaviour of an action on all records of a list: `POST /messages/mark-all-read`. Loaded for such names and summaries only. */
export function aboutAll(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
  otherwise: Behaviour | undefined,
): Behaviour | undefined {
  if (isSafe(operation.method) || !/all/i.test(`${operation.path} ${operation.summary ?? ''}`))
    return otherwise
  return loadedOnce(
    async () =>
      (await import('./change-all.ts')).allBehaviour(options, operation, behaviourOf) ?? otherwise ?? next,
  )
}

/** The behaviour of an operation without a role on a whole list: `GET /todos/count` or `DELETE /todos`. */
export function aboutList(
  { model }: CrudOptions,
  { id, method, path }: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
): Behaviour | undefined {
  const resource = listedAt(model, listPathOf(method, path))
  const list = resource?.operations.find(({ role, within }) => role === 'list' && within.length === 0)
  if (!resource || !list) return undefined
  return behaviourOf(
    { resource, operation: { ...list, operationId: id, responsePath: undefined } },
    wholeList,
  )
}

function listPathOf(method: Operation['method'], path: string): string {
  if (method === 'DELETE') return path
  return method === 'GET' ? path.replace(/\/count$/, '') : ''
}

/** The behaviour of an operation on several records of a collection: `POST /customers/bulk`. */
export function aboutBatch(
  { model }: CrudOptions,
  { id }: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
): Behaviour | undefined {
  const batch = model.batches.get(id)
  if (!batch) return undefined
  return loadedOnce(async () => (await import('./batch.ts')).batchBehaviour(batch, id, behaviourOf))
}

/** The behaviour of an operation on the references of a record: `POST /articles/{id}/relationships/tags`. */
export function aboutRelationship(
  { model }: CrudOptions,
  { id }: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
): Behaviour | undefined {
  const relationship = model.relationships.get(id)
  if (!relationship) return undefined
  return loadedOnce(async () =>
    (await import('./relationship.ts')).relationshipBehaviour(relationship, id, behaviourOf),
  )
}

/** The behaviour of a GET that responds with the file of a record. Loaded for such media types only. */
export function aboutFile(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const above = operation.method === 'GET' ? resourceAbove(options.model, operation.path) : undefined
  const isFile = operation.responses.some(
    ({ status, content }) =>
      status.startsWith('2') && content.some(({ type }) => !/[/+](?:json|xml)\b|^text\//i.test(type)),
  )
  if (!above || !isFile) return behaviour
  const otherwise = behaviour ?? next
  return loadedOnce(async () => {
    const { downloadBehaviour } = await import('../uploads/download.ts')
    return downloadBehaviour(options, operation, above, otherwise) ?? otherwise
  })
}

/**
 * Wraps the behaviour of an action on a record that may create a record of another resource. Loaded for actions that respond with
 * something else than the record.
 */
export function aboutConversion(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const entry = options.model.roles.get(operation.id)?.operation
  const isAction = !entry || (entry.role === 'action' && entry.responsePath === undefined)
  const source =
    operation.method === 'POST' && isAction ? resourceAbove(options.model, operation.path) : undefined
  if (!source || !responseSchema(operation)) return behaviour
  const otherwise = behaviour ?? next
  return loadedOnce(async () => {
    const { conversionBehaviour } = await import('./convert.ts')
    return conversionBehaviour(options, operation, source, behaviourOf) ?? otherwise
  })
}

/**
 * Wraps the behaviour of an operation that starts work which goes on after the response, or that shows such work. Loaded for
 * operations with 202 and with schemas that may tell whether something is done.
 */
export function aboutWork(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const body = responseSchema(operation)
  const properties = body && possiblePropertiesOf(options.document, body)
  const isAccepted = operation.responses.some(({ status }) => status === '202')
  const isShown = [...(properties?.keys() ?? [])].some((name) =>
    /^(?:done|status|state|data|job|task|operation)$/i.test(name),
  )
  const mayStart = !isSafe(operation.method) && (isAccepted || properties?.has('done') === true)
  const mayShow = operation.method === 'GET' && isShown && !options.model.roles.has(operation.id)
  if (!mayStart && !mayShow) return behaviour
  const otherwise = behaviour ?? next
  return loadedOnce(async () => {
    const { monitorBehaviour, workBehaviour } = await import('./start-work.ts')
    return (mayStart ? workBehaviour : monitorBehaviour)(options, operation, otherwise) ?? otherwise
  })
}

const trashName = /\/(?:trash|trashed|deleted|bin|recycle|recently)[^/{}]*$/i

/** The behaviour of an operation on deleted records: `GET /trash`. Loaded for operations with such paths only. */
export function aboutTrash(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: ReturnType<typeof createCrud>,
): Behaviour | undefined {
  if (!trashName.test(operation.path)) return undefined
  return loadedOnce(
    async () => (await import('./trash.ts')).trashBehaviour(options, operation, behaviourOf) ?? next,
  )
}
