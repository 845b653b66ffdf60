import { pathParameter, type Operation } from '../../spec/document.ts'
import { areUsers, isOwnPath } from '../../spec/inference/references/current-user.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { isBusiness, isSuccess, jsonOf } from '../answer.ts'
import { idIn, recordIn, recordsIn, sameId } from '../answers/answer-records.ts'
import { operationFor, operationsFor, resourceNamed, type Api } from '../api/api.ts'
import { creatorOf } from '../api/creators.ts'
import { ownerIn } from '../api/own-operations.ts'
import { baseOf } from '../api/shared-ids.ts'
import { isTrusted, type Context } from '../context.ts'
import { bindTo, fixtureAt, itemDraft, plainDraft } from '../draft.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { isDuplicate } from '../requests/already-exists.ts'
import { parameterValue } from '../requests/required-parameters.ts'
import { templatesOf, type RequestTemplate } from '../requests/templates.ts'
import { mostAttempts, type InstantiateOptions } from './case-group.ts'
import { findCreated } from './created-in-list.ts'
import { answersWithOther } from './created-record.ts'
import { generateId } from './identity.ts'
import { findIssued } from './issued-records.ts'
import { findKnownElsewhere } from './known-elsewhere.ts'
import { resourceOfParameter } from './parameter-resource.ts'
import { createByWholeKey } from './whole-key.ts'

/** Returns a record to work on, an existing or a new one; undefined if the API provides none. */
export async function fixture(
  context: Context,
  resource: Resource,
  freshness: InstantiateOptions,
): Promise<Fixture | undefined> {
  const known = context.group.fixtures.get(resource.name)
  if (known && !known.gone && !freshness.fresh) return known
  if (context.group.making.has(resource.name)) return known?.gone === false ? known : undefined
  context.group.making.add(resource.name)
  try {
    const found = await obtain(context, resource, freshness)
    if (found) context.group.fixtures.set(resource.name, found)
    return found
  } finally {
    context.group.making.delete(resource.name)
  }
}

/** Creates a record, or takes one that exists if the run may not or cannot create any. */
async function obtain(
  context: Context,
  resource: Resource,
  freshness: InstantiateOptions,
): Promise<Fixture | undefined> {
  const made = context.run.options.readOnly
    ? undefined
    : ((await create(context, resource, freshness)) ??
      (await createByWholeKey(context, resource, freshness)) ??
      (await findDependent(context, resource, freshness)) ??
      (await findIssued(context, resource)) ??
      (await createByPut(context, resource)))
  return made ?? (await existing(context, resource, freshness)) ?? findKnownElsewhere(context, resource)
}

/**
 * An existing record, another one with each attempt. If possible it is not the user who sends the requests: a change of that one may
 * end all access.
 */
async function existing(
  context: Context,
  resource: Resource,
  { attempt = 0 }: InstantiateOptions,
): Promise<Fixture | undefined> {
  const listed = await listedFixtures(context, resource)
  const own = listed.length > 1 ? await ownId(context, resource) : undefined
  const others = listed.filter(({ id }) => !sameId(id, own))
  return others[attempt % others.length] ?? listed[0]
}

/** The id of the user who sends the requests, if the resource's records are users. */
async function ownId(context: Context, resource: Resource): Promise<Json | undefined> {
  const read = areUsers(resource.name)
    ? context.api.operations.find(({ method, path }) => method === 'GET' && isOwnPath(path))
    : undefined
  const { answer } = read && isTrusted(context.run, read) ? await context.control(read) : {}
  const body = answer && jsonOf(answer)
  if (!isJsonObject(body)) return undefined
  const records = [body, ...Object.values(body).filter((each) => isJsonObject(each))]
  return records.map((each) => idIn(each, resource)).find((id) => id !== undefined)
}

/**
 * Creates a record with the operation that creates those of the resource, trying other values if the request is refused for its
 * values. An action that makes a record of another one has a new one to act on each time.
 */
