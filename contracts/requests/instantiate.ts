import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import type { Resource } from '../../spec/resources.ts'
import { bodySchema } from '../api/api.ts'
import { inconclusive, type CaseEnd, type Context } from '../context.ts'
import {
  bindTo,
  bodyValue,
  textOfId,
  valueAt,
  withBody,
  withValueAt,
  type Binding,
  type Draft,
  type Fixture,
} from '../draft.ts'
import { borrowRecord, borrowSingleton } from '../records/borrow.ts'
import { identityIn, strangeTo } from '../records/identity.ts'
import type { Freshness, Lane } from '../records/lane.ts'
import { namedByParameter } from '../records/path-ids.ts'
import { pathTarget } from '../records/paths.ts'
import { idThroughPath, referencesIn, withOneEach, withRecord } from '../records/reference-places.ts'
import { calledIn } from '../records/shown.ts'
import { actedOn, takeStep } from '../records/steps.ts'
import { freshen } from './freshen.ts'
import { fixedBy } from './operation-data.ts'
import { underCondition } from './precondition.ts'
import { underVersion } from './current-version.ts'
import { withNewId } from './new-id.ts'
import type { RequestTemplate } from './templates.ts'
import { parameterValue } from './required-parameters.ts'

/** The template as a request: ids of records that are there, and texts that are new. */
export async function instantiate(
  context: Context,
  lane: Lane,
  operation: Operation,
  template: RequestTemplate,
  freshness: Freshness,
): Promise<Draft> {
  const { query, header: fields, cookie, body } = template
  await borrowSingleton(context, operation)
  const path = await fillPath(context, lane, operation, freshness)
  const draft: Draft = {
    operation,
    ...path,
    query: withNewId(context.api, operation, query, context.unique(freshness.attempt)),
    header: fields,
    cookie,
    body: body && { kind: 'value', mediaType: body.mediaType, value: body.value },
  }
  const asIs = freshness.asIs === true || template.asIs === true
  const filled = body ? await fillBody(context, lane, draft, { ...freshness, asIs }) : draft
  const whole = underVersion(context, underCondition(context.run, filled))
  return fixedBy(whole, context.run.options.operations[operation.id])
}

async function fillBody(context: Context, lane: Lane, draft: Draft, freshness: Freshness): Promise<Draft> {
  const { operation } = draft
  const schema = bodySchema(operation)
  if (!schema) return draft
  // Before references make others of its kind.
  const named = await namedByBody(context, lane, operation, freshness)
  const referring = await fillReferences(context, lane, draft, freshness)
  if (freshness.asIs) return fillIdentity(context, referring, named)
  const value = bodyValue(referring)
  const isNew = freshen(context.api, operation, schema, value ?? null, context.unique(freshness.attempt))
  return fillIdentity(context, withBody(referring, isNew), named)
}

/** The record to work on, where the body alone names it. */
async function namedByBody(
  context: Context,
  lane: Lane,
  operation: Operation,
  freshness: Freshness,
): Promise<Fixture | undefined> {
  const place = identityIn(context.api, operation)
  if (place?.isTarget !== true) return undefined
  const found = await lane.fixture(context, place.resource, freshness)
  if (!found) throw noRecord(context, place.resource, 'to work on')
  return found
}

/** The body's own id is that of the record it alone names, or of the one that the path names. */
function fillIdentity(context: Context, draft: Draft, named: Fixture | undefined): Draft {
  const place = identityIn(context.api, draft.operation)
  const body = bodyValue(draft)
  if (!place || body === undefined) return draft
  const { resource, pointer, isTarget, scope } = place
  if (!isTarget && valueAt(body, pointer) === undefined) return draft
  const found =
    named ??
    draft.bindings.findLast((each) => each.in === 'path' && each.fixture.resource === resource.name)?.fixture
  const filled = found && withValueAt(body, pointer, calledIn(resource, found))
  if (!found || filled === undefined) return draft
  if (isTarget) borrowRecord(context.run, found)
  const isScoped = isTarget && found.key.length > scope.length
  const path = isScoped ? scope.map((name, index) => [name, found.key[index] ?? null] as const) : []
  const binding: Binding = { in: 'body', at: pointer, fixture: found }
  return {
    ...withBody(draft, filled),
    path: { ...draft.path, ...Object.fromEntries(path) },
    bindings: [...draft.bindings, binding],
  }
}

/** Values of the path's parameters, with the records they name. */
async function fillPath(
  context: Context,
  lane: Lane,
  operation: Operation,
  freshness: Freshness,
): Promise<Pick<Draft, 'path' | 'bindings'>> {
  if (freshness.at) return bindTo(freshness.at, parameterNames(operation.path))
  const given = context.run.options.operations[operation.id]?.path ?? {}
  if (parameterNames(operation.path).every((name) => Object.hasOwn(given, name)))
    return { path: given, bindings: [] }
  const target = pathTarget(context.api, operation)
  const bound = target && (await bind(context, lane, operation, target.resource, target.names, freshness))
  const rest = operation.parameters.filter((each) => each.in === 'path' && !target?.names.includes(each.name))
  const others: Record<string, Json> = {}
  for (const each of rest) {
    const isOpen = each.examples.length === 0
    const value =
      (isOpen ? await idFor(context, lane, operation, each.name, bound !== undefined) : undefined) ??
      parameterValue(context.api, each)
    if (value !== undefined) others[each.name] = value
  }
  const path = { ...bound?.path, ...others }
  const lacking = parameterNames(operation.path).find((name) => !Object.hasOwn(path, name))
  if (lacking !== undefined) throw inconclusive(`There is no value for ${lacking} of its path.`)
  return { path, bindings: bound?.bindings ?? [] }
}

