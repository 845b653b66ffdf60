import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { responseFor } from '../../spec/document.ts'
import { isSameSchema } from '../../spec/inference/schemas/similarity.ts'
import { nestRecord, flattenRecord } from '../../spec/inference/records/flatten.ts'
import { notDeletedStatuses } from '../../spec/inference/states/restore.ts'
import { isJsonPatch } from '../../spec/http/media-type.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import { refuse, type Outcome, type Refused } from '../behaviour.ts'
import { canRefuse, ownStatus } from '../engine/response/declared-status.ts'
import { actedOn } from './acted.ts'
import { type Act, type Desk, type Errand, existing, graves, isImplicit, placeOf, present } from './desk.ts'
import { childrenOf, showing } from './family.ts'
import { declares, idOf, notFound, nounOf, sentRecord, targetOf, theOnly } from './identity.ts'
import { newId } from './ids.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import { mergePatch } from './merge-patch.ts'
import { asDeleted, restoring } from './restored.ts'
import { relatedBy } from './related.ts'
import { retell } from './retell.ts'
import type * as ShowAnew from './show-anew.ts'
import { refusedIn, stateAfter } from './states.ts'
import { outdated } from './versions.ts'
import type { Id, Transaction } from '../store/store.ts'
import { takenKey } from './taken-key.ts'
import { unknownReference } from './unknown-reference.ts'

type Refusal = (errand: Errand) => MaybePromise<Refused | undefined>

const refusals = new WeakMap<Desk, readonly Refusal[]>()

/** Why what is sent is not taken, by what the document says of it; undefined when it is. */
export function refusalOf(desk: Desk, errand: Errand): MaybePromise<Refused | undefined> {
  const known =
    refusals.get(desk) ?? [unknownReference(desk), takenKey(desk)].filter((each) => each !== undefined)
  refusals.set(desk, known)
  return known.reduce<MaybePromise<Refused | undefined>>(
    (found, refusal) => after(found, (before) => before ?? refusal(errand)),
    undefined,
  )
}

/** Adds a record, under the client's id or the next one. */
export const create: Act = (desk, errand) => {
  const { operation } = desk
  const sent = sentRecord(operation, errand.request) ?? {}
  return after(idForNew(desk, errand, sent), (id) => {
    if (typeof id === 'object') return id
    const told = Object.entries(stateAfter(desk)).filter(([name]) => sent[name] === undefined)
    return after(keep(desk, errand, { id, sent, states: Object.fromEntries(told) }), (record) =>
      present(desk, errand, record, operation.status, id),
    )
  })
}

/** The id the client chose, where the document lets it and it is free, else the next one. */
function idForNew(desk: Desk, errand: Errand, sent: JsonObject): MaybePromise<Id | Refused> {
  const { resource, ids } = desk
  const { records, scope } = errand
  if (resource.kind === 'singleton') return theOnly
  const chosen = chosenId(desk, sent)
  if (chosen === undefined || !ids.fits(chosen)) return newId(ids, records, scope)
  return after(records.get(chosen), (taken) =>
    taken === undefined ? chosen : idInstead(desk, errand, chosen),
  )
}

/** The one that was chosen is taken. */
function idInstead(
  { resource, declared, ids }: Desk,
  { records, scope }: Errand,
  chosen: Id,
): MaybePromise<Id | Refused> {
  // An answer that is not declared would break the document: better another id than a lost record.
  const isTold =
    [409, 422].some((status) => responseFor(declared, status)) || ownStatus(declared, 409) !== undefined
  const isOpen = resource.idType === 'integer' || !isTold
  if (isOpen && !declares(declared, 409)) return newId(ids, records, scope)
  return refuse(409, 'already_exists', `The ${nounOf(resource)} ${String(chosen)} exists already.`)
}

function chosenId({ resource: { idProperty }, choosesId }: Desk, sent: JsonObject): Id | undefined {
  return choosesId && idProperty !== undefined ? idOf(sent[idProperty]) : undefined
}

/** Puts what is sent in the place of a record, or adds it where the document has it so. */
export const replace: Act = (desk, errand) => {
  const { resource, operation } = desk
  const id = targetOf(resource, operation, errand.request)
  const sent = sentRecord(operation, errand.request)
  if (id === undefined || !sent) return errand.next()
  return after(existing(desk, errand, id), (before) =>
    before
      ? (refusal(desk, errand, id, before) ?? kept(desk, errand, { id, sent, before }))
      : put(desk, errand, id, sent),
  )
}

