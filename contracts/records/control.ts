import { needsCredentials, type Operation } from '../../spec/document.ts'
import { statePrecondition } from '../../spec/inference/states/described-states.ts'
import { stringifyJson } from '../../spec/json.ts'
import { describeAnswer, isBusiness, isAccepted } from '../answer.ts'
import { bodySchema, operationFor } from '../api/api.ts'
import type { Context } from '../context.ts'
import type { Answer } from '../interaction.ts'
import { isDuplicate, noteAccepted } from '../requests/already-exists.ts'
import { leastName } from '../requests/body-templates.ts'
import { additionsTo } from '../requests/body-variants.ts'
import { otherChoices } from '../requests/other-choices.ts'
import { pathTarget } from '../requests/paths.ts'
import { templatesOf, type RequestTemplate } from '../requests/templates.ts'
import { mostAttempts, type Control, type InstantiateOptions } from './case-group.ts'
import { afterWork, uploadFor } from './files.ts'
import { workOn } from './owned-records.ts'
import { asRequested, withRequestedTexts } from './requested-texts.ts'
import { withShownText } from './shown-texts.ts'
import { afterReferenceSteps } from './steps/reference-steps.ts'
import { resourceOfAction, stepCandidates } from './steps/step-candidates.ts'
import { acceptedAfterSteps, takePreparedStep } from './steps/steps.ts'

/** Returns an accepted request of the operation; searched for once per group. */
export async function control(context: Context, operation: Operation): Promise<Control> {
  const { controls, searching } = context.group
  const known = controls.get(operation.id)
  if (known) return known
  // An operation that waits for others is none of the steps that these need.
  if (searching.has(operation.id)) return { template: undefined, answer: undefined, refused: [] }
  searching.add(operation.id)
  const search = { context, operation, refused: [] }
  const found = await again(search)
    .then((same) => same ?? find(search))
    .finally(() => searching.delete(operation.id))
  controls.set(operation.id, found)
  if (found.template && found.refused.length >= mostAttempts) context.run.accepted.set(operation.id, found)
  const [likeliest] = found.template ? [] : found.refused
  if (likeliest) context.run.refusals.set(operation.id, describeAnswer(likeliest))
  return found
}

/** The search for an accepted request. */
interface Search {
  readonly context: Context
  readonly operation: Operation
  /** The refusals so far. */
  readonly refused: Answer[]
}

/** A request like the one that was accepted after a longer search in another group; undefined if it is refused now. */
async function again({ context, operation }: Search): Promise<Control | undefined> {
  const before = context.run.accepted.get(operation.id)
  if (!before?.template) return undefined
  const { template, steps = [] } = before
  const resource = steps.length > 0 ? pathTarget(context.api, operation)?.resource : undefined
  const record = resource && (await context.fixture(resource, { fresh: true }))
  if (resource && !record?.creation) return undefined
  for (const step of steps) if (record && !(await takePreparedStep(context, step, record))) return undefined
  if (record) workOn(context, record)
  const answer = await context.send(await context.instantiate(operation, template), 'valid')
  return isAccepted(answer) ? { ...before, answer } : undefined
}

/** The number of groups that search at length for an accepted request in vain. */
const mostSearches = 3

async function find(search: Search): Promise<Control> {
  const { context, operation, refused } = search
  const { fruitless } = context.run
  const before = fruitless.get(operation.id) ?? 0
  const templates = templatesOf(context.api, operation)
  const found = await amongTemplates(search, before < mostSearches ? templates : templates.slice(0, 1))
  if (found) return found
  const none = { template: undefined, answer: undefined, refused }
  const isHopeless =
    before >= mostSearches || (refused.length > 0 && refused.every(({ status }) => status === 403))
  const elsewhere = isHopeless ? undefined : await otherwise(search)
  if (!elsewhere) fruitless.set(operation.id, before + 1)
  return elsewhere ?? none
}

