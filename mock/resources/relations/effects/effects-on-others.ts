import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import { effectsOnMembers } from '../../../../spec/inference/states/effects/effects-on-members.ts'
import {
  effectsOn,
  effectsOnOthers,
  type EffectOnOther,
} from '../../../../spec/inference/states/effects/effects-on-others.ts'
import { issuedRecords } from '../../../../spec/inference/states/effects/issued-records.ts'
import { kindEffects } from '../../../../spec/inference/states/effects/kind-effects.ts'
import {
  occupyingEffects,
  type OccupyingEffect,
} from '../../../../spec/inference/states/effects/occupied-others.ts'
import { isFinished } from '../../../../spec/inference/states/words/exclusive-states.ts'
import { isStateName } from '../../../../spec/inference/states/words/state-properties.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { ok } from '../../../behaviour.ts'
import { after, onDemand, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id } from '../../../store/store.ts'
import { changeRecord } from '../../changes/change-record.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import { nested } from '../../records/lookup.ts'
import { updateRelated } from '../../roles/save.ts'
import { containerOf, scopeIn } from '../containers.ts'
import { derivedPropertiesOf } from '../derived/derived.ts'
import { paidBy, paymentOf } from '../money/payments.ts'

const byKind = perObject(({ options, resource, declared, operation }: Endpoint) =>
  operation.role === 'create' ? kindEffects(options.document, options.model, resource, declared) : [],
)

const always = perObject(
  ({ options: { document, model }, resource, declared, operation }: Endpoint): readonly Effect[] => {
    if (!/^(?:action|create)$/.test(operation.role)) return []
    const told = effectsOnOthers(document, declared, resource, model.resources)
    const isTold = ({ property }: Effect): boolean => told.some((each) => each.property === property)
    const implied: readonly Effect[] = occupyingEffects(document, declared, resource, model.resources)
    return [...told, ...implied.filter((each) => !isTold(each))]
  },
)

/** @property from the state in which the other record has to be, if any will not do */
type Effect = EffectOnOther & { readonly from?: OccupyingEffect['from'] | undefined }

/** What becomes of the record that this one is below. */
const onOwner = perObject((endpoint: Endpoint) => {
  const { options, resource, declared, operation } = endpoint
  const owner = options.model.resources.find(({ name }) => name === resource.parent?.resource)
  const isWrite = /^(?:action|create)$/.test(operation.role) || isReplacedSingleton(resource, operation.role)
  // What records of some kinds do, not all of them do.
  const effects =
    owner && isWrite && byKind(endpoint).length === 0 ? effectsOn(options.document, declared, owner) : []
  return owner && effects.length > 0 ? { owner, effects } : undefined
})

/** Singletons are created by what replaces them. */
const isReplacedSingleton = ({ kind }: Resource, role: string): boolean =>
  kind === 'singleton' && role === 'replace'

const onMembers = perObject(({ options, resource, declared, operation }: Endpoint) =>
  operation.role === 'action'
    ? effectsOnMembers(options.document, declared, resource, options.model.resources)
    : [],
)

const issued = perObject(({ options, resource, declared, operation }: Endpoint) =>
  /^(?:action|create)$/.test(operation.role)
    ? issuedRecords(options.document, declared, resource, options.model.resources)
    : [],
)

const issuing = onDemand(() => import('./issue.ts'))

/** Changes the states and numbers of other records as the description of an operation on this one says. */
export async function affectOthers(
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject,
  id?: Id,
): Promise<void> {
  if (id !== undefined) await affectMembers(endpoint, context, id)
  const own = id ?? idOf(record[endpoint.resource.idProperty ?? ''])
  for (const each of own === undefined ? [] : issued(endpoint))
    await (await issuing()).issue(endpoint, context, each, [own ?? '', record])
  await affectOwner(endpoint, context)
  const payment = paymentOf(endpoint)
  const paid = payment && (await paidBy(payment, context, record))
  if (payment && paid)
    await changeOther(
      endpoint,
      context,
      { resource: payment.owner, scope: [], id: paid.id },
      () => paid.states,
    )
  for (const { kind, owner, reference, property, state } of byKind(endpoint)) {
    if (record[kind.property] !== kind.value) continue
    const id = reference === undefined ? context.scope.at(-1) : idOf(record[reference])
    const scope = reference === undefined ? context.scope.slice(0, -1) : []
    if (id !== undefined)
      await changeOther(endpoint, context, { resource: owner, scope, id }, () => ({ [property]: state }))
  }
  for (const { reference, property, change, from } of always(endpoint)) {
    const resource = endpoint.options.model.resources.find(({ name }) => name === reference.resource)
    // What counts records changes with these.
    if (
      !resource ||
      derivedPropertiesOf(endpoint.options, resource).some((each) => each.property === property)
    )
      continue
    for (const id of referencedIds(record[reference.property], reference).flatMap(
      (each) => idOf(each) ?? [],
    )) {
      const scope = await scopeOfOther(endpoint, context, resource, id, record)
      if (scope)
        await changeOther(endpoint, context, { resource, scope, id }, changed({ property, change, from }))
    }
  }
}

