import { setImmediate } from 'node:timers/promises'
import type { Operation } from '../../spec/document.ts'
import { resourceAbove } from '../../mock/resources/resource-index.ts'
import { declares } from '../../mock/resources/records/identity.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import type { Resource, ResourceModel } from '../../spec/resources.ts'
import { createResponseChecker } from '../../spec/response.ts'
import { unservableReason } from '../../spec/problems/unservable.ts'
import { createBench, placeOf, send, textOf, wishesFor, type Bench } from './bench.ts'
import { contradictionOf } from './contradiction.ts'
import { liveThrough } from './life.ts'
import type { Wishes } from './request.ts'

/** What came of one document. */
export interface Examination {
  readonly file: string
  /** Why it did not load. */
  readonly unloadable?: string
  readonly operations: number
  readonly answeredValid: number
  readonly resources: number
  readonly held: number
  readonly failures: readonly string[]
  /** What no answer could satisfy, by the document's own fault. */
  readonly contradictions: readonly string[]
}

/** Loads a document, calls each operation once and runs each claimed resource through its life. */
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
  let bench: Bench
  try {
    bench = await createBench(file)
  } catch (error) {
    return { ...nothing, unloadable: (error as Error).message.split('\n').slice(0, 3).join(' ') }
  }
  const found: Found = { failures: [], contradictions: [], broken: [] }
  for (const [resource, operations] of groupsOf(bench)) {
    // As between requests: what is held weakly can go only then.
    await setImmediate()
    for (const operation of operations) await tryOperation(bench, operation, found)
    if (resource) await tryResource(bench, resource, found)
  }
  await bench.mock.close()
  const { failures, contradictions, broken } = found
  const [operations, resources] = [bench.operations.size, bench.model.resources.length]
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

/** What did not hold, as sentences. */
interface Found {
  readonly failures: string[]
  readonly contradictions: string[]
  /** Of resources. */
  readonly broken: string[]
}

/**
 * Operations by the resource they are of, or below: what has been worked out for a schema of a large document is still
 * there when the next of its operations is called, and its life is run through.
 */
function groupsOf({ operations, model }: Bench): ReadonlyMap<Resource | undefined, readonly Operation[]> {
  const byResource = groupBy(
    [...operations.values()],
    (operation) => model.roles.get(operation.id)?.resource ?? neededBy(model, operation),
  )
  return new Map([undefined, ...model.resources].map((each) => [each, byResource.get(each) ?? []]))
}

async function tryOperation(
  bench: Bench,
  operation: Operation,
  { failures, contradictions }: Found,
): Promise<void> {
  await bench.mock.restore(bench.world)
  const named = `${operation.method} ${operation.path}`
  const obstacle = unservableReason(bench.document, operation)
  if (obstacle !== undefined) contradictions.push(`${named}: ${obstacle}`)
  else if (!hasSuccess(operation)) contradictions.push(`${named}: declares no success.`)
  else {
    const failure = await attempt(() => callOperation(bench, operation))
    const reason = failure && contradictionOf(bench.document, operation, failure)
    if (reason !== undefined) contradictions.push(`${named}: ${reason}`)
    else if (failure !== undefined) failures.push(`${named}: ${failure}`)
  }
}

async function tryResource(bench: Bench, resource: Resource, { broken }: Found): Promise<void> {
  await bench.mock.restore(bench.world)
  const failure = await attempt(() => liveThrough(bench, resource))
  if (failure !== undefined) broken.push(`resource ${resource.name}: ${failure}`)
}

/** What failed; undefined where nothing did. */
async function attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    return `threw ${(error as Error).stack?.split('\n').slice(0, 2).join(' ') ?? String(error)}`
  }
}

const hasSuccess = ({ responses }: Operation): boolean =>
  responses.some(({ status }) => /^[123]|default/.test(status))

/** Calls an operation once; undefined when the answer is a success and valid. */
async function callOperation(bench: Bench, operation: Operation): Promise<string | undefined> {
  const response = await send(bench, operation, await wishesOf(bench, operation))
  if (typeof response === 'string') return response
  if (response.status >= 400) return `answered ${String(response.status)}: ${textOf(response).slice(0, 300)}`
  const check = createResponseChecker(bench.document, operation, bench.validator)
  const [issue, ...others] = check(response, operation.method)
  if (!issue) return undefined
  const more = others.length > 0 ? ` and ${String(others.length)} more` : ''
  return `invalid ${issue.in} ${issue.path} ${issue.message} (${issue.schema})${more}`
}

/** The resource that an operation of none leads through, if it says what it answers where there is no such record. */
const neededBy = (model: ResourceModel, operation: Operation): Resource | undefined =>
  declares(operation, 404) ? resourceAbove(model, operation.path) : undefined

/** What leads to a record. */
async function wishesOf(bench: Bench, operation: Operation): Promise<Wishes> {
  const found = bench.model.roles.get(operation.id)
  if (found) return wishesFor(found.resource, found.operation, await placeOf(bench, found.resource))
  const above = neededBy(bench.model, operation)
  const { scope, record } = above ? await placeOf(bench, above) : { scope: [], record: undefined }
  const ids = record ? [...scope, record[0]] : []
  const names = parameterNames(operation.path).slice(0, ids.length)
  return { path: Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ''])) }
}
