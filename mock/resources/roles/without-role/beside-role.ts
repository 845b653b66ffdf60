import type { Operation } from '../../../../spec/document.ts'
import { isSafe } from '../../../../spec/http.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { isCurrentUser } from '../../../../spec/inference/references/current-user.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { Behaviour } from '../../../behaviour.ts'
import { after } from '../../../maybe-promise.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { loadedOnce } from '../../loaded-once.ts'
import type { CrudOptions } from '../../options.ts'
import { isOnlyRead, resourceAbove } from '../../resource-index.ts'

/**
 * Wraps the behaviour of a GET that reads no record of a collection, such as `GET /stats`, or lists records beside such numbers, and of
 * all operations on the current user: those numbers that count records get their values from the store. Loaded with the first request, too.
 */
export function withTotals(options: CrudOptions, operation: Operation, behaviour: Behaviour): Behaviour {
  const entry = options.model.roles.get(operation.id)
  const isItem = entry?.resource.kind === 'collection' && entry.operation.role !== 'list'
  // What has no id may be no records, but the values that records have.
  const isItemsOnly =
    entry?.operation.role === 'list' &&
    entry.operation.responsePath?.length !== 1 &&
    entry.resource.idProperty !== undefined
  const mayCount = operation.method === 'GET' || (entry !== undefined && isCurrentUser(entry.resource))
  if (!mayCount || isItem || isItemsOnly || operation.path.includes('{')) return behaviour
  return loadedOnce(async () => {
    const { createSetTotals } = await import('./totals.ts')
    const setTotals = createSetTotals(options, operation)
    return (context) => after(behaviour(context), (outcome) => setTotals(outcome, context))
  })
}

/**
 * Wraps the behaviour of an action on a record that may create a record of another resource. Loaded for actions that respond with
 * something else than the record.
 */
export function aboutConversion(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
  behaviour: Behaviour,
): Behaviour {
  const entry = options.model.roles.get(operation.id)?.operation
  const isAction = entry
    ? entry.role === 'action' && entry.responsePath === undefined
    : !options.model.own.has(operation.id)
  const source =
    operation.method === 'POST' && isAction ? resourceAbove(options.model, operation.path) : undefined
  if (!source || !responseSchema(operation)) return behaviour
  return loadedOnce(async () => {
    const { conversionBehaviour } = await import('../../actions/convert.ts')
    return conversionBehaviour(options, operation, source, behaviourOf) ?? behaviour
  })
}

/**
 * Wraps the behaviour of an operation that starts work which goes on after the response, or that shows such work. Loaded for
 * operations with 202 and with schemas that may tell whether something is done.
 */
export function aboutWork(options: CrudOptions, operation: Operation, behaviour: Behaviour): Behaviour {
  const body = responseSchema(operation)
  const properties = body && possiblePropertiesOf(options.document, body)
  const isAccepted = operation.responses.some(({ status }) => status === '202')
  const isShown = [...(properties?.keys() ?? [])].some((name) =>
    /^(?:done|status|state|data|job|task|operation)$/i.test(name),
  )
  const mayStart = !isSafe(operation.method) && (isAccepted || properties?.has('done') === true)
  const mayShow = operation.method === 'GET' && isShown && !options.model.roles.has(operation.id)
  if (!mayStart && !mayShow) return behaviour
  return loadedOnce(async () => {
    const { monitorBehaviour, workBehaviour } = await import('../../actions/start-work.ts')
    return (mayStart ? workBehaviour : monitorBehaviour)(options, operation, behaviour) ?? behaviour
  })
}

/** Wraps the behaviour of an operation that lets those have its place who wait for one. Loaded where the description says so. */
export function aboutWaiting(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
  behaviour: Behaviour,
): Behaviour {
  if (isSafe(operation.method) || !/\bwait/i.test(operation.description ?? '')) return behaviour
  return loadedOnce(async () =>
    (await import('../waiting.ts')).withPromotion(options, operation, behaviour, behaviourOf),
  )
}

/**
 * Wraps the behaviour of a write that responds with work which clients read elsewhere. Loaded where the response has a property with
 * the name of a list that clients can only read.
 */
export function aboutRecordedWork(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour,
): Behaviour {
  const body = isSafe(operation.method) ? undefined : responseSchema(operation)
  const names = body ? [...possiblePropertiesOf(options.document, body).keys()].map(singularWordsOf) : []
  const isListed = (each: Resource): boolean => isOnlyRead(each) && names.includes(singularNounOf(each.name))
  if (!options.model.resources.some(isListed)) return behaviour
  return loadedOnce(
    async () =>
      (await import('../../actions/recorded-work.ts')).recordedWork(options, operation, behaviour) ??
      behaviour,
  )
}