/** Changes the record that this one is below. */
async function affectOwner(endpoint: Endpoint, context: RequestContext): Promise<void> {
  const { owner, effects } = onOwner(endpoint) ?? { effects: [] }
  const id = context.scope.at(-1)
  if (!owner || id === undefined) return
  const derived = derivedPropertiesOf(endpoint.options, owner)
  for (const effect of effects)
    if (!derived.some(({ property }) => property === effect.property))
      await changeOther(
        endpoint,
        context,
        { resource: owner, scope: context.scope.slice(0, -1), id },
        changed(effect),
      )
}

const changed =
  ({ property, change, from }: Pick<Effect, 'property' | 'change' | 'from'>) =>
  (before: JsonObject): JsonObject | undefined =>
    from === undefined || before[property] === from
      ? { [property]: 'to' in change ? change.to : Number(before[property] ?? 0) + change.by }
      : undefined

/** Performs the actions on the records that belong to this one which its own action implies; what they are refused for stays as it is. */
async function affectMembers(endpoint: Endpoint, context: RequestContext, id: Id): Promise<void> {
  for (const { member, property, from, isUnfinished, action, to, sent } of onMembers(endpoint)) {
    const act = action && endpoint.behaviourOf({ resource: member, operation: action })
    const scope = property === undefined ? [...context.scope, id] : []
    const where = [
      ...(property === undefined ? [] : [{ property, values: [id] }]),
      ...(from ? [{ property: from.property, values: [from.value] }] : []),
    ]
    const { items } = await context.store.collection(member.name, scope).list({ where })
    for (const item of items) {
      if (isUnfinished && hasFinished(item)) continue
      const id = idOf(item[member.idProperty ?? ''])
      const ids = [...scope, id ?? null]
      const names = action ? [...action.scope, action.idParameter ?? ''] : []
      const path = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? null]))
      const request = { ...context.request, path, body: sent }
      const outcome = await act?.({ ...context, request, next: () => ok(action?.status ?? 200) })
      // Whatever is said of all that are in a state is done to them.
      const isLeft = outcome === undefined || (outcome.kind === 'refused' && from !== undefined)
      if (isLeft && to && id !== undefined)
        await changeOther(endpoint, context, { resource: member, scope, id }, () => ({
          [to.property]: to.value,
        }))
    }
  }
}

/** Whether a record is in a state that ends whatever went on before. */
const hasFinished = (record: JsonObject): boolean =>
  Object.entries(record).some(([name, value]) => isStateName(name) && isFinished(value))

/** The ids of what contains another record; undefined if nothing tells them. */
function scopeOfOther(
  { options, resource: from }: Endpoint,
  { scope, store }: RequestContext,
  other: Resource,
  id: Id,
  record: JsonObject,
): MaybePromise<readonly Id[] | undefined> {
  if (other.scope.length === 0) return []
  const container = containerOf(options.model, from, other)
  if (container) return scopeIn(container, record, scope)
  return after(nested(), ({ isNumberedAcross }) =>
    isNumberedAcross(options, other) ? store.scopeOf(other.name, id) : undefined,
  )
}

interface Place {
  readonly resource: Resource
  readonly scope: readonly Id[]
  readonly id: Id
}

/** Sets values of another record, and what follows from them in others. */
export async function changeOther(
  endpoint: Endpoint,
  context: RequestContext,
  { resource, scope, id }: Place,
  change: (before: JsonObject) => JsonObject | undefined,
): Promise<void> {
  const records = context.store.collection(resource.name, scope)
  const before = await records.get(id)
  const changes = before && change(before)
  if (!changes) return
  const next = await changeRecord(endpoint.options, context, { resource, scope, id, before }, changes)
  if (next) await updateRelated({ ...endpoint, resource }, { ...context, records, scope }, before, next)
}

/** Whether an operation changes other records by its description, or pays for them. */
export const affectsOthers = (endpoint: Endpoint): boolean =>
  byKind(endpoint).length + always(endpoint).length + onMembers(endpoint).length + issued(endpoint).length >
    0 ||
  onOwner(endpoint) !== undefined ||
  paymentOf(endpoint) !== undefined
