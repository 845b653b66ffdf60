import type { Operation } from '../../../spec/document.ts'
import { statusOf, successResponse } from '../../../spec/inference/bodies/content.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { endsInParameter, lastPart, pathAbove } from '../../../spec/routing/path-template.ts'
import { ok, type Behaviour, type Outcome } from '../../behaviour.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { listedAt } from '../resource-index.ts'
import { withCount } from '../roles/batches/whole-list.ts'
import { nothingRemoved, nothingSent, save } from '../roles/save.ts'

/** The behaviour of an action on all records of a list; undefined for any other operation. */
export function allBehaviour(
  { model, document }: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const action = actionOnAll(operation)
  const resource = listedAt(model, listPathOf(operation.path))
  const list = resource?.operations.find(({ role, within }) => role === 'list' && within.length === 0)
  if (!resource || !list || action === undefined) return undefined
  if (stateChangesOf(document, resource.record, action).length === 0) return undefined
  const status = statusOf(successResponse(operation))
  const performed = { ...list, operationId: operation.id, responsePath: undefined, status }
  return behaviourOf({ resource, operation: performed }, changeAll)
}

/** The path of the list: `/messages` for `/messages/read-all` and `/messages:readAll`. */
const listPathOf = (path: string): string =>
  lastPart(path).includes(':') ? path.slice(0, path.lastIndexOf(':')) : pathAbove(path)

/** The name of the action that an operation performs on all records of a list: `read` for `POST /messages/read-all`. */
function actionOnAll({ method, path, summary = '' }: Operation): string | undefined {
  const words = wordsOf(lastPart(path).split(':').at(-1) ?? '')
  const isOnAll = words.includes('all') || /\b(?:all|every|everything)\b/i.test(summary)
  if (!isOnAll || endsInParameter(path) || !/^(?:POST|PUT|PATCH)$/.test(method)) return undefined
  const action = words.filter((word) => word !== 'all').join('-')
  return action === '' ? undefined : action
}

/** Changes the state of all records of a list, as the action of that name does to one. */
async function changeAll(endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  const { resource, declared, options, operation } = endpoint
  const changes = stateChangesOf(options.document, resource.record, actionOnAll(declared) ?? '')
  const states = Object.fromEntries(
    changes.map(({ property, value = context.now().toISOString() }) => [property, value]),
  )
  const { items } = await context.records.list({ where: [] })
  let changed = 0
  for (const before of items) {
    const id = idOf(before[resource.idProperty ?? ''])
    if (id === undefined || changes.every(({ property }) => before[property] === states[property])) continue
    await save(endpoint, context, { id, sent: nothingSent, before, removed: nothingRemoved, states })
    changed += 1
  }
  const outcome = operation.status === 204 ? ok(204) : await context.next()
  return withCount(endpoint, outcome, changed)
}
