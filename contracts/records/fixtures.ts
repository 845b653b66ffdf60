import { isSafe } from '../../spec/http.ts'
import type { Operation } from '../../spec/document.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { describeAnswer, isSuccess, jsonOf, type Answer } from '../answer.ts'
import { needsCredentials } from '../checks/unauthorized.ts'
import { bodySchema, operationFor, type Api } from '../api.ts'
import { borrowRecord, borrowSingleton } from './borrow.ts'
import { inconclusive, isTrusted, type CaseEnd, type Context } from '../context.ts'
import {
  bindTo,
  bodyValue,
  plainDraft,
  textOfId,
  valueAt,
  withBody,
  withValueAt,
  type Binding,
  type Draft,
  type Fixture,
} from '../draft.ts'
import { asAsked } from '../requests/asked.ts'
import { freshen, noteConflict } from '../requests/freshen.ts'
import { baseOf, identityIn, strangeTo } from './identity.ts'
import { fixedBy } from '../requests/operation-data.ts'
import { parameterNames } from '../../spec/path-template.ts'
import { namedByParameter } from './path-ids.ts'
import { pathTarget } from './paths.ts'
import { additionsTo, parameterValue, recipesOf, type Recipe } from '../requests/recipes.ts'
import { idIn, recordIn, recordsIn } from './records.ts'
import { idThroughPath, referencesIn, withOneEach, withRecord } from './reference-places.ts'
import { actedOn, findSteps, stepsBeside } from './steps.ts'
import { untold } from './untold.ts'

/** What cases that run one after another share: records to work on, and requests known to be accepted. */
export interface Lane {
  readonly fixtures: Map<string, Fixture>
  readonly controls: Map<string, Control>
  /** Resources of which one is being made: a reference back to one of them cannot be filled. */
  readonly making: Set<string>
}

export const createLane = (): Lane => ({ fixtures: new Map(), controls: new Map(), making: new Set() })

/** A request of an operation that was accepted, from which others are made by one change. */
export interface Control {
  readonly recipe: Recipe | undefined
  readonly answer: Answer | undefined
  /** Refusals on the way there. */
  readonly refused: readonly Answer[]
  /** What is done to a new record first: without it, none is accepted. */
  readonly steps?: readonly Operation[]
}

export interface Freshness {
  /** New records instead of those used before. */
  readonly fresh?: boolean
  /** New records for the ids in the body, whatever the path names. */
  readonly freshReferences?: boolean
  readonly attempt?: number
  /** Texts stay as they are, instead of being made new. */
  readonly asIs?: boolean
}

const attempts = 3

/** A request of the operation that has just been, or once was, accepted; worked out once for each lane. */
export async function control(context: Context, lane: Lane, operation: Operation): Promise<Control> {
  const known = lane.controls.get(operation.id)
  if (known) return known
  const found = await search(context, lane, operation)
  lane.controls.set(operation.id, found)
  const [likeliest] = found.recipe ? [] : found.refused
  if (likeliest) context.run.refusing.set(operation.id, describeAnswer(likeliest))
  return found
}

async function search(context: Context, lane: Lane, operation: Operation): Promise<Control> {
  const refused: Answer[] = []
  const none: Control = { recipe: undefined, answer: undefined, refused }
  const recipes = recipesOf(context.api, operation)
  for (const recipe of recipes) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const draft = await instantiate(context, lane, operation, recipe, { fresh: attempt > 0, attempt })
      const answer = await context.send(draft, 'valid')
      if (isSuccess(answer.status)) {
        const found = await widened(context, lane, operation, { recipe, answer, refused })
        if (found.recipe) takenBy(context.api).add(found.recipe)
        return found
      }
      refused.push(answer)
      // Who is not let in is not let in with another request either, but where it is the request that lets one in.
      if ((answer.status === 401 && needsCredentials(operation)) || answer.status === 403) return none
      if (answer.status === 410 && context.run.retired.has(operation.id)) return none
      if (!isBusiness(answer.status) && !isThereAlready(context, operation, recipe, answer)) break
    }
  }
  return (
    (await askedFor(context, lane, operation, { recipe: recipes[0], answer: refused[0], refused })) ??
    (await onOtherRecord(context, lane, operation, refused)) ??
    (await afterSteps(context, lane, operation, refused)) ??
    none
  )
}

