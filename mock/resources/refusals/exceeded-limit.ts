import type { Operation } from '../../../spec/document.ts'
import { describedLimits, type DescribedLimit } from '../../../spec/inference/numbers/described-limits.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import type { Refused } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idOf, nameOf, sentRecord } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { lookupIn } from '../records/lookup.ts'
import { settlementOf } from '../relations/money/settlement.ts'
import { resourceNamed } from '../resource-index.ts'
import { refuseValue } from './refuse-value.ts'

/**
 * Finds the path of the record that sets a limit: the ids of its parents and its own, or its own alone; undefined if the request names
 * none.
 */
type Find = (sent: JsonObject, scope: readonly Id[]) => readonly Id[] | undefined

/** A record that a request leads through or refers to. */
interface Related {
  readonly resource: Resource
  readonly find: Find
  /** The property that refers to it; undefined if it is in the path. */
  readonly property: string | undefined
}

interface Rule extends Omit<DescribedLimit, 'pointer'>, Pick<Related, 'find' | 'property'> {
  readonly status: number
}

/**
 * Refuses a new record with more than another record allows: "`amount` cannot exceed the `balance` of the account". Undefined where
 * the document sets no such limit, or declares no status for a refusal. Nobody pays more than what is due.
 */
export function exceededLimit({
  options,
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  const isCreation = operation.role === 'create'
  if (!accepted || !(isCreation || /^(?:replace|update)$/.test(operation.role))) return undefined
  const { document, model } = options
  const related = [...above(model, resource), ...referredBy(model, resource)]
  const limits = describedLimits(document, declared, accepted, [
    ...new Set(related.map((each) => each.resource)),
  ])
  // What others take is not known of a record that is changed.
  const own = isCreation
    ? [...limits, ...leftToPay(options, declared, resource, related)]
    : limits.filter(({ isOfAll }) => !isOfAll)
  const rules = own.flatMap((limit): readonly Rule[] => {
    const status = declaredStatus(declared, [limit.status, 422, 409, 400])
    const named = related.find((each) => each.resource === limit.resource)
    return status === undefined || !named ? [] : [{ ...limit, ...named, status }]
  })
  if (rules.length === 0) return undefined
  return (context) => {
    // The path may name the record that sets the limit.
    const sent = { ...sentRecord(operation, context.request), ...fixedByPath(operation, context.request) }
    return reduceAfter<Rule, Refused | undefined>(
      rules,
      undefined,
      (refusal, rule) => refusal ?? refusalOf(options, rule, sent, context),
    )
  }
}

/** A payment is not more than what is left to pay. */
const leftToPay = (
  options: CrudOptions,
  declared: Operation,
  payment: Resource,
  related: readonly Related[],
): readonly Omit<DescribedLimit, 'pointer'>[] =>
  related.flatMap(({ resource }) => {
    const { paid, due } = settlementOf(options)(resource) ?? {}
    if (paid?.member !== payment || paid.averaged === undefined || due === undefined) return []
    const status = refusalStatements(declared).find(({ sentence }) => tooMuch.test(sentence))?.status
    return [{ properties: [paid.averaged], isOfAll: false, limit: due, resource, status }]
  })

const tooMuch = / (?:exceed|more than|too much|overpa(?:y|id|yment)) /

/** The resources that the path leads through. */
function above(model: ResourceModel, { parent }: Resource): readonly Related[] {
  const resource = parent && resourceNamed(model, parent.resource)
  if (!resource) return []
  const length = resource.scope.length + 1
  const find: Find = (_, scope) => (scope.length < length ? undefined : scope.slice(0, length))
  return [{ resource, find, property: undefined }, ...above(model, resource)]
}

/** The resources that records refer to. Those below others are found by their ids alone unless these are referred to as well. */
function referredBy(model: ResourceModel, { references }: Resource): readonly Related[] {
  return references.flatMap((reference): readonly Related[] => {
    const resource = resourceNamed(model, reference.resource)
    if (!resource) return []
    const { parent } = resource
    const owner = parent && references.find((each) => each.resource === parent.resource)
    const steps = [...(owner ? [owner] : []), reference]
    const find: Find = (sent) => {
      const ids = steps.map((each) => idOf(referencedIds(sent[each.property], each)[0]))
      const known = ids.filter((id) => id !== undefined)
      if (ids.at(-1) === undefined) return undefined
      return known.length === resource.scope.length + 1 ? known : known.slice(-1)
    }
    return [{ resource, find, property: reference.property }]
  })
}

/** More than the error of adding decimal fractions. */
const rounding = 1e-6

function refusalOf(
  options: CrudOptions,
  rule: Rule,
  sent: JsonObject,
  { operation, scope, store, records }: RequestContext,
): MaybePromise<Refused | undefined> {
  const { properties, limit, resource, status, isOfAll, property } = rule
  const path = rule.find(sent, scope)
  const id = path?.at(-1)
  if (!path || id === undefined) return undefined
  const above = path.length > resource.scope.length ? path.slice(0, -1) : undefined
  return after(lookupIn(options, store).find(resource.name, id, above), (record) => {
    const most = record?.[limit]
    if (typeof most !== 'number') return undefined
    const where = property === undefined ? [] : [{ property, values: [id] }]
    const before = isOfAll
      ? after(records.list({ where }), ({ items }) => items.reduce((sum, each) => sum + sumOf(each, rule), 0))
      : 0
    return after(before, (used) =>
      used + sumOf(sent, rule) > most + rounding
        ? refuseValue(
            operation,
            status,
            'limit_exceeded',
            `The ${limit} of ${nameOf(resource, id)} is ${String(most)}: ${properties.join(' and ')} must not exceed it.`,
            properties.slice(0, 1),
          )
        : undefined,
    )
  })
}

const sumOf = (record: JsonObject, { properties }: Rule): number =>
  properties.reduce((sum, name) => sum + (typeof record[name] === 'number' ? record[name] : 0), 0)
