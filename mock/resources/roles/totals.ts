import type { Operation } from '../../../spec/document.ts'
import { totalsBesideItems, totalsOf, type Total } from '../../../spec/inference/records/totals.ts'
import { isJsonObject, memberAt, type Json } from '../../../spec/json.ts'
import type { BehaviourContext, Outcome } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { mediaOf } from '../responses/success-media.ts'

/** Sets the numbers of the response that count records. */
type SetTotals = (outcome: Outcome, context: BehaviourContext) => MaybePromise<Outcome>

export function createSetTotals(options: CrudOptions, operation: Operation): SetTotals {
  const { document, model } = options
  const isList = model.roles.get(operation.id)?.operation.role === 'list'
  const beside = isList ? totalsBesideItems(document, model, operation) : []
  const totals = beside.length > 0 ? beside : totalsOf(document, model, operation)
  return (outcome, { request, store }) =>
    // A query may select what is counted.
    Object.keys(request.query).length > 0 && beside.length === 0
      ? outcome
      : reduceAfter(totals, outcome, (partial, total) =>
          after(countOf(total, store), (count) => withTotal(options, operation, partial, total, count)),
        )
}

function countOf({ resource, state }: Total, store: Transaction): MaybePromise<number> {
  const where = state && [{ property: state.property, values: [state.value] }]
  const records = store.collection(resource.name, [])
  return after(records.list({ ...(where && { where }), limit: 0 }), ({ total }) => total)
}

function withTotal(
  { validator }: CrudOptions,
  operation: Operation,
  outcome: Outcome,
  { path }: Total,
  count: number,
): Outcome {
  if (outcome.kind !== 'ok' || typeof memberAt(outcome.body, path) !== 'number') return outcome
  const schema = mediaOf(operation, outcome.status)?.schema
  const body = replaceAt(outcome.body, path, count)
  return schema && validator.of(schema, 'response').accepts(body) ? { ...outcome, body } : outcome
}

function replaceAt(value: Json | undefined, [name, ...rest]: readonly string[], count: number): Json {
  if (name === undefined || !isJsonObject(value)) return count
  return { ...value, [name]: replaceAt(value[name], rest, count) }
}