/** Most parts that are tried one by one beside what is accepted. */
const mostParts = 16

/**
 * A request with as much as is accepted of what the first one had, where that was refused for some of it: what is never sent
 * cannot be seen to be lost.
 */
async function widened(context: Context, lane: Lane, operation: Operation, found: Control): Promise<Control> {
  const [first] = recipesOf(context.api, operation)
  const schema = bodySchema(operation)
  const isRecord = context.api.model.roles.has(operation.id)
  const isOfSome = found.refused.some(({ status }) => status === 400 || status === 422)
  if (!isRecord || !isOfSome || !schema || !first?.body || !found.recipe?.body) return found
  let best = found
  for (const add of additionsTo(found.recipe.body.value, first.body.value).slice(0, mostParts)) {
    const { body } = best.recipe ?? {}
    const value = body && add(body.value)
    if (!body || value === undefined || !context.api.validator.of(schema, 'request').accepts(value)) continue
    const recipe = { ...found.recipe, body: { ...body, value } }
    const draft = await instantiate(context, lane, operation, recipe, { attempt: 1 })
    const answer = await context.send(draft, 'valid')
    if (isSuccess(answer.status)) best = { ...found, recipe, answer }
  }
  return best
}

/** Refusals that are done as they say, one after another. */
const mostAsked = 3

/** A request with texts of the formats that its refusals ask for. */
async function askedFor(
  context: Context,
  lane: Lane,
  operation: Operation,
  { recipe, answer, refused }: Control,
  turn = 0,
): Promise<Control | undefined> {
  const schema = bodySchema(operation)
  const isAsking = turn < mostAsked && (answer?.status === 400 || answer?.status === 422)
  if (!schema || !recipe?.body || !answer || !isAsking) return undefined
  const value = asAsked(context.api, schema, recipe.body.value, jsonOf(answer) ?? null)
  if (value === undefined || !context.api.validator.of(schema, 'request').accepts(value)) return undefined
  const next = { ...recipe, body: { ...recipe.body, value } }
  const draft = await instantiate(context, lane, operation, next, { attempt: turn })
  const found: Control = { recipe: next, answer: await context.send(draft, 'valid'), refused }
  const isTaken = found.answer !== undefined && isSuccess(found.answer.status)
  return isTaken ? found : askedFor(context, lane, operation, found, turn + 1)
}

const taken = new WeakMap<Api, WeakSet<Recipe>>()

/** What a run has seen accepted, to be accepted again. */
function takenBy(api: Api): WeakSet<Recipe> {
  const known = taken.get(api) ?? new WeakSet()
  taken.set(api, known)
  return known
}

/** Whether what was accepted once is refused for being there now, as far as others may say 400 instead of 409. */
function isThereAlready({ api }: Context, operation: Operation, recipe: Recipe, answer: Answer): boolean {
  const isAgain = answer.status === 400 && takenBy(api).has(recipe)
  if (isAgain) noteConflict(api, operation)
  return isAgain
}

/** Most other ways to make a record that an action is tried on. */
const mostOthers = 3

/**
 * A request that is accepted on a record made of less: with all that may be sent, it may be in a state already that the
 * action leads to.
 */
async function onOtherRecord(
  context: Context,
  lane: Lane,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const [recipe] = recipesOf(context.api, operation)
  const resource = actedOn(context.api, operation)
  const create = resource && operationFor(context.api, resource, 'create')?.operation
  const before = create && lane.controls.get(create.id)
  if (!recipe || !create || !before?.recipe || !refused.some(({ status }) => isOfState(status)))
    return undefined
  const others = recipesOf(context.api, create).filter((each) => each.body && each !== before.recipe)
  const sizeOf = (each: Recipe): number => stringifyJson(each.body?.value ?? null).length
  for (const other of others.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, mostOthers)) {
    lane.controls.set(create.id, { ...before, recipe: other })
    const record = await fixture(context, lane, resource, { fresh: true })
    const answer =
      record?.creation && (await context.send(await instantiate(context, lane, operation, recipe), 'valid'))
    if (answer && isSuccess(answer.status)) return { recipe, answer, refused }
  }
  lane.controls.set(create.id, before)
  return undefined
}