/** Why what is there is not changed: for the state that it is in, or since it is not what the client knows. */
const refusal = (desk: Desk, { request }: Errand, id: Id, before: JsonObject): Refused | undefined =>
  refusedIn(desk, id, before) ?? outdated(desk, before, sentRecord(desk.operation, request))

function kept(desk: Desk, errand: Errand, written: Written): MaybePromise<Outcome> {
  return after(keep(desk, errand, written), (record) => present(desk, errand, record))
}

/**
 * A PUT of what is not there creates it (RFC 9110 §9.3.4), if the document has it so or knows no other way to create; so
 * does a POST to an only record.
 */
function put(desk: Desk, errand: Errand, id: Id, sent: JsonObject): MaybePromise<Outcome> {
  const { resource, declared } = desk
  const isCreated = resource.operations.some(({ role }) => role === 'create')
  const isMeant = declares(declared, 201) || (!isCreated && !declares(declared, 404))
  const isPut = declared.method === 'PUT' || (declared.method === 'POST' && resource.kind === 'singleton')
  if (!isMeant || !isPut) return notFound(resource, id)
  return after(keep(desk, errand, { id, sent }), (record) =>
    declares(declared, 201) ? present(desk, errand, record, 201, id) : present(desk, errand, record),
  )
}

/** Puts a record of another kind into the list, as it is there; 404 where there is none, and it can be known. */
export const putInto: Act = (desk, errand) => {
  const { resource, operation, options } = desk
  const id = targetOf(resource, operation, errand.request)
  if (id === undefined) return errand.next()
  const home = options.model.resources.find(
    (each) => each.scope.length === 0 && isSameSchema(options.document, each.record, resource.record),
  )
  const known = home && errand.store.collection(home.name, []).get(id)
  return after(errand.records.get(id), (there) =>
    after(known, (sent) => {
      if (there) return present(desk, errand, there)
      if (home && !sent && declares(desk.declared, 404)) return notFound(home, id)
      return kept(desk, errand, { id, sent: sent ?? nothing })
    }),
  )
}

/** An action answers with the record in its new state; what else it does only a behaviour of the document's own can know. */
export const act: Act = (desk, errand) => {
  const id = targetOf(desk.resource, desk.operation, errand.request)
  if (id === undefined) return errand.next()
  return after(existing(desk, errand, id), (before) => {
    if (desk.declared === restoring(desk.resource, desk.options)) return restore(desk, errand, id, before)
    if (!before) return put(desk, errand, id, {})
    const refused = refusal(desk, errand, id, before)
    if (refused) return refused
    const related = relatedBy(desk, errand.request, before)
    if (related && 'kind' in related) return related
    if (related) return kept(desk, errand, { id, sent: nothing, before, ...related })
    const states = { ...stateAfter(desk), ...actedOn(desk, errand.request, errand.now()) }
    const isChanged = Object.entries(states).some(([name, state]) => before[name] !== state)
    return isChanged
      ? kept(desk, errand, { id, sent: nothing, before, removed: none, states })
      : present(desk, errand, before)
  })
}

/** Brings a deleted record back; one that is there needs no bringing back, which is refused where the document can. */
function restore(desk: Desk, errand: Errand, id: Id, live: JsonObject | undefined): MaybePromise<Outcome> {
  const { resource, options, declared } = desk
  if (live) {
    const status = Number(notDeletedStatuses(declared)[0] ?? 409)
    return declares(declared, status)
      ? refuse(status, 'not_deleted', `The ${nounOf(resource)} ${String(id)} is not deleted.`)
      : present(desk, errand, live)
  }
  const aside = graves(resource, errand)
  return after(aside.get(id), (deleted) => {
    if (!deleted) return notFound(resource, id)
    const before = asDeleted(deleted, resource, options, undefined)
    return after(aside.remove(id), () =>
      after(errand.records.put(id, before), () =>
        after(follow(desk, errand, undefined, before), () =>
          kept(desk, errand, { id, sent: nothing, before, removed: none }),
        ),
      ),
    )
  })
}