/** Searches for an accepted request of one of the templates; ends if none can be accepted. */
async function amongTemplates(
  search: Search,
  templates: readonly RequestTemplate[],
): Promise<Control | undefined> {
  const { context, operation, refused } = search
  let isForbidden = false
  for (const template of templates) {
    if (isForbidden && template.name !== leastName) continue
    const outcome = await tryTemplate(search, template)
    if (outcome === 'denied') return { template: undefined, answer: undefined, refused }
    isForbidden ||= outcome === 'forbidden'
    if (outcome === 'refused' || outcome === 'forbidden') continue
    if (refused.length > 0) keepAsParent(context, operation, outcome)
    const found = await widened(search, { template, answer: outcome, refused })
    if (found.template) noteAccepted(context.api, found.template)
    return found
  }
  return undefined
}

/** Searches for an accepted request by what the refusals hint at, and on records in other states. */
async function otherwise(search: Search): Promise<Control | undefined> {
  const { context, operation, refused } = search
  const hinted = await withRequestedTexts(context, operation, refused)
  if (hinted) return widened(search, hinted)
  const found =
    (await withOnePart(search)) ??
    (await withOtherChoice(search)) ??
    (await withShownText(context, operation, refused)) ??
    (await onOtherRecord(search)) ??
    (await afterSteps(search)) ??
    (await afterWork(context, operation, refused))
  if (found) return found
  const referring = await afterReferenceSteps(context, operation, refused)
  return referring && widened(search, referring, { fresh: true })
}

/**
 * The answer that accepts a request of the template; `denied` if every other template would be refused as well, and `forbidden` if
 * that may be due to one of the optional properties.
 */
async function tryTemplate(
  { context, operation, refused }: Search,
  template: RequestTemplate,
): Promise<Answer | 'refused' | 'forbidden' | 'denied'> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const draft = await context.instantiate(operation, template, { fresh: attempt > 0, attempt })
    const answer = await context.send(draft, 'valid')
    if (isAccepted(answer)) return answer
    refused.push(answer)
    // Operations whose request is the login itself may accept another one.
    if (answer.status === 401 && needsCredentials(operation)) return 'denied'
    if (answer.status === 403) return 'forbidden'
    if (answer.status === 410 && context.run.retired.has(operation.id)) return 'denied'
    if (!isBusiness(answer.status) && !isDuplicate(context.api, operation, template, answer)) break
  }
  return 'refused'
}

/** Keeps the first accepted record of a tree as a parent, after records were refused for the parent they named. */
function keepAsParent({ api, run, group }: Context, { id }: Operation, answer: Answer): void {
  const { resource, operation } = api.model.roles.get(id) ?? {}
  const isReferred = resource?.references.some((each) => each.resource === resource.name) === true
  const made = run.records.createdBy(answer)
  if (isReferred && operation?.role === 'create' && made) group.parents.set(resource.name, made)
}

/** The number of optional parts added one by one to an accepted request. */
const mostParts = 16

/**
 * Extends an accepted request by as many parts of the fullest, refused request as are accepted: a value that is never sent
 * cannot be found to be lost.
 */
async function widened(
  { context, operation }: Search,
  found: Control,
  freshness: InstantiateOptions = {},
): Promise<Control> {
  const [first] = templatesOf(context.api, operation)
  const [refusal] = found.refused
  const schema = bodySchema(operation)
  const isRecord = context.api.model.roles.has(operation.id)
  const isOfSome = found.refused.some(({ status }) => status === 400 || status >= 500 || isBusiness(status))
  if (!isRecord || !isOfSome || !schema || !first || !refusal || !found.template?.body) return found
  const fullest = asRequested(context, operation, first, refusal) ?? first
  if (!fullest.body) return found
  const kept = [...(found.template.kept ?? []), ...(fullest.kept ?? [])]
  let best = found
  // A refusal that quotes a value may mean any of the properties that have it: those refused with another one get their own again.
  for (const source of new Set([fullest.body.value, first.body?.value ?? null])) {
    const least = best.template?.body?.value ?? null
    for (const add of additionsTo(least, source).slice(0, mostParts)) {
      const { body } = best.template ?? {}
      const value = body && add(body.value)
      if (!body || value === undefined || !context.api.validator.of(schema, 'request').accepts(value))
        continue
      const template = { ...found.template, kept, body: { ...body, value } }
      const draft = await context.instantiate(operation, template, { ...freshness, attempt: 1 })
      const answer = await context.send(draft, 'valid')
      if (isAccepted(answer)) best = { ...found, template, answer }
    }
  }
  return best
}

