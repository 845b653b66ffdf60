import { pathParameter, type Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { endsInParameter, parameterNames } from '../../spec/routing/path-template.ts'
import { referenceValue } from '../answers/answer-records.ts'
import { bodySchema, operationFor, operationsFor, resourceNamed } from '../api/api.ts'
import { redirectionOf } from '../api/redirections.ts'
import { inconclusive, type CaseEnd, type Context } from '../context.ts'
import { bindTo, bodyValue, valueAt, withBody, withValueAt } from '../draft.ts'
import type { Binding, Draft, Fixture } from '../interaction.ts'
import { backupRecord, backupSingleton } from '../records/backup.ts'
import type { InstantiateOptions } from '../records/case-group.ts'
import { assertPathAllows, identityIn, idRefusedByPath } from '../records/identity.ts'
import { idNamedLike, keyRedirected } from '../records/known-elsewhere.ts'
import { idOfMember } from '../records/members.ts'
import { resourceOfParameter } from '../records/parameter-resource.ts'
import { resourceOfAction } from '../records/steps/step-candidates.ts'
import { takePreparedStep } from '../records/steps/steps.ts'
import { withVersionPlaceholder } from '../requests/current-version.ts'
import { freshen, hasConflicted } from '../requests/freshen.ts'
import { withNewItems } from '../requests/new-items.ts'
import { withNewKey } from '../requests/new-key.ts'
import { withFixedData } from '../requests/operation-data.ts'
import { withPathValues } from '../requests/path-values.ts'
import { pathTarget, type PathTarget } from '../requests/paths.ts'
import { withPrecondition } from '../requests/precondition.ts'
import { parameterValue, unusedId } from '../requests/required-parameters.ts'
import type { RequestTemplate } from '../requests/templates.ts'
import { withinLimits } from '../requests/within-limits.ts'
import { fillReferences, inTypeOf } from './fill-references.ts'
import { withNewId } from './new-id.ts'

/** Makes a request of a template, with ids of existing records and unique strings. */
export async function instantiate(
  context: Context,
  operation: Operation,
  template: RequestTemplate,
  freshness: InstantiateOptions,
): Promise<Draft> {
  const { query, header: fields, cookie, body } = template
  await backupSingleton(context, operation)
  const path = await fillPath(context, operation, freshness)
  const draft: Draft = {
    operation,
    ...path,
    query: withNewId(context.api, operation, query, context.unique(freshness.attempt)),
    header: withNewKey(context, operation, fields),
    cookie,
    body: body && { kind: 'value', mediaType: body.mediaType, value: body.value },
  }
  const asIs = freshness.asIs === true || template.asIs === true
  const filled = body
    ? withPathValues(context, await fillBody(context, draft, { ...freshness, asIs }, template.kept))
    : draft
  const conditional = withVersionPlaceholder(context, withPrecondition(context.run, filled))
  return withFixedData(conditional, context.run.options.operations[operation.id])
}

async function fillBody(
  context: Context,
  draft: Draft,
  freshness: InstantiateOptions,
  kept: RequestTemplate['kept'],
): Promise<Draft> {
  const { operation } = draft
  const schema = bodySchema(operation)
  if (!schema) return draft
  // Before references, which may create other records of the same resource.
  const named = await targetInBody(context, operation, freshness)
  const referring = await fillReferences(context, draft, freshness)
  if (freshness.asIs) return fillIdentity(context, referring, named)
  const request = { api: context.api, operation, mark: context.unique(freshness.attempt), kept }
  const fresh = freshen(request, schema, bodyValue(referring) ?? null)
  return fillIdentity(
    context,
    withinLimits(
      context.api,
      withNewItems(context, withBody(referring, fresh), freshness.attempt ?? 0),
      freshness.whole === true,
    ),
    named,
  )
}

/** The record to work on, if only the body identifies it. */
async function targetInBody(
  context: Context,
  operation: Operation,
  freshness: InstantiateOptions,
): Promise<Fixture | undefined> {
  const place = identityIn(context.api, operation)
  if (place?.isTarget !== true) return undefined
  const found = await context.fixture(place.resource, freshness)
  if (!found) throw noRecord(context, place.resource, 'to work on')
  return found
}

/** Puts the id of the record into the body: of the one that only the body identifies, or of the one in the path. */
function fillIdentity(context: Context, draft: Draft, named: Fixture | undefined): Draft {
  const place = identityIn(context.api, draft.operation)
  const body = bodyValue(draft)
  if (!place || body === undefined) return draft
  const { resource, pointer, isTarget, scope } = place
  if (!isTarget && valueAt(body, pointer) === undefined) return draft
  const found =
    named ??
    draft.bindings.findLast((each) => each.in === 'path' && each.fixture.resource === resource.name)?.fixture
  const id = found && inTypeOf(valueAt(body, pointer), referenceValue(resource, found))
  const filled = id === undefined ? undefined : withValueAt(body, pointer, id)
  if (!found || filled === undefined) return draft
  if (isTarget) backupRecord(context.run, found)
  const isScoped = isTarget && found.key.length > scope.length
  const path = isScoped ? scope.map((name, index) => [name, found.key[index] ?? null] as const) : []
  const binding: Binding = { in: 'body', at: pointer, fixture: found }
  return {
    ...withBody(draft, filled),
    path: { ...draft.path, ...Object.fromEntries(path) },
    bindings: [...draft.bindings, binding],
  }
}

/** Values for the path parameters, bound to the records they identify. */
async function fillPath(
  context: Context,
  operation: Operation,
  freshness: InstantiateOptions,
): Promise<Pick<Draft, 'path' | 'bindings'>> {
  if (freshness.at) return bindTo(freshness.at, parameterNames(operation.path))
  const given = context.run.options.operations[operation.id]?.path ?? {}
  if (parameterNames(operation.path).every((name) => Object.hasOwn(given, name)))
    return { path: given, bindings: [] }
  const target = pathTarget(context.api, operation)
  const bound = target && (await bind(context, operation, target, freshness))
  const rest = operation.parameters.filter((each) => each.in === 'path' && !target?.names.includes(each.name))
  const others: Record<string, Json> = {}
  for (const each of rest) {
    const isOpen = each.examples.length === 0
    const value =
      (isOpen ? await idFor(context, operation, each.name, bound !== undefined) : undefined) ??
      parameterValue(context.api, each)
    if (value !== undefined) others[each.name] = value
  }
  const path = { ...bound?.path, ...others }
  const lacking = parameterNames(operation.path).find((name) => !Object.hasOwn(path, name))
  if (lacking !== undefined) throw inconclusive(`No value is known for path ${lacking}.`)
  return { path, bindings: bound?.bindings ?? [] }
}

/**
 * An id for a parameter that is related to a resource, or to a property of one, only by its name. If the operation may change the record, it has to be one that
 * the run created. Because the relation is a guess, a refusal of the id is not judged.
 */
async function idFor(
  context: Context,
  operation: Operation,
  name: string,
  isBeside: boolean,
): Promise<Json | undefined> {
  if (redirectionOf(context.api, operation)?.parameter === name) return keyRedirected(context, operation)
  const resource = resourceOfParameter(context.api, operation, name)
  if (!resource) return isSafe(operation.method) ? idNamedLike(context, operation, name) : undefined
  const found = await context.fixture(resource)
  const isSpared = isBeside || isSafe(operation.method) || found?.creation !== undefined
  const isTaken =
    found && idRefusedByPath(context.api, operation, [name], { ...found, key: [found.id] }) === undefined
  return isTaken && isSpared ? found.id : undefined
}

/** The parameters that identify the record in the path: an existing record, if the operation cannot destroy it, or a new one. */
async function bind(
  context: Context,
  operation: Operation,
  target: PathTarget,
  freshness: InstantiateOptions,
): Promise<Pick<Draft, 'path' | 'bindings'>> {
  const { resource, names } = target
  const isChanging = !isSafe(operation.method) && !addsBelow(context, operation, resource)
  const record = await recordToBind(context, operation, target, freshness)
  if (!record) return { path: await unknownKey(context, operation, target, isChanging), bindings: [] }
  const isRestorable = operation.method === 'PATCH' || operation.method === 'PUT'
  if (!record.creation && isChanging && !isRestorable) {
    context.run.spared.add(operation.id)
    throw noRecord(context, resource, 'created by this run')
  }
  assertPathAllows(context.api, operation, names, record)
  if (isChanging) backupRecord(context.run, record)
  return bindTo(record, names)
}

/** A record in a state in which the operation is accepted, as far as is known. */
async function recordToBind(
  context: Context,
  operation: Operation,
  { resource, names }: PathTarget,
  freshness: InstantiateOptions,
): Promise<Fixture | undefined> {
  const isItem = parameterNames(operation.path).length === names.length && endsInParameter(operation.path)
  const steps = context.group.controls.get(operation.id)?.steps ?? []
  const before = context.group.fixtures.get(resource.name)
  // Operations on nested resources leave the record as it is; deleting it or acting on it does not. What was taken below one record
  // may be free below another.
  const usesUp =
    isItem ||
    steps.length > 0 ||
    (freshness.elsewhere === true && hasConflicted(context.api, operation)) ||
    resourceOfAction(context.api, operation) === resource
  const record = await context.fixture(resource, usesUp ? freshness : {})
  if (!record && !isUnidentified(context, resource)) throw noRecord(context, resource, 'to work on')
  if (record && record !== before) for (const step of steps) await takePreparedStep(context, step, record)
  return record
}

/**
 * Values for the parameters of a record whose id no operation shows: the documented ones, or unused ones if the
 * operation may change the record. Because they are a guess, a refusal of them is not judged.
 */
async function unknownKey(
  context: Context,
  operation: Operation,
  { resource, names }: PathTarget,
  isChanging: boolean,
): Promise<Draft['path']> {
  const { api } = context
  const parent = resource.parent && resourceNamed(api, resource.parent.resource)
  const owner = parent && names.length > 1 ? await context.fixture(parent) : undefined
  const seed = Number.parseInt(context.unique(), 36)
  const put = operationsFor(api, resource, 'put').find((each) => each.operation === operation)
  const path: Record<string, Json> = {}
  for (const [index, name] of names.entries()) {
    const parameter = pathParameter(operation, name)
    const isOwn = index === names.length - 1 && resource.kind !== 'singleton'
    const known =
      owner?.key[index] ??
      (isOwn
        ? put && (await idOfMember(context, resource, put))
        : await idFor(context, operation, name, owner !== undefined))
    const value =
      known ?? (parameter && (isChanging ? unusedId(api, parameter, seed) : parameterValue(api, parameter)))
    if (value !== undefined) path[name] = value
  }
  return path
}

/** Whether an operation creates a record below a parent that clients cannot create, and so may use an existing one. */
function addsBelow({ api }: Context, operation: Operation, parent: Resource): boolean {
  const own = api.model.roles.get(operation.id)
  const isCreate = own?.operation.role === 'create' && own.resource !== parent
  return isCreate && !canBeCreated(parent)
}

/** Whether no record is available because none can be identified, not because it could not be created. */
function isUnidentified({ api, group }: Context, resource: Resource): boolean {
  const create = operationFor(api, resource, 'create')
  if (!create) return !canBeCreated(resource)
  const control = group.controls.get(create.operation.id)
  return !group.making.has(resource.name) && (!control || control.answer !== undefined)
}

const canBeCreated = ({ operations }: Resource): boolean => operations.some(({ role }) => role === 'create')

/** Ends the case because there is no record; says so if that is because the operation to create one is excluded. */
function noRecord({ api }: Context, { name, operations }: Resource, what: string): CaseEnd {
  const creates = operations.filter(
    ({ role, operationId }) => role === 'create' && !api.byId.has(operationId),
  )
  const why = creates.map(({ operationId }) => `: ${operationId} is excluded`).join('')
  return inconclusive(`No record of ${name} ${what} is available${why}.`)
}
