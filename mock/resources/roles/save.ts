import type { Positions } from '../../../spec/inference/numbers/positions.ts'
import { areUsers, currentUserOf, isCurrentUser } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { Outcome } from '../../behaviour.ts'
import { after, onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { numberingOf } from '../identity/numbering.ts'
import { recordContext } from '../records/existing.ts'
import { fixedByPath } from '../records/fixed-by-path.ts'
import { actedNow } from '../relations/actors.ts'
import { repeating } from '../relations/copies/repeating-resources.ts'
import type * as UpdateCopies from '../relations/copies/update-copies.ts'
import { updateDerived, type OnUpdate } from '../relations/derived/update-derived.ts'
import type * as Levels from '../relations/effects/levels.ts'
import { nextNumber, sequenceNumber } from '../relations/sequence-numbers.ts'
import { clearOthers, soleFlag } from '../relations/sole-flag.ts'
import { createTwins } from '../relations/twins.ts'
import { embedding, referring } from '../resource-index.ts'
import { present } from '../responses/record-response.ts'

/** A record to be created or changed. */
export interface Written {
  readonly id: Id
  readonly sent: JsonObject
  /** The record before the change; undefined for a new one. */
  readonly before?: JsonObject
  /** For a partial change: the properties to remove. All others that were not sent stay. */
  readonly removed?: ReadonlySet<string>
  /** Properties that the operation itself sets. */
  readonly states?: JsonObject | undefined
  /** Whether the author of a new record is set already. */
  readonly isAuthored?: boolean
  /** Whether the position of the record is set already, if it has one. */
  readonly isPlaced?: boolean
  /** Whether it has got its sequential number already, if it has one. */
  readonly isNumbered?: boolean
}

export const nothingSent: JsonObject = {}
export const nothingRemoved: ReadonlySet<string> = new Set()

/** Saves a record and responds with it. */
export function saveAndPresent(
  endpoint: Endpoint,
  context: RequestContext,
  written: Written,
): MaybePromise<Outcome> {
  return after(save(endpoint, context, written), (record) => present(endpoint, context, record))
}

/** Composes a record and puts it into the store. */
export function save(
  endpoint: Endpoint,
  context: RequestContext,
  written: Written,
): MaybePromise<JsonObject> {
  const { now, upload } = context
  const { id, sent, before, removed, states, isAuthored, isPlaced, isNumbered } = written
  if (!before && !isAuthored && currentUserOf(endpoint.options.model))
    return byCurrentUser(endpoint, context, written)
  const fromPath = fixedByPath(endpoint.operation, context.request)
  // What exists elsewhere has its number from there.
  const isKnown = before !== undefined || isNumbered === true || endpoint.operation.role === 'put'
  const number = isKnown ? undefined : sequenceNumber(endpoint.options, endpoint.resource)
  if (number)
    return after(nextNumber(number, context.records, { ...sent, ...states, ...fromPath }), (next) =>
      save(endpoint, context, { ...written, states: { ...states, ...next }, isNumbered: true }),
    )
  const { scope, lookup } = recordContext(endpoint, context, id)
  const positions = isPlaced ? undefined : numberingOf(endpoint.options, endpoint.resource)
  if (positions) return inPlace(endpoint, context, written, positions)
  const fixed = states || upload ? { ...fromPath, ...upload?.properties, ...states } : fromPath
  const composed = after(endpoint.composer(), (composer) =>
    composer.compose({ id, scope, lookup, sent, before, removed, fixed, now: now() }),
  )
  return after(withActors(endpoint, context, before, composed), (record) =>
    after(asPresented(endpoint, record), (saved) =>
      after(put(endpoint, context, id, saved), () =>
        after(upload?.store(id) ?? keepSecrets(endpoint, context, id, sent), () =>
          after(updateRelated(endpoint, context, before, saved), () =>
            after(before ? undefined : createTwins(endpoint, context, id), () => saved),
          ),
        ),
      ),
    ),
  )
}

/** What logins compare is loaded with the first password that a user gets. */
const accounts = onDemand(() => import('../logins/accounts.ts'))
function keepSecrets(
  { resource }: Endpoint,
  { store }: RequestContext,
  id: Id,
  sent: JsonObject,
): MaybePromise<unknown> {
  return typeof sent['password'] === 'string' && areUsers(resource.name)
    ? after(accounts(), ({ keepPassword }) => keepPassword(store, id, sent['password']))
    : undefined
}

/** What the current user has to do with records. */
const users = onDemand(() => import('../relations/current-user.ts'))

/** The current user is who does what a change sets the time of: `approved_by` beside `approved_at`. */
const withActors = (
  { options, resource }: Endpoint,
  { store }: RequestContext,
  before: JsonObject | undefined,
  composed: MaybePromise<JsonObject>,
): MaybePromise<JsonObject> =>
  before
    ? after(composed, (record) => {
        const names = actedNow(options, resource, before, record)
        if (names.length === 0) return record
        return after(users(), async ({ shownAs }) => ({
          ...record,
          ...(await shownAs(options, resource, store, names)),
        }))
      })
    : composed

/** Saves a new record with the current user as its author. */
async function byCurrentUser(
  endpoint: Endpoint,
  context: RequestContext,
  written: Written,
): Promise<JsonObject> {
  const { authorship } = await users()
  const { options, resource, operation } = endpoint
  const given = { ...written.sent, ...fixedByPath(operation, context.request) }
  const authored = await authorship(options, resource, context.store, given)
  const states = { ...authored, ...written.states }
  return save(endpoint, context, { ...written, states, isAuthored: true })
}

/** How records are numbered one after another. */
const numbering = onDemand(() => import('../relations/positions.ts'))

/** Saves a record that is numbered together with others. */
async function inPlace(
  endpoint: Endpoint,
  context: RequestContext,
  written: Written,
  positions: Positions,
): Promise<JsonObject> {
  const { positionFor } = await numbering()
  const { before, sent, states } = written
  const next = { ...before, ...sent, ...fixedByPath(endpoint.operation, context.request), ...states }
  const position = await positionFor(positions, context, before, next)
  const placed = position === undefined ? states : { ...states, [positions.property]: position }
  return save(endpoint, context, { ...written, states: placed, isPlaced: true })
}

/** Puts a record into the store; the current user is one of the users, too. */
function put(
  { options, resource }: Endpoint,
  context: RequestContext,
  id: Id,
  record: JsonObject,
): MaybePromise<void> {
  return isCurrentUser(resource)
    ? after(users(), ({ putUser }) => putUser(options, resource, context, id, record))
    : context.records.put(id, record)
}

/** Where the schema of the response forces other values than those of the record, the record takes them. */
function asPresented(
  { resource, presenter, options }: Endpoint,
  record: JsonObject,
): MaybePromise<JsonObject> {
  return after(presenter?.fit(record) ?? record, (presented) => {
    if (presented === record) return record
    const changed = Object.entries(presented).filter(([name]) => Object.hasOwn(record, name))
    const adjusted = { ...record, ...Object.fromEntries(changed) }
    return options.validator.of(resource.record, 'response').accepts(adjusted) ? adjusted : record
  })
}

/**
 * Updates what other records contain of a changed record: derived properties and embedded copies.
 * @param before undefined if the record was created
 * @param record undefined if the record was deleted
 */
export function updateRelated(
  endpoint: Endpoint,
  context: RequestContext,
  before: JsonObject | undefined,
  record: JsonObject | undefined,
): MaybePromise<unknown> {
  const { options, resource } = endpoint
  const updateCopies = (owner: Resource, old: JsonObject, next: JsonObject): MaybePromise<unknown> => {
    const isShown =
      owner.scope.length === 0
        ? embedding(options.model, owner.name).length > 0 || repeating(options, owner).length > 0
        : referring(options.model, owner).some(({ scope }) => scope.length === 0)
    return isShown ? loadAndUpdateCopies(options, owner, context.store, old, next) : undefined
  }
  const { store } = context
  /** Other values may be derived from the changed ones: those of a course from those of its sections. */
  const updateOthers: OnUpdate = (owner, old, next, scope = []) =>
    after(updateCopies(owner, old, next), () =>
      scope.length === owner.scope.length
        ? updateDerived(
            options,
            owner,
            { store, scope, records: store.collection(owner.name, scope) },
            { before: old, record: next },
            updateOthers,
          )
        : undefined,
    )
  const positions = numberingOf(options, resource)
  const mayMove = positions && before?.[positions.property] !== record?.[positions.property]
  const others =
    positions?.isManaged || (positions?.isAssigned && !record) || (mayMove && before && record)
      ? after(numbering(), ({ makeRoom }) => makeRoom(positions, endpoint, context, before, record))
      : undefined
  const flag = soleFlag(options, resource)
  const isTaken = flag && record?.[flag.property] === true && before?.[flag.property] !== true
  const settled = after(others, () =>
    isTaken ? clearOthers(flag, resource, context.records, record) : undefined,
  )
  return after(settled, () =>
    after(updateDerived(options, resource, context, { before, record }, updateOthers), () =>
      after(before && record ? updateCopies(resource, before, record) : undefined, () =>
        resource.references.length > 1
          ? loadAndUpdateLevels(endpoint, context, { before, record }, updateOthers)
          : undefined,
      ),
    ),
  )
}

/** What changes the stock of a product in a warehouse is loaded with the first record that may. */
const levels = onDemand(() => import('../relations/effects/levels.ts'))
const loadAndUpdateLevels = (
  ...[endpoint, ...change]: Parameters<typeof Levels.updateLevels>
): MaybePromise<unknown> =>
  after(levels(), ({ changedLevels, updateLevels }) =>
    changedLevels(endpoint).length > 0 ? updateLevels(endpoint, ...change) : undefined,
  )

const copies = onDemand(() => import('../relations/copies/update-copies.ts'))
const loadAndUpdateCopies = (
  ...parameters: Parameters<typeof UpdateCopies.updateCopies>
): MaybePromise<unknown> => after(copies(), ({ updateCopies }) => updateCopies(...parameters))
