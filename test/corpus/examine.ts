import { setImmediate } from 'node:timers/promises'
import { declares } from '../../mock/http/declares.ts'
import { resourceAbove } from '../../mock/resources/resource-index.ts'
import type { Operation } from '../../spec/document.ts'
import { unservableReason } from '../../spec/problems/unservable.ts'
import type { Resource, ResourceModel } from '../../spec/resources.ts'
import { createResponseChecker } from '../../spec/response.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { contradictionOf } from './contradiction.ts'
import { liveThrough } from './life-cycle.ts'
import type { Wishes } from './request.ts'
import { createSubject, placeOf, send, textOf, wishesFor, type Subject } from './subject.ts'

/** The result of examining a document. */
export interface Examination {
  readonly file: string
  /** The reason why it did not load. */
  readonly unloadable?: string
  readonly operations: number
  readonly answeredValid: number
  readonly resources: number
  readonly held: number
  readonly failures: readonly string[]
  /** Operations no response could satisfy, because the document contradicts itself. */
  readonly contradictions: readonly string[]
}

/** Loads a document, calls each operation once and runs each inferred resource through its life cycle. */
export async function examine(file: string): Promise<Examination> {
  const nothing = {
    file,
    operations: 0,
    answeredValid: 0,
    resources: 0,
    held: 0,
    failures: [],
    contradictions: [],
  }
  let subject: Subject
  try {
    subject = await createSubject(file)
  } catch (error) {
    return { ...nothing, unloadable: (error as Error).message.split('\n').slice(0, 3).join(' ') }
  }
  const outcome: Outcome = { failures: [], contradictions: [], broken: [] }
  for (const [resource, operations] of groupsOf(subject)) {
    // Yields as between requests, so that weakly held objects can be collected.
    await setImmediate()
    for (const operation of operations) await tryOperation(subject, operation, outcome)
    if (resource) await tryResource(subject, resource, outcome)
  }
  await subject.mock.close()
  const { failures, contradictions, broken } = outcome
  const [operations, resources] = [subject.operations.size, subject.model.resources.length]
  return {
    file,
    operations,
    answeredValid: operations - failures.length - contradictions.length,
    resources,
    held: resources - broken.length,
    failures: [...failures, ...broken],
    contradictions,
  }
}

/** The problems found, as sentences. */
interface Outcome {
  readonly failures: string[]
  readonly contradictions: string[]
  /** Problems of resources. */
  readonly broken: string[]
}

/**
 * Groups operations by their resource or the one above them, so that what is cached for a schema of a large document is
 * still there for the next operation and for the life cycle.
 */
function groupsOf({ operations, model }: Subject): ReadonlyMap<Resource | undefined, readonly Operation[]> {
  const byResource = groupBy(
    [...operations.values()],
    (operation) => model.roles.get(operation.id)?.resource ?? neededBy(model, operation),
  )
  return new Map(
    [undefined, ...model.resources].map((resource) => [resource, byResource.get(resource) ?? []]),
  )
}

async function tryOperation(
  subject: Subject,
  operation: Operation,
  { failures, contradictions }: Outcome,
): Promise<void> {
  await subject.mock.restore(subject.world)
  const named = `${operation.method} ${operation.path}`
  const obstacle = unservableReason(subject.document, operation)
  if (obstacle !== undefined) contradictions.push(`${named}: ${obstacle}`)
  else if (!hasSuccess(operation)) contradictions.push(`${named}: declares no successful response.`)
  else {
    const failure = await attempt(() => callOperation(subject, operation))
    const reason = failure && contradictionOf(subject.document, operation, failure)
    if (reason !== undefined) contradictions.push(`${named}: ${reason}`)
    else if (failure !== undefined) failures.push(`${named}: ${failure}`)
  }
}

async function tryResource(subject: Subject, resource: Resource, { broken }: Outcome): Promise<void> {
  await subject.mock.restore(subject.world)
  const failure = await attempt(() => liveThrough(subject, resource))
  if (failure !== undefined) broken.push(`resource ${resource.name}: ${failure}`)
}

/** The failure of an attempt, or undefined. */
async function attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    return `threw ${(error as Error).stack?.split('\n').slice(0, 2).join(' ') ?? String(error)}`
  }
}

const hasSuccess = ({ responses }: Operation): boolean =>
  responses.some(({ status }) => /^[123]|default/.test(status))

/** Calls an operation once. Returns undefined if the response is successful and valid, or a description of the failure. */
async function callOperation(subject: Subject, operation: Operation): Promise<string | undefined> {
  const response = await send(subject, operation, await wishesOf(subject, operation))
  if (typeof response === 'string') return response
  if (response.status >= 400) return `responded ${String(response.status)}: ${textOf(response).slice(0, 300)}`
  const check = createResponseChecker(subject.document, operation, subject.validator)
  const [issue, ...others] = check(response, operation.method)
  if (!issue) return undefined
  const more = others.length > 0 ? ` and ${String(others.length)} more` : ''
  return `invalid ${issue.in} ${issue.path} ${issue.message} (${issue.schema})${more}`
}

/** The resource in the path of an operation without a role, if the operation declares a response for unknown records. */
const neededBy = (model: ResourceModel, operation: Operation): Resource | undefined =>
  declares(operation, 404) ? resourceAbove(model, operation.path) : undefined

/** The path parameters that address a record. */
async function wishesOf(subject: Subject, operation: Operation): Promise<Wishes> {
  const entry = subject.model.roles.get(operation.id)
  if (entry) return wishesFor(entry.resource, entry.operation, await placeOf(subject, entry.resource))
  const above = neededBy(subject.model, operation)
  const { scope, record } = above ? await placeOf(subject, above) : { scope: [], record: undefined }
  const ids = record ? [...scope, record[0]] : []
  const names = parameterNames(operation.path).slice(0, ids.length)
  return { path: Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ''])) }
}
