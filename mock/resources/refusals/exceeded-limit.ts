import type { Operation } from '../../../spec/document.ts'
import { describedLimits, type DescribedLimit } from '../../../spec/inference/numbers/described-limits.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { Refused } from '../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { nameOf, sentRecord } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { lookupIn } from '../records/lookup.ts'
import { settlementOf } from '../relations/money/settlement.ts'
import { relatedTo, type Related } from '../relations/related.ts'
import { refuseValue } from './refuse-value.ts'

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
  const related = relatedTo(model, resource)
  const resources = [...new Set(related.map((each) => each.resource))]
  const limits = [false, true].flatMap((isLeast) =>
    describedLimits(document, declared, accepted, resources, isLeast),
  )
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
      isBeyond(rule, used + sumOf(sent, rule), most)
        ? refuseValue(
            operation,
            status,
            'limit_exceeded',
            `The ${limit} of ${nameOf(resource, id)} is ${String(most)}: ${properties.join(' and ')} must ${demandOf(rule)}.`,
            properties.slice(0, 1),
          )
        : undefined,
    )
  })
}

const demandOf = ({ least }: Rule): string =>
  least === undefined ? 'not exceed it' : least === 'above' ? 'exceed it' : 'be at least that'

/** Whether a number is above what it must not exceed, or not above what it must. */
const isBeyond = ({ least }: Rule, value: number, limit: number): boolean =>
  least === undefined
    ? value > limit + rounding
    : least === 'above'
      ? value <= limit + rounding
      : value < limit - rounding

const sumOf = (record: JsonObject, { properties }: Rule): number =>
  properties.reduce((sum, name) => sum + (typeof record[name] === 'number' ? record[name] : 0), 0)
