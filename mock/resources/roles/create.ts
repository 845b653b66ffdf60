import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { soleRange } from '../../../spec/inference/constraints/named-ranges.ts'
import { areUsers } from '../../../spec/inference/references/current-user.ts'
import { usualDuration } from '../../../spec/inference/times/described-durations.ts'
import { instantOf } from '../../../spec/inference/times/time-formulas.ts'
import { isArray, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { ok, type Outcome } from '../../behaviour.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { stepAtFirst } from '../actions/awaited-steps.ts'
import { stateAfter } from '../actions/state-transition.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idForNew } from '../identity/id-for-new.ts'
import { sentRecord } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import { askedValues } from '../records/asked-values.ts'
import { affectOthers, affectsOthers } from '../relations/effects/effects-on-others.ts'
import { applyEffects, effectsOf } from '../relations/effects/effects.ts'
import { choosesMembers, firstMembers } from '../relations/members/first-members.ts'
import { paymentFor, paymentOf } from '../relations/money/payments.ts'
import { presentNew } from '../responses/location.ts'
import { dueAtFirst } from '../values/terms.ts'
import { followsFromOthers, fromOthers } from './from-others.ts'
import { originOf, takeOver, type Taken } from './made-from.ts'
import { save } from './save.ts'

const logins = onDemand(() => import('../logins/login.ts'))
const joining = onDemand(() => import('./join.ts'))

/** Creates a record, or several. What logs in users who are created with a token, as by `POST /users`, is loaded for users only. */
export const create: Handler = (endpoint, context) => {
  const sent = memberAt(jsonSent(context.request), endpoint.operation.requestPath)
  if (sent !== undefined && isArray(sent)) return createEach(endpoint, context, sent)
  const { options, resource } = endpoint
  if (options.sharing?.homeOf(options, resource))
    return after(joining(), ({ join }) => join(endpoint, context))
  return areUsers(endpoint.resource.name)
    ? after(logins(), ({ signUp }) => signUp(endpoint, context, createRecord))
    : createRecord(endpoint, context)
}

/** Creates the records that a request lists where it may have one. The response shows all of them, or else the first. */
async function createEach(
  endpoint: Endpoint,
  context: RequestContext,
  sent: readonly Json[],
): Promise<Outcome> {
  const { operation, declared, options } = endpoint
  const bodies: Json[] = []
  for (const value of sent) {
    const body = withMember({}, { path: operation.requestPath, value })
    const created = await createRecord(endpoint, { ...context, request: { ...context.request, body } })
    if (created.kind === 'refused') return created
    bodies.push(created.body ?? null)
  }
  const [body = null] = bodies
  const path = operation.responsePath ?? []
  const value = bodies.map((each) => memberAt(each, path) ?? null)
  const all = withMember(body, { path, value })
  const schema = responseSchema(declared)
  const isShown = !schema || options.validator.of(schema, 'response').accepts(all)
  // An empty list where only the document's silence allows one.
  if (bodies.length === 0 && !isShown) return createRecord(endpoint, context)
  return ok(operation.status, isShown ? all : body)
}

/** Creates a record under the id the client chose, otherwise under the next one. */
const createRecord: Handler = (endpoint, context) => {
  const { operation } = endpoint
  const sent = sentRecord(operation, context.request) ?? {}
  return after(idForNew(endpoint, context, sent), (id) => {
    if (typeof id === 'object') return id
    return after(originOf(endpoint) && takeOver(endpoint, context, sent), (taken) => {
      if (taken && 'kind' in taken) return taken
      const told = followsFromOthers(endpoint) ? fromOthers(endpoint, context, sent) : undefined
      return after(told, (others) =>
        after(ownersAndPlace(endpoint, context, sent), (owners) => {
          const known = {
            ...askedValues(endpoint, context),
            ...others?.values,
            ...taken?.properties,
            ...owners,
          }
          const states = firstStates(
            endpoint,
            others ? { ...others.flags, ...sent } : sent,
            known,
            context.now,
          )
          const given = others ? { ...sent, ...others.references } : sent
          return after(save(endpoint, context, { id, sent: given, states }), (record) =>
            after(afterwards(endpoint, context, record, taken), () =>
              withChildren(endpoint, context, id, record),
            ),
          )
        }),
      )
    })
  })
}

/** The properties that the creation itself sets, unless the client has sent them, beside others that are known. */
function firstStates(
  endpoint: Endpoint,
  sent: JsonObject,
  known: Record<string, Json>,
  now: () => Date,
): JsonObject | undefined {
  const initial = { ...stepAtFirst(endpoint, sent), ...stateAfter(endpoint, sent) }
  for (const name of Object.keys(initial)) if (sent[name] === undefined) known[name] = initial[name] as Json
  Object.assign(known, usualEnd(endpoint, sent), dueAtFirst(endpoint, now))
  return Object.keys(known).length > 0 ? known : undefined
}

const usualPeriod = perObject(({ options, declared, accepted }: Endpoint) => {
  const usual = usualDuration(declared)
  return usual && accepted && { ...usual, range: soleRange(options.document, declared, accepted) }
})

/** The end of a period that is not sent, if the document tells how long it takes: "If it is omitted, a visit takes one hour". */
function usualEnd(endpoint: Endpoint, sent: JsonObject): JsonObject | undefined {
  const { range, milliseconds = 0 } = usualPeriod(endpoint) ?? {}
  const start = range && instantOf(sent[range.lower])
  if (!range || start === undefined || sent[range.upper] != null) return undefined
  return { [range.upper]: new Date(start + milliseconds).toISOString() }
}

/** What lets new records wait is loaded with the first creation whose description says so. */
const waits = onDemand(() => import('./waiting.ts'))
function ownersAndPlace(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): MaybePromise<JsonObject | undefined> {
  const owners = ownersShown(endpoint, context, sent)
  if (!mayWait(endpoint)) return owners
  return after(waits(), ({ waitingState }) =>
    after(waitingState(endpoint, context, sent), (state) =>
      after(owners, (shown) => (state || shown ? { ...shown, ...state } : undefined)),
    ),
  )
}

const mayWait = perObject(({ declared }: Endpoint) => /\bwait/i.test(declared.description ?? ''))

/** What shows the records in the path is loaded with the first record that does. */
const showing = onDemand(() => import('../relations/shown-owners.ts'))
function ownersShown(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): MaybePromise<JsonObject | undefined> {
  const payment = paymentOf(endpoint)
  if (payment) return paymentFor(payment, context, sent)
  const { operation, resource } = endpoint
  const mayShow =
    operation.within.some(({ idProperty }) => idProperty !== undefined) ||
    resource.references.some(
      (each) => each.idProperty !== undefined && each.resource === resource.parent?.resource,
    )
  if (mayShow) return after(showing(), ({ shownOwners }) => shownOwners(endpoint, context))
  return choosesMembers(endpoint) ? firstMembers(endpoint, context, sent) : undefined
}

const sentChildren = onDemand(() => import('../relations/members/sent-children.ts'))

/**
 * Responds with the new record once what is created along with it has been: the lines of an order. What does that is loaded with the
 * first creation that takes lists or tells of its creator.
 */
function withChildren(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  record: JsonObject,
): MaybePromise<Outcome> {
  const present = (made: JsonObject): MaybePromise<Outcome> =>
    presentNew(endpoint, context, made, endpoint.operation.status, id)
  if (!takesLists(endpoint) && !mayJoin(endpoint)) return present(record)
  return after(sentChildren(), ({ hasChildren, createChildren }) =>
    hasChildren(endpoint)
      ? after(
          createChildren(endpoint, context, id),
          (refusal) => refusal ?? after(context.records.get(id), (made) => present(made ?? record)),
        )
      : present(record),
  )
}

/** A cheap test for whether a creation may make whoever performs it a member of the new record. */
const mayJoin = ({ declared }: Endpoint): boolean =>
  /\b(?:creator|whoever|you|caller|user)\b/i.test(declared.description ?? '')

const takesLists = perObject(({ options: { document }, accepted }: Endpoint) =>
  [...(accepted ? possiblePropertiesOf(document, accepted).values() : [])].some((node) =>
    typesOf(document, node).has('array'),
  ),
)

/** What a creation does to other records. */
function afterwards(
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject,
  taken: Taken | undefined,
): MaybePromise<unknown> {
  const others = affectsOthers(endpoint) ? affectOthers(endpoint, context, record) : undefined
  return after(others, () =>
    after(effectsOf(endpoint).length > 0 ? applyEffects(endpoint, context, record) : undefined, () =>
      taken?.useUp(),
    ),
  )
}