/** Changes a record by a merge patch (RFC 7396) or a JSON Patch (RFC 6902). */
export const update: Act = (desk, errand) => {
  const { resource, operation } = desk
  const id = targetOf(resource, operation, errand.request)
  if (id === undefined) return errand.next()
  return after(existing(desk, errand, id), (before) => {
    if (!before) return put(desk, errand, id, sentRecord(operation, errand.request) ?? {})
    const refused = refusal(desk, errand, id, before)
    if (refused) return refused
    return after(patchOf(desk, errand, before), (patch) =>
      'kind' in patch ? patch : kept(desk, errand, { id, before, ...changeOf(desk, before, patch.members) }),
    )
  })
}

/** The request's body as a merge patch, whichever kind of patch it is. */
function patchOf(
  { operation, resource }: Desk,
  { request }: Errand,
  before: JsonObject,
): MaybePromise<{ members: JsonObject } | Refused> {
  const { body, mediaType } = request
  if (!Array.isArray(body) || !isJsonPatch(mediaType?.type ?? '')) {
    return { members: sentRecord(operation, request) ?? {} }
  }
  return patched(resource, before, body as readonly Json[])
}

/** Loaded where there is such a patch: most pages never see one. */
async function patched(
  { nesting: folding }: Resource,
  before: JsonObject,
  operations: readonly Json[],
): Promise<{ members: JsonObject } | Refused> {
  const { applyPatch } = await import('./json-patch.ts')
  const result = applyPatch(nestRecord(folding, before), operations)
  if ('problem' in result) return refuse(409, 'patch_failed', result.problem)
  const target = isJsonObject(result.value) ? flattenRecord(folding, result.value) : {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(target)])]
  const changed = names.filter((name) => before[name] !== target[name])
  return { members: Object.fromEntries(changed.map((name): [string, Json] => [name, target[name] ?? null])) }
}

function changeOf(desk: Desk, before: JsonObject, patch: JsonObject): Pick<Written, 'sent' | 'removed'> {
  const nulls = Object.keys(patch).filter((name) => patch[name] === null && !mayBeNull(desk, name))
  const merged = mergePatch(before, patch)
  const names = Object.keys(patch).filter((name) => !nulls.includes(name))
  // What every record must have cannot be removed: it stays, since the document allows the request.
  return {
    sent: Object.fromEntries(
      names.map((name): [string, Json] => [
        name,
        isWhole(desk, name, patch[name], merged[name]) ? patch[name] : (merged[name] ?? null),
      ]),
    ),
    removed: new Set(nulls.filter((name) => !desk.required.has(name))),
  }
}

/** Null is then a value like any other, which most clients mean by it. */
const mayBeNull = (desk: Desk, name: string): boolean => accepts(desk, name, null)

/**
 * Only what PATCH sends of an object is merged with the rest of it (RFC 7396), unless that is then of no branch of its schema;
 * else it is all there is, if it may be.
 */
function isWhole(
  desk: Desk,
  name: string,
  value: Json | undefined,
  merged: Json = null,
): value is JsonObject {
  if (!isJsonObject(value) || (desk.declared.method === 'PATCH' && accepts(desk, name, merged))) return false
  return accepts(desk, name, value)
}

function accepts({ resource, options: { document, validator } }: Desk, name: string, value: Json): boolean {
  const node = possiblePropertiesOf(document, resource.record).get(name)
  return node !== undefined && validator.of(node, 'response').accepts(value)
}

interface Written {
  readonly id: Id
  readonly sent: JsonObject
  readonly before?: JsonObject
  readonly removed?: ReadonlySet<string>
  /** What the operation itself sets. */
  readonly states?: JsonObject
}

/** Composes the record and puts it into the store. */
function keep(desk: Desk, errand: Errand, written: Written): MaybePromise<JsonObject> {
  const { records, now } = errand
  const { id, sent, before, removed, states } = written
  const { scope, others } = placeOf(desk, errand, id)
  const said = fixedBy(desk.operation, errand.request)
  const fixed = states ? { ...said, ...states } : said
  const composed = after(desk.composer(), (composer) =>
    composer.compose({ id, scope, others, sent, before, removed, fixed, now: now() }),
  )
  return after(composed, (record) =>
    after(asShown(desk, record), (shown) =>
      after(records.put(id, shown), () => after(follow(desk, errand, before, shown), () => shown)),
    ),
  )
}