async function create(
  context: Context,
  resource: Resource,
  { freshReferences = false }: InstantiateOptions,
): Promise<Fixture | undefined> {
  const creation = creatorOf(context.api, resource)
  // A record with neither an id nor a path of its own cannot be distinguished from others.
  const isIdentifiable = resource.idProperty !== undefined || resource.itemPath !== undefined
  if (!creation || !isIdentifiable) return undefined
  const { operation } = creation
  const isConversion = context.api.conversions.has(operation.id)
  const isFirst = !context.group.controls.has(operation.id)
  const accepted = await context.control(operation)
  if (!accepted.template || !accepted.answer) return undefined
  const first =
    isFirst && !freshReferences
      ? await createdBy(context, resource, accepted.answer, accepted.template)
      : undefined
  if (first?.gone === false) return first
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const draft = await context.instantiate(operation, accepted.template, {
      fresh: attempt > 0 || isConversion,
      freshReferences,
      // The record above may take no more.
      elsewhere: attempt > 1,
      attempt,
    })
    const answer = await context.send(draft, 'valid')
    if (isSuccess(answer.status)) return createdBy(context, resource, answer, accepted.template)
    if (!isBusiness(answer.status) && !isDuplicate(context.api, operation, accepted.template, answer))
      return undefined
  }
  return undefined
}

/** Returns the created record, identified by the response or, failing that, by the list. */
async function createdBy(
  context: Context,
  resource: Resource,
  answer: Answer,
  template: RequestTemplate,
): Promise<Fixture | undefined> {
  const created = context.run.records.createdBy(answer)
  const isListNeeded =
    created === undefined && !answersWithOther(context.api, resource, answer.draft.operation)
  const list = isListNeeded ? operationFor(context.api, resource, 'list') : undefined
  if (!list || !isTrusted(context.run, list.operation)) return created
  const accepted = await context.control(list.operation)
  return accepted.answer && findCreated(context, resource, list, accepted.answer.draft, answer, template)
}

/** Returns a record that exists along with another one and shares its id, such as the stock of a pet. */
async function findDependent(
  context: Context,
  resource: Resource,
  freshness: InstantiateOptions,
): Promise<Fixture | undefined> {
  const base = baseOf(context.api, resource) ?? ownerOf(context.api, resource)
  const read = operationFor(context.api, resource, 'read')
  if (!base || !isTrusted(context.run, read?.operation)) return undefined
  const owner = await context.fixture(base, freshness)
  if (!owner || !read) return undefined
  const names = parameterNames(read.operation.path)
  if (names.length !== owner.key.length) return undefined
  const draft = plainDraft(read.operation, bindTo({ ...owner, gone: false }, names))
  let answer = await context.send(draft, 'valid')
  if (answer.status === 404 && (await fill(context, resource, owner)))
    answer = await context.send(draft, 'valid')
  if (!isSuccess(answer.status)) return undefined
  return {
    resource: resource.name,
    id: owner.id,
    key: owner.key,
    creation: owner.creation,
    record: recordIn(answer, read.role),
    get gone() {
      return owner.gone
    },
    set gone(gone) {
      owner.gone = gone
    },
  }
}

/** Writes a singleton that does not exist before that, such as the picture of an album; returns whether it was accepted. */
async function fill(context: Context, resource: Resource, owner: Fixture): Promise<boolean> {
  const { api, run, group } = context
  const write = [...operationsFor(api, resource, 'update'), ...operationsFor(api, resource, 'replace')]
    .map(({ operation }) => operation)
    .find(({ method }) => method === 'POST' || method === 'PUT')
  if (resource.kind !== 'singleton' || !write || run.options.readOnly) return false
  const known = group.controls.get(write.id)?.template
  for (const template of known ? [known] : templatesOf(api, write)) {
    const at = { ...owner, resource: resource.name, gone: false }
    const answer = await context.send(await context.instantiate(write, template, { at }), 'valid')
    if (isSuccess(answer.status)) return true
  }
  return false
}

/** The collection whose records each have such a singleton, such as the settings of a project. */
const ownerOf = (api: Api, { kind, parent }: Resource): Resource | undefined =>
  kind === 'singleton' && parent ? resourceNamed(api, parent.resource) : undefined

