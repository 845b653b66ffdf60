import type { Operation } from '../../../../spec/document.ts'
import { isSafe } from '../../../../spec/http.ts'
import { endsInParameter, pathAbove, shapeOf } from '../../../../spec/routing/path-template.ts'
import type { Behaviour } from '../../../behaviour.ts'
import { declares } from '../../../http/declares.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { loadedOnce, next } from '../../loaded-once.ts'
import type { CrudOptions } from '../../options.ts'
import { listedAt, operationsAt, resourceAbove } from '../../resource-index.ts'

/** The behaviour of an action on the record with the token in the body. Loaded for paths below a list only: `/invitations/accept`. */
export function aboutKey(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path, requestBody } = operation
  const isBelowList = listedAt(options.model, pathAbove(path)) !== undefined
  if (method !== 'POST' || !requestBody || endsInParameter(path) || !isBelowList) return undefined
  return loadedOnce(
    async () =>
      (await import('../../actions/act-by-key.ts')).behaviourByKey(options, operation, behaviourOf) ?? next,
  )
}

/** The behaviour of an action on all records of a list: `POST /messages/mark-all-read`. Loaded for such names and summaries only. */
export function aboutAll(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
  otherwise: Behaviour | undefined,
): Behaviour | undefined {
  if (isSafe(operation.method) || !/all/i.test(`${operation.path} ${operation.summary ?? ''}`))
    return otherwise
  return loadedOnce(
    async () =>
      (await import('../../actions/change-all.ts')).allBehaviour(options, operation, behaviourOf) ??
      otherwise ??
      next,
  )
}

/** The behaviour of a write that takes the ids of records in their new order. Loaded for such names only: `PUT /albums/{id}/tracks/order`. */
export function aboutOrder(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { method, path, requestBody } = operation
  if (isSafe(method) || !requestBody || !/\/(?:re-?)?(?:order|sort)(?:ing)?$/i.test(path)) return undefined
  return loadedOnce(
    async () => (await import('../reorder.ts')).orderBehaviour(options, operation, behaviourOf) ?? next,
  )
}

/**
 * The behaviour of an operation on one item of a list in a record, `DELETE /carts/{id}/items/{lineId}`, or of a POST that responds with a
 * new one.
 */
export function aboutItem(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
  otherwise: Behaviour | undefined,
): Behaviour | undefined {
  const { path, method, requestBody } = operation
  const isItem = endsInParameter(path)
  const owner = isItem || (method === 'POST' && requestBody) ? resourceAbove(options.model, path) : undefined
  const levels = shapeOf(path).split('/').length - shapeOf(owner?.itemPath ?? '').split('/').length
  if (!owner || levels !== (isItem ? 2 : 1)) return otherwise
  return loadedOnce(async () => {
    const { itemBehaviour, newItemBehaviour } = await import('./listed-item.ts')
    const behaviour = isItem ? itemBehaviour : newItemBehaviour
    return behaviour(options, operation, owner, behaviourOf) ?? otherwise ?? next
  })
}

/** The behaviour of an operation at a path that is only put, deleted, and asked for without content: `/user/starred/{owner}/{repo}`. */
export function aboutPresence(
  options: CrudOptions,
  operation: Operation,
  otherwise: Behaviour | undefined,
): Behaviour | undefined {
  const group = operationsAt(options, operation.path)
  const [get, put, removal] = ['GET', 'PUT', 'DELETE'].map((name) =>
    group.find(({ method }) => method === name),
  )
  const isSilent =
    get !== undefined &&
    declares(get, 404) &&
    get.responses.every(
      ({ status, content }) => !status.startsWith('2') || status === '204' || content.length === 0,
    )
  if (!isSilent || !put || !removal || ![get, put, removal].includes(operation)) return otherwise
  return loadedOnce(async () =>
    (await import('./presence.ts')).presenceBehaviour(operation, otherwise ?? next),
  )
}

/** The behaviour of an operation on an element of an array by its index. Loaded for paths that end in parameters below a singleton only. */
export function aboutElement(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const base = operation.path.replace(/(?:\/\{[^/]*\})+$/, '')
  const isBelow = options.model.resources.some(
    ({ kind, itemPath }) => kind === 'singleton' && itemPath === base,
  )
  if (base === operation.path || !isBelow || !/^(?:GET|PUT|PATCH)$/.test(operation.method)) return undefined
  return loadedOnce(
    async () => (await import('./element.ts')).elementBehaviour(options, operation, behaviourOf) ?? next,
  )
}