/** What others have of a record that was made, changed, or removed. */
function follow(
  { options, resource }: Desk,
  errand: Errand,
  before: JsonObject | undefined,
  record: JsonObject | undefined,
): MaybePromise<unknown> {
  const show = (of: Resource, old: JsonObject, next: JsonObject): MaybePromise<unknown> => {
    const isShown = of.scope.length === 0 && showing(options.model, of.name).length > 0
    return isShown ? shownAnew(options, of, errand.store, old, next) : undefined
  }
  return after(retell(options, resource, errand, { before, record }, show), () =>
    before && record ? show(resource, before, record) : undefined,
  )
}

const shownAnew: typeof ShowAnew.showAnew = async (...given) =>
  (await import('./show-anew.ts')).showAnew(...given)

const nothing: JsonObject = {}
const none: ReadonlySet<string> = new Set()

/** Properties that the path says. */
function fixedBy({ within }: ResourceOperation, { path }: RequestValues): JsonObject {
  if (within.length === 0) return nothing
  const fixed = within.flatMap(({ parameter, property }) => {
    const value = path[parameter]
    return value === undefined ? [] : [[property, value] as const]
  })
  return Object.fromEntries(fixed)
}

/** What the answer to this request must show differently is so from now on. */
function asShown({ resource, presenter, options }: Desk, record: JsonObject): MaybePromise<JsonObject> {
  return after(presenter?.fit(record) ?? record, (shown) => {
    if (shown === record) return record
    const changed = Object.entries(shown).filter(([name]) => Object.hasOwn(record, name))
    const adjusted = { ...record, ...Object.fromEntries(changed) }
    return options.validator.of(resource.record, 'response').accepts(adjusted) ? adjusted : record
  })
}

/** Deletes a record with all that it contains, and does to others what the document says. */
export const remove: Act = async (desk, errand): Promise<Outcome> => {
  const { resource, operation } = desk
  const id = targetOf(resource, operation, errand.request)
  if (id === undefined) return errand.next()
  const record = await existing(desk, errand, id)
  if (!record) return notFound(resource, id)
  const removed = await removeRecord(desk, errand, id, record)
  return 'kind' in removed ? removed : present(desk, errand, removed.record)
}

/** Deletes one, and gives it as it was last. */
export async function removeRecord(
  desk: Desk,
  errand: Errand,
  id: Id,
  record: JsonObject,
): Promise<{ readonly record: JsonObject } | Refused> {
  const { resource, options } = desk
  const { heldBy, release } = await import('./cascade.ts')
  const refused = refusedIn(desk, id, record) ?? (await heldBy(desk, id, errand.store))
  if (refused) return refused
  await errand.records.remove(id)
  await follow(desk, errand, record, undefined)
  if (restoring(resource, options)) {
    // What belongs to it stays, for it may come back.
    const deleted = asDeleted(record, resource, options, errand.now())
    await graves(resource, errand).put(id, deleted)
    return { record: deleted }
  }
  await removeBelow(options.model, resource, [...errand.scope, id], errand.store)
  const releaseFrom = (deleted: Id): Promise<void> =>
    release(desk, deleted, errand.store, async (follower, each) => {
      await errand.store.collection(follower.name).remove(each)
      await removeBelow(options.model, follower, [each], errand.store)
      if (follower.name === resource.name) await releaseFrom(each)
    })
  await releaseFrom(id)
  if (isImplicit(resource) && mayBeGone(desk)) await graves(resource, errand).put(id, {})
  return { record }
}

/** An only record of whose reading all errors are told, and none that it is not there, begins anew. */
function mayBeGone({ resource, options }: Desk): boolean {
  if (resource.kind !== 'singleton') return true
  const reads = resource.operations.filter(({ role }) => role === 'read')
  return reads.some(({ operationId }) => {
    const read = options.byId.get(operationId)
    if (!read?.responses.some(({ status }) => /^4(?!0[123]|29)/.test(status))) return true
    return canRefuse(read, notFound(resource, theOnly))
  })
}

/** What a record contains goes with it: another one may come to have its id. */
async function removeBelow(
  model: ResourceModel,
  parent: Resource,
  scope: readonly Id[],
  store: Transaction,
): Promise<void> {
  const children = childrenOf(model, parent).filter((each) => each.scope.length === scope.length)
  for (const child of children) {
    const collection = store.collection(child.name, scope)
    if (childrenOf(model, child).length === 0) {
      await collection.clear()
      continue
    }
    for (const id of await collection.ids()) {
      await collection.remove(id)
      await removeBelow(model, child, [...scope, id], store)
    }
  }
}
