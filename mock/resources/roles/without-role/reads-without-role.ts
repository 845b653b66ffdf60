import type { Operation } from '../../../../spec/document.ts'
import { isTextual } from '../../../../spec/http/media-type.ts'
import { isRedirect } from '../../../../spec/inference/records/redirect-target.ts'
import { isDownload } from '../../../../spec/inference/uploads/uploads.ts'
import type { Behaviour } from '../../../behaviour.ts'
import { after } from '../../../maybe-promise.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { listBeside } from '../../lists/list-beside.ts'
import { loadedOnce, next } from '../../loaded-once.ts'
import type { CrudOptions } from '../../options.ts'
import { belowRecord } from '../../refusals/below-record.ts'
import { listedAt, operationsAt, resourceAbove, resourceAt } from '../../resource-index.ts'
import { otherReadBehaviour } from './other-reads.ts'

/** The behaviour of a list of what belongs to the current user. Loaded for such paths only: `GET /me/tasks`. */
export function aboutOwn(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
  otherwise: Behaviour | undefined,
): Behaviour | undefined {
  if (operation.method !== 'GET' || !/\/(?:me|my)\/[^/{}]+$/.test(operation.path)) return otherwise
  return loadedOnce(
    async () =>
      (await import('../../lists/own-list.ts')).ownListWithoutRole(options, operation, behaviourOf) ??
      otherwise ??
      next,
  )
}

/**
 * Wraps the behaviour of an operation below a record that is no resource itself, `/patients/{id}/summary`: the response gets the id of
 * the record, what else it shows of it, and its counts. What this needs is loaded with the first request, since most documents have no such operation.
 */
export function aboutRecord(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const above = operation.method === 'DELETE' ? undefined : resourceAbove(options.model, operation.path)
  if (!above) return behaviour
  const answered = behaviour ?? next
  return loadedOnce(async () => {
    const { createSummarize } = await import('./record-summary.ts')
    const summarize = createSummarize(options, operation, above)
    return (context) => after(answered(context), (outcome) => summarize(outcome, context))
  })
}

/** The behaviour of an upload to a path below a record, or of a deletion there. Loaded where files are downloaded there only. */
export function aboutFileBelow(options: CrudOptions, operation: Operation): Behaviour | undefined {
  const { method, path } = operation
  const above = /^(?:PUT|POST|DELETE)$/.test(method) ? resourceAt(options.model, path) : undefined
  if (!above || !operationsAt(options, path).some((each) => isDownload(options.document, each)))
    return undefined
  const otherwise = belowRecord(options.model, operation) ?? next
  return loadedOnce(
    async () =>
      (await import('../../uploads/file-below.ts')).fileBehaviour(options, operation, above, otherwise) ??
      otherwise,
  )
}

/** The behaviour of a GET that responds with the file of a record. Loaded for such media types only. */
export function aboutFile(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour | undefined,
): Behaviour | undefined {
  const above = operation.method === 'GET' ? resourceAt(options.model, operation.path) : undefined
  const isFile = operation.responses.some(
    ({ status, content }) => status.startsWith('2') && content.some(({ type }) => !isTextual(type)),
  )
  if (!above || !isFile) return behaviour
  const otherwise = behaviour ?? next
  return loadedOnce(async () => {
    const { downloadBehaviour } = await import('../../uploads/download.ts')
    return downloadBehaviour(options, operation, above, otherwise) ?? otherwise
  })
}

/** The behaviour of a GET that reads a record by another key than its id, or the latest one: `GET /users/by-email`, `GET /readings/latest`. */
export const aboutOtherRead = (
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined =>
  operation.method === 'GET' &&
  /\/(?:\{[^/]*\}|latest|last|newest|most-?recent|(?:\w*by|find|look-?up)[^/]*)$/i.test(operation.path)
    ? otherReadBehaviour(options, operation, behaviourOf)
    : undefined

/** The behaviour of a GET that redirects to where a record points. Loaded for redirections only. */
export function aboutRedirect(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  if (!isRedirect(operation) || !operation.path.includes('{')) return undefined
  return loadedOnce(
    async () => (await import('./redirect.ts')).redirectBehaviour(options, operation, behaviourOf) ?? next,
  )
}

/**
 * What serves lists at paths with such names: a search across records, and what is free, overdue or upcoming, `GET /rooms/available`.
 */
const named = [
  [
    /^\/(?:[^{}]*\/)?(?:search|find|lookup)(?:\.json)?$/i,
    async () => (await import('./search-across.ts')).searchBehaviour,
  ],
  [
    /\/(?:available|availability|free|vacant|overdue|expired|upcoming|past)$/i,
    async () => (await import('../../lists/free-records.ts')).freeList,
  ],
] as const

/** The behaviour of a list at a path of its own. Loaded for paths named so only. */
export function aboutNamed(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const load = operation.method === 'GET' ? named.find(([name]) => name.test(operation.path))?.[1] : undefined
  return load && loadedOnce(async () => (await load())(options, operation, behaviourOf) ?? next)
}

/** The behaviour of a deprecated list that another one replaces. Loaded for deprecated operations with a description only. */
export function aboutReplaced(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path, lifecycle, description } = operation
  if (method !== 'GET' || path.includes('{') || !lifecycle.deprecated || description === undefined)
    return undefined
  return loadedOnce(
    async () => (await import('./replaced-list.ts')).replacedList(options, operation, behaviourOf) ?? next,
  )
}

const trashName = /\/(?:trash|trashed|deleted|bin|recycle|recently)[^/{}]*$/i

/** The behaviour of an operation on deleted records: `GET /trash`. Loaded for operations with such paths only. */
export function aboutTrash(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  if (!trashName.test(operation.path)) return undefined
  return loadedOnce(
    async () => (await import('./trash.ts')).trashBehaviour(options, operation, behaviourOf) ?? next,
  )
}

/** The behaviour of a GET that responds with the records of a list as CSV. Loaded for such responses only. */
export function aboutCsv(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const success = operation.responses.find(({ status }) => status.startsWith('2'))
  const types = success?.content.map(({ type }) => type) ?? []
  const isCsv = types.length > 0 && types.every((type) => /^text\/csv\b/i.test(type))
  const isBesideList = listedAt(options.model, listBeside(operation.path)) !== undefined
  if (operation.method !== 'GET' || !isCsv || !isBesideList) return undefined
  return loadedOnce(
    async () => (await import('./export-csv.ts')).csvBehaviour(options, operation, behaviourOf) ?? next,
  )
}