/** Searches for an accepted request with exactly one optional part: with all of them, and with none, it was refused. */
async function withOnePart(search: Search): Promise<Control | undefined> {
  const { context, operation, refused } = search
  const [first, ...others] = templatesOf(context.api, operation)
  const schema = bodySchema(operation)
  const least = others.find(({ name }) => name === leastName)?.body?.value
  if (!first?.body || !schema || least === undefined) return undefined
  if (!refused.some(({ status }) => status === 400 || status === 422)) return undefined
  for (const add of additionsTo(least, first.body.value).slice(0, mostParts)) {
    const value = add(least)
    if (!context.api.validator.of(schema, 'request').accepts(value)) continue
    const template = { ...first, body: { ...first.body, value } }
    const draft = await context.instantiate(operation, template, { attempt: 1 })
    const answer = await context.send(draft, 'valid')
    if (isAccepted(answer)) return widened(search, { template, answer, refused })
  }
  return undefined
}

/** Searches for an accepted request with another choice from an enumeration: not every record takes all of them. */
async function withOtherChoice(search: Search): Promise<Control | undefined> {
  const { context, operation, refused } = search
  const isCreation = context.api.model.roles.get(operation.id)?.operation.role === 'create'
  if (!isCreation || !refused.some(({ status }) => status === 409 || status === 422)) return undefined
  for (const template of otherChoices(context.api, operation)) {
    const answer = await context.send(await context.instantiate(operation, template, { attempt: 1 }), 'valid')
    if (isAccepted(answer)) return widened(search, { template, answer, refused })
  }
  return undefined
}

/** The number of smaller records that an action is tried on. */
const mostOthers = 3

/**
 * Searches for an accepted request on a record created with fewer values: with all of them it may already be in the state
 * that the action leads to.
 */
async function onOtherRecord({ context, operation, refused }: Search): Promise<Control | undefined> {
  const [template] = templatesOf(context.api, operation)
  const resource = resourceOfAction(context.api, operation)
  const create = resource && operationFor(context.api, resource, 'create')?.operation
  const before = create && context.group.controls.get(create.id)
  if (!template || !create || !before?.template || !refused.some(({ status }) => isOfState(status)))
    return undefined
  const others = templatesOf(context.api, create).filter((each) => each.body && each !== before.template)
  const sizeOf = (each: RequestTemplate): number => stringifyJson(each.body?.value ?? null).length
  for (const other of others.toSorted((a, b) => sizeOf(a) - sizeOf(b)).slice(0, mostOthers)) {
    context.group.controls.set(create.id, { ...before, template: other })
    const record = await context.fixture(resource, { fresh: true })
    const answer =
      record?.creation && (await context.send(await context.instantiate(operation, template), 'valid'))
    if (answer && isAccepted(answer)) return { template, answer, refused }
  }
  context.group.controls.set(create.id, before)
  return undefined
}

/** Searches for an accepted request on a record to which other actions were applied first. */
async function afterSteps({ context, operation, refused }: Search): Promise<Control | undefined> {
  const upload = uploadFor(context.api, operation)
  const beside = upload ? [upload] : stepCandidates(context.api, operation, refused)
  const resource = pathTarget(context.api, operation)?.resource
  if (beside.length === 0 || !resource) return undefined
  const { document } = context.api
  const mayBeMissing = upload ?? statePrecondition(document, resource.record, operation)?.status === 404
  const isLikely = refused.some(({ status }) => isOfState(status) || (mayBeMissing && status === 404))
  if (!isLikely) return undefined
  return acceptedAfterSteps(context, operation, resource, { steps: beside, refused })
}

/** Whether a refusal may be due to the state of the record. */
const isOfState = (status: number): boolean =>
  status === 400 || status === 403 || (status !== 404 && status !== 410 && isBusiness(status))