/** A request that is accepted once other things are done to its record. */
async function afterSteps(
  context: Context,
  lane: Lane,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const beside = stepsBeside(context.api, operation)
  const resource = pathTarget(context.api, operation)?.resource
  const [recipe] = recipesOf(context.api, operation)
  if (beside.length === 0 || !resource || !recipe || !refused.some(({ status }) => isOfState(status)))
    return undefined
  let answer: Answer | undefined
  const steps = await findSteps(beside, async () => {
    const record = await fixture(context, lane, resource, { fresh: true })
    if (!record?.creation) return undefined
    return {
      take: (step) => takeStep(context, lane, step, record),
      async arrives() {
        lane.fixtures.set(resource.name, record)
        answer = await context.send(await instantiate(context, lane, operation, recipe), 'valid')
        return isSuccess(answer.status)
      },
    }
  })
  return steps && { recipe, answer, refused, steps }
}

/** Refusals that say something of the state a record is in. */
const isOfState = (status: number): boolean =>
  status === 400 || status === 403 || (status !== 404 && status !== 410 && isBusiness(status))

/** Does to a record what may have to be done before something else; whether it could be. */
async function takeStep(context: Context, lane: Lane, step: Operation, record: Fixture): Promise<boolean> {
  const [recipe] = recipesOf(context.api, step)
  if (!recipe) return false
  lane.fixtures.set(record.resource, record)
  const answer = await context.send(await instantiate(context, lane, step, recipe), 'valid')
  if (!isSuccess(answer.status)) return false
  record.steps = [...(record.steps ?? []), answer]
  return true
}

/** Refusals that other records, or other values of the same kind, may not get. */
export function isBusiness(status: number): boolean {
  return (
    status === 404 || status === 409 || status === 410 || status === 412 || status === 422 || status === 423
  )
}

/** The recipe as a request: ids of records that are there, and texts that are new. */
export async function instantiate(
  context: Context,
  lane: Lane,
  operation: Operation,
  recipe: Recipe,
  freshness: Freshness = {},
): Promise<Draft> {
  const draft = await fill(context, lane, operation, recipe, freshness)
  return fixedBy(draft, context.run.options.operations[operation.id])
}

async function fill(
  context: Context,
  lane: Lane,
  operation: Operation,
  recipe: Recipe,
  freshness: Freshness,
): Promise<Draft> {
  const { query, header: fields, cookie, body } = recipe
  await borrowSingleton(context, operation)
  const path = await fillPath(context, lane, operation, freshness)
  const draft: Draft = {
    operation,
    ...path,
    query,
    header: fields,
    cookie,
    body: body && { kind: 'value', mediaType: body.mediaType, value: body.value },
  }
  const schema = bodySchema(operation)
  if (!schema || body === undefined) return draft
  // Before references make others of its kind.
  const named = await namedByBody(context, lane, operation, freshness)
  const referring = await fillReferences(context, lane, draft, freshness)
  if (freshness.asIs === true || recipe.asIs === true) return fillIdentity(context, referring, named)
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
  const found = await fixture(context, lane, place.resource, freshness)
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
  const filled = found && withValueAt(body, pointer, found.id)
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
  const found = resource && (await fixture(context, lane, resource))
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
  const found = await fixture(context, lane, resource, usesUp ? freshness : {})
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

/** A record to work on: one that is there already, or a new one. Undefined when the API gives none. */
export async function fixture(
  context: Context,
  lane: Lane,
  resource: Resource,
  freshness: Freshness = {},
): Promise<Fixture | undefined> {
  const known = lane.fixtures.get(resource.name)
  if (known && !known.gone && !freshness.fresh) return known
  if (lane.making.has(resource.name)) return known?.gone === false ? known : undefined
  lane.making.add(resource.name)
  try {
    const found = await obtain(context, lane, resource, freshness)
    if (found) lane.fixtures.set(resource.name, found)
    return found
  } finally {
    lane.making.delete(resource.name)
  }
}

async function obtain(
  context: Context,
  lane: Lane,
  resource: Resource,
  freshness: Freshness,
): Promise<Fixture | undefined> {
  const made = context.run.options.readOnly
    ? undefined
    : ((await create(context, lane, resource, freshness)) ??
      (await dependent(context, lane, resource, freshness)))
  return made ?? listed(context, lane, resource)
}

async function create(
  context: Context,
  lane: Lane,
  resource: Resource,
  { freshReferences = false }: Freshness,
): Promise<Fixture | undefined> {
  const found = operationFor(context.api, resource, 'create')
  // What has neither an id nor a path of its own could not be told from the others.
  const isNamed = resource.idProperty !== undefined || resource.itemPath !== undefined
  if (!found || !isNamed) return undefined
  const isFirst = !lane.controls.has(found.operation.id)
  const accepted = await control(context, lane, found.operation)
  if (!accepted.recipe || !accepted.answer) return undefined
  const first =
    isFirst && !freshReferences
      ? await madeBy(context, lane, resource, accepted.answer, accepted.recipe)
      : undefined
  if (first?.gone === false) return first
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const draft = await instantiate(context, lane, found.operation, accepted.recipe, {
      fresh: attempt > 0,
      freshReferences,
      attempt,
    })
    const answer = await context.send(draft, 'valid')
    if (isSuccess(answer.status)) return madeBy(context, lane, resource, answer, accepted.recipe)
    if (!isBusiness(answer.status) && !isThereAlready(context, found.operation, accepted.recipe, answer))
      return undefined
  }
  return undefined
}

