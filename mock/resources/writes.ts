import type { Json, JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf, requiredOf, resolveRef } from '../../spec/refs.ts'
import type { Resource } from '../../spec/resources.ts'
import { refuse, type Outcome, type Refused } from '../behaviour.ts'
import type { Act, Desk, Errand } from './desk.ts'
import { existing, graves, isImplicit, placeOf, present } from './desk.ts'
import { declares, idOf, notFound, nounOf, sentRecord, targetOf, theOnly } from './identity.ts'
import { newId } from './ids.ts'
import { mergePatch } from './merge-patch.ts'
import type { Id, Transaction } from './store.ts'

export const create: Act = async (desk, errand) => {
  const { operation } = desk
  const sent = sentRecord(operation, errand.request) ?? {}
  const id = await idForNew(desk, errand, sent)
  if (typeof id === 'object') return id
  const record = await keep(desk, errand, { id, sent })
  const location = operation.status === 201 ? desk.locate?.(errand, id) : undefined
  return present(desk, errand, record, operation.status, location)
}

/** The id the client chose, where the document lets it and it is free, else the next one. */
async function idForNew(desk: Desk, { records, scope }: Errand, sent: JsonObject): Promise<Id | Refused> {
  const { resource, declared, ids } = desk
  if (resource.kind === 'singleton') return theOnly
  const chosen = chosenId(desk, sent)
  if (chosen === undefined) return newId(ids, records, scope)
  if ((await records.get(chosen)) === undefined) return chosen
  // An answer that is not declared would break the document: better another id than a lost record.
  if (!declares(declared, 409) && resource.idType === 'integer') return newId(ids, records, scope)
  return refuse(409, 'already_exists', `The ${nounOf(resource)} ${String(chosen)} exists already.`)
}

function chosenId({ resource, accepted, options: { document } }: Desk, sent: JsonObject): Id | undefined {
  const { idProperty } = resource
  const node =
    accepted && idProperty !== undefined
      ? possiblePropertiesOf(document, accepted).get(idProperty)
      : undefined
  if (!node || idProperty === undefined) return undefined
  const isReadOnly = [node, resolveRef(document, node)].some(
    ({ schema }) => typeof schema === 'object' && schema['readOnly'] === true,
  )
  return isReadOnly ? undefined : idOf(sent[idProperty])
}

export const replace: Act = async (desk, errand) => {
  const { resource, operation, declared } = desk
  const id = targetOf(resource, operation, errand.request)
  const sent = sentRecord(operation, errand.request)
  if (id === undefined || !sent) return errand.next()
  const before = await existing(desk, errand, id)
  if (!before && !declares(declared, 201)) return notFound(resource, id)
  const record = await keep(desk, errand, { id, sent, ...(before && { before }) })
  return before
    ? present(desk, errand, record)
    : present(desk, errand, record, 201, desk.locate?.(errand, id))
}

export const update: Act = async (desk, errand) => {
  const { resource, operation } = desk
  const id = targetOf(resource, operation, errand.request)
  if (id === undefined) return errand.next()
  const before = await existing(desk, errand, id)
  if (!before) return notFound(resource, id)
  const patch = sentRecord(operation, errand.request)
  if (!patch) return present(desk, errand, before)
  const removed = Object.keys(patch).filter((name) => patch[name] === null && isRemovable(desk, name))
  const needed = removed.find((name) => requiredOf(desk.options.document, resource.record).has(name))
  if (needed !== undefined) return cannotRemove(desk, needed)
  const sent = patched(before, patch, new Set(removed))
  return present(desk, errand, await keep(desk, errand, { id, sent, before, removed: new Set(removed) }))
}

/** The properties a patch names, as they are after it. */
function patched(before: JsonObject, patch: JsonObject, removed: ReadonlySet<string>): JsonObject {
  const merged = mergePatch(before, patch)
  const names = Object.keys(patch).filter((name) => !removed.has(name))
  return Object.fromEntries(names.map((name): [string, Json] => [name, merged[name] ?? null]))
}

/** Null removes what clients may send, unless it is a value like any other there: most clients then mean that. */
function isRemovable({ resource, accepted, options: { document, validator } }: Desk, name: string): boolean {
  const offered = accepted && possiblePropertiesOf(document, accepted)
  if (offered && offered.size > 0 && !offered.has(name)) return false
  const node = possiblePropertiesOf(document, resource.record).get(name)
  return node === undefined || validator.of(node, 'response')(null).length > 0
}

function cannotRemove({ resource }: Desk, name: string): Refused {
  const message = `'${name}' is required and cannot be removed.`
  const schema = `${resource.record.pointer}/required`
  return refuse(400, 'invalid_request', `The request removes what every ${nounOf(resource)} must have.`, {
    details: [{ in: 'body', path: `/${name}`, keyword: 'required', message, schema }],
  })
}

interface Written {
  readonly id: Id
  readonly sent: JsonObject
  readonly before?: JsonObject
  readonly removed?: ReadonlySet<string>
}

/** Composes the record and puts it into the store. */
async function keep(desk: Desk, errand: Errand, written: Written): Promise<JsonObject> {
  const { request, records, now } = errand
  const fixed = desk.operation.within.flatMap(({ parameter, property }) => {
    const value = request.path[parameter]
    return value === undefined ? [] : [[property, value] as const]
  })
  const record = await desk.composer.compose({
    ...placeOf(desk, errand, written.id),
    ...written,
    fixed: Object.fromEntries(fixed),
    now: now(),
  })
  await records.put(written.id, record)
  return record
}

export const remove: Act = async (desk, errand): Promise<Outcome> => {
  const { resource, operation, options } = desk
  const id = targetOf(resource, operation, errand.request)
  if (id === undefined) return errand.next()
  const record = await existing(desk, errand, id)
  if (!record) return notFound(resource, id)
  await errand.records.remove(id)
  await removeBelow(options.model.resources, resource, [...errand.scope, id], errand.store)
  if (isImplicit(resource)) await graves(resource, errand).put(id, {})
  return present(desk, errand, record)
}

/** What a record contains goes with it: another one may come to have its id. */
async function removeBelow(
  resources: readonly Resource[],
  parent: Resource,
  scope: readonly Id[],
  store: Transaction,
): Promise<void> {
  const children = resources.filter(
    (resource) => resource.parent?.resource === parent.name && resource.scope.length === scope.length,
  )
  for (const child of children) {
    const collection = store.collection(child.name, scope)
    const { items } = await collection.list()
    for (const item of items) {
      const id = child.kind === 'singleton' ? theOnly : idOf(item[child.idProperty ?? ''])
      if (id === undefined) continue
      await collection.remove(id)
      await removeBelow(resources, child, [...scope, id], store)
    }
  }
}