/**
 * An id of the collection that nothing but the parameter's name tells: that of a record the run made, where the operation
 * may change it. It is a guess: nothing is said of its refusal.
 */
async function idFor(
  context: Context,
  lane: Lane,
  operation: Operation,
  name: string,
  isBeside: boolean,
): Promise<Json | undefined> {
  const resource = namedByParameter(context.api, operation, name)
  const found = resource && (await lane.fixture(context, resource))
  const isSpared = isBeside || isSafe(operation.method) || found?.creation !== undefined
  const isTaken =
    found && strangeTo(context.api, operation, [name], { ...found, key: [found.id] }) === undefined
  return isTaken && isSpared ? found.id : undefined
}

async function bind(
  context: Context,
  lane: Lane,
  operation: Operation,
  resource: Resource,
  names: readonly string[],
  freshness: Freshness,
): Promise<Pick<Draft, 'path' | 'bindings'>> {
  const isItem = parameterNames(operation.path).length === names.length && operation.path.endsWith('}')
  const steps = lane.controls.get(operation.id)?.steps ?? []
  const before = lane.fixtures.get(resource.name)
  // What is below a record does not use it up; what is done to it may, and so may what was done to it before.
  const usesUp = isItem || steps.length > 0 || actedOn(context.api, operation) === resource
  const found = await lane.fixture(context, resource, usesUp ? freshness : {})
  if (!found) throw noRecord(context, resource, 'to work on')
  for (const step of found === before ? [] : steps) await takeStep(context, lane, step, found)
  const isAdding = addsBelow(context, operation, resource)
  if (
    !found.creation &&
    !isAdding &&
    !isSafe(operation.method) &&
    operation.method !== 'PATCH' &&
    operation.method !== 'PUT'
  ) {
    throw noRecord(context, resource, 'that the run made itself')
  }
  const strange = strangeTo(context.api, operation, names, found)
  if (strange !== undefined)
    throw inconclusive(`Its path takes no ${textOfId(strange)}, an id of ${resource.name}.`)
  if (!isSafe(operation.method) && !isAdding) borrowRecord(context.run, found)
  return bindTo(found, names)
}

/** Whether it makes a record below one of a kind that clients make none of: those that are there are for them to add to. */
function addsBelow({ api }: Context, operation: Operation, parent: Resource): boolean {
  const own = api.model.roles.get(operation.id)
  const isCreate = own?.operation.role === 'create' && own.resource !== parent
  return isCreate && parent.operations.every(({ role }) => role !== 'create')
}

/** Ends a case for want of a record; says so when that is because none may be made. */
function noRecord({ api }: Context, { name, operations }: Resource, what: string): CaseEnd {
  const creates = operations.filter(
    ({ role, operationId }) => role === 'create' && !api.byId.has(operationId),
  )
  const why = creates.map(({ operationId }) => `: ${operationId} is excluded`).join('')
  return inconclusive(`There is no record of ${name} ${what}${why}.`)
}

/** Every id of another record in the body, replaced by one of a record that is there. */
async function fillReferences(
  context: Context,
  lane: Lane,
  draft: Draft,
  freshness: Freshness,
): Promise<Draft> {
  const places = referencesIn(context, draft).filter(({ holder }) => !/\/[1-9]\d*$/.test(holder))
  let filled = withOneEach(context, draft, places)
  for (const place of places) {
    const { pointer, property, resource } = place
    const own = idThroughPath(draft, property)
    const found =
      own === undefined
        ? await referred(context, lane, draft, resource, freshness)
        : [...draft.bindings.map((each) => each.fixture), lane.fixtures.get(resource.name)].find(
            (each) => each?.resource === resource.name && each.id === own,
          )
    const id = own ?? (found && calledIn(resource, found))
    const before = bodyValue(filled)
    const after = id !== undefined && before !== undefined ? withValueAt(before, pointer, id) : undefined
    if (after === undefined) continue
    const bindings: readonly Binding[] = found ? [{ in: 'body', at: pointer, fixture: found }] : []
    const body = withRecord(context, draft, after, place, found?.record)
    filled = { ...withBody(filled, body), bindings: [...filled.bindings, ...bindings] }
  }
  return filled
}

/** A record to refer to; one of the same kind is none that is worked on, which may end with what is below it. */
async function referred(
  context: Context,
  lane: Lane,
  { operation }: Draft,
  resource: Resource,
  { fresh = false, freshReferences = false }: Freshness,
): Promise<Fixture | undefined> {
  if (context.api.model.roles.get(operation.id)?.resource !== resource)
    return lane.fixture(context, resource, { fresh: fresh || freshReferences })
  const parent = lane.parents.get(resource.name)
  return parent?.gone === false ? parent : undefined
}