/** What a create made, as its answer tells, or else the list. */
async function madeBy(
  context: Context,
  lane: Lane,
  resource: Resource,
  answer: Answer,
  recipe: Recipe,
): Promise<Fixture | undefined> {
  const told = context.run.records.madeBy(answer)
  const list = told ? undefined : operationFor(context.api, resource, 'list')
  if (!list || !isTrusted(context.run, list.operation)) return told
  const accepted = await control(context, lane, list.operation)
  return accepted.answer && untold(context, resource, list, accepted.answer.draft, answer, recipe)
}

/** A record that comes with another one and has its id: the stock of a pet. */
async function dependent(
  context: Context,
  lane: Lane,
  resource: Resource,
  freshness: Freshness,
): Promise<Fixture | undefined> {
  const base = baseOf(context.api, resource)
  const read = operationFor(context.api, resource, 'read')
  if (!base || !isTrusted(context.run, read?.operation)) return undefined
  const owner = await fixture(context, lane, base, freshness)
  if (!owner || !read) return undefined
  const names = parameterNames(read.operation.path)
  if (names.length !== owner.key.length) return undefined
  const answer = await context.send(
    plainDraft(read.operation, bindTo({ ...owner, gone: false }, names)),
    'valid',
  )
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

async function listed(context: Context, lane: Lane, resource: Resource): Promise<Fixture | undefined> {
  const list = operationFor(context.api, resource, 'list')
  if (!isTrusted(context.run, list?.operation) || !list) return undefined
  const accepted = await control(context, lane, list.operation)
  const records = accepted.answer && recordsIn(accepted.answer, list.role)
  const record = records?.find((each) => idIn(each, resource) !== undefined)
  const id = idIn(record, resource)
  if (!accepted.answer || id === undefined) return undefined
  const scope = list.role.scope.map((name) => accepted.answer?.draft.path[name] ?? null)
  return { resource: resource.name, id, key: [...scope, id], record, creation: undefined, gone: false }
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
        ? await fixture(context, lane, resource, {
            fresh: freshness.fresh || freshness.freshReferences || false,
          })
        : [...draft.bindings.map((each) => each.fixture), lane.fixtures.get(resource.name)].find(
            (each) => each?.resource === resource.name && each.id === own,
          )
    const id = own ?? found?.id
    const before = bodyValue(filled)
    const after = id !== undefined && before !== undefined ? withValueAt(before, pointer, id) : undefined
    if (after === undefined) continue
    const bindings: readonly Binding[] = found ? [{ in: 'body', at: pointer, fixture: found }] : []
    const body = withRecord(context, draft, after, place, found?.record)
    filled = { ...withBody(filled, body), bindings: [...filled.bindings, ...bindings] }
  }
  return filled
}