/** Whether the document declares that the PUT may create a record (RFC 9110 §9.3.4). */
export const mayCreateByPut = ({ method, responses }: Operation): boolean =>
  method === 'PUT' && responses.some(({ status }) => status === '201')

/**
 * The id of a record to be created by PUT: a generated one, or that of a new record of the resource whose ids the path takes, as in
 * `/projects/{projectId}/members/{userId}`.
 */
async function idForNew(
  context: Context,
  resource: Resource,
  operation: Operation,
): Promise<Json | undefined> {
  const [parameter] = parameterNames(operation.path).slice(-1)
  const named = parameter === undefined ? undefined : resourceOfParameter(context.api, operation, parameter)
  return named && named !== resource
    ? (await context.fixture(named, { fresh: true }))?.id
    : generateId(context.api, resource, operation, Number.parseInt(context.unique(), 36))
}

/** Values for the path parameters before the id that name no records of the API, such as a subscription. */
function scopeOutside({ api, run }: Context, operation: Operation): readonly Json[] {
  const given = run.options.operations[operation.id]?.path ?? {}
  return parameterNames(operation.path)
    .slice(0, -1)
    .flatMap((name) => {
      const parameter = pathParameter(operation, name)
      return given[name] ?? (parameter && parameterValue(api, parameter)) ?? []
    })
}

/** Creates a record by PUT with a generated id, if no other operation creates one. */
async function createByPut(context: Context, resource: Resource): Promise<Fixture | undefined> {
  const { api, run } = context
  const put = (['replace', 'update'] as const)
    .flatMap((role) => operationsFor(api, resource, role))
    .find(({ operation }) => mayCreateByPut(operation))
  const parent = resource.parent && resourceNamed(api, resource.parent.resource)
  if (
    !put ||
    context.group.unmade.has(resource.name) ||
    operationFor(api, resource, 'create') ||
    !operationFor(api, resource, 'delete')
  )
    return undefined
  const { operation, role } = put
  const known = context.group.controls.get(operation.id)?.template
  const key = parent ? (await context.fixture(parent))?.key : scopeOutside(context, operation)
  const refused: Answer[] = []
  for (const template of known ? [known] : templatesOf(api, operation)) {
    const id = await idForNew(context, resource, operation)
    if (id === undefined || key?.length !== parameterNames(operation.path).length - 1) break
    const at = fixtureAt(resource.name, [...key, id])
    const draft = await context.instantiate(operation, template, { at })
    const isUnused = await isMissing(context, resource, at)
    const answer = await context.send(draft, 'valid')
    if (answer.status === 201 || (isUnused && isSuccess(answer.status))) {
      context.group.controls.set(operation.id, { template, answer, refused })
      return run.records.add({ ...at, record: recordIn(answer, role), creation: answer })
    }
    refused.push(answer)
  }
  context.group.unmade.add(resource.name)
  return undefined
}

/** Whether a record is known not to exist: reading it is answered with 404. */
export async function isMissing(context: Context, resource: Resource, at: Fixture): Promise<boolean> {
  const read = operationFor(context.api, resource, 'read')
  return read !== undefined && (await context.send(itemDraft(read, at), 'valid')).status === 404
}

/** Returns the existing records on the first page of the list. What came into being with a record of this run is of this run, too. */
export async function listedFixtures(context: Context, resource: Resource): Promise<readonly Fixture[]> {
  const list = operationFor(context.api, resource, 'list')
  if (!isTrusted(context.run, list?.operation) || !list) return []
  const { answer } = await context.control(list.operation)
  if (!answer) return []
  const isMadeWithOwner = resource.parent !== undefined && !creatorOf(context.api, resource)
  const owner = isMadeWithOwner
    ? answer.draft.bindings.find((each) => each.in === 'path')?.fixture
    : undefined
  return (recordsIn(answer, list.role) ?? []).flatMap((record) => {
    const id = idIn(record, resource)
    const scope = list.role.scope.map((name) => answer.draft.path[name] ?? ownerIn(resource, record) ?? null)
    const of = { resource: resource.name, record, creation: owner?.creation, gone: owner?.gone ?? false }
    return id === undefined ? [] : [{ ...of, id, key: [...scope, id] }]
  })
}
