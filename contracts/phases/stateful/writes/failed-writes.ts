import type { Operation } from '../../../../spec/document.ts'
import { isJsonObject } from '../../../../spec/json.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, type RoleOperation } from '../../../api/api.ts'
import { baseOf } from '../../../api/shared-ids.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { judgeForbidden } from '../../../attempts/judge-forbidden.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { referencesIn } from '../../../records/reference-places.ts'
import { changes, snapshot, type Snapshot } from '../../../records/snapshot.ts'
import { isInvalid, isValid } from '../../../requests/validity.ts'
import { fillReferencedRecords } from './fill-referenced.ts'
import { equalValues, missingValues } from './refusals/described-demands.ts'
import { excesses } from './refusals/described-limits.ts'
import { duplicateValues, invertedRanges } from './refusals/described-rules.ts'
import { overlappingChanges, overlaps } from './refusals/overlaps.ts'
import type { Provocation } from './refusals/provocation.ts'
import { wrongStates } from './refusals/referenced-states.ts'
import { duplicateCombinations, repeated } from './refusals/unique-combinations.ts'
import { dangling, misplaced } from './refusals/unknown-references.ts'
import { wrongDirections } from './refusals/wrong-direction.ts'
import { wrongMoments } from './refusals/wrong-moments.ts'

/**
 * Provokes refusals of a write: a reference to a missing record, a duplicate, more than is
 * available, an invalid value among valid ones. A refused write must have changed nothing.
 */
export async function judgeFailedWrites(context: Context, { operation }: RoleOperation): Promise<void> {
  const { template, answer: control } = await accepted(context, operation)
  const base = await context.instantiate(operation, template, { freshReferences: true, attempt: 0 })
  const changed = isOfSameRecord(control, base) ? [control] : []
  const prepared = [...changed, ...(await fillReferencedRecords(context, base))]
  const about = resourcesAround(context, operation)
  let before: Snapshot | undefined
  for await (const provocation of provocations(context, base)) {
    const { title, intent, draft, done, forbidden } = provocation
    if (done) before = undefined
    before ??= await snapshot(context, about)
    const earlier = [...prepared, ...(done ?? [])]
    const answer = await context.send(draft, intent, { after: earlier })
    if (isSuccess(answer.status) || answer.status >= 500) {
      before = undefined
    } else {
      const left = await snapshot(context, about)
      const effects = changes(context, before, left)
      context.judge(
        failedWrite,
        { title, status: answer.status, changes: effects },
        { answer, after: earlier },
      )
      before = effects.length > 0 ? undefined : left
    }
    if (!forbidden || (isSuccess(answer.status) && (await provocation.isStillForbidden?.()) === false))
      continue
    if (await judgeForbidden(context, answer, forbidden, earlier)) before = undefined
  }
}

/** Whether a response is about the record that a request names in its path. */
function isOfSameRecord(answer: Answer, { bindings }: Draft): boolean {
  return bindings.some(
    (each) =>
      each.in === 'path' &&
      answer.draft.bindings.some((other) => other.in === 'path' && other.fixture === each.fixture),
  )
}

/** The resource of an operation, those it refers to, and those that share their ids; undefined if it has none. */
export function resourcesAround(context: Context, operation: Operation): ReadonlySet<string> | undefined {
  const { roles, resources } = context.api.model
  const own = roles.get(operation.id)?.resource
  if (!own) return undefined
  const near = [own.name, ...own.references.map(({ resource }) => resource)]
  const twins = resources
    .filter((each) => near.includes(baseOf(context.api, each)?.name ?? ''))
    .map(({ name }) => name)
  return new Set([...near, ...twins])
}

/** Runs the provocations in turn: each may need preparation that must not affect the others. */
async function* provocations(context: Context, base: Draft): AsyncGenerator<Provocation> {
  const { api } = context
  const isFit = ({ intent, draft }: Provocation): boolean =>
    intent === 'invalid' ? isInvalid(api, draft) : isValid(api, draft)
  yield* [...invalid(context, base), ...excessive(context, base)].filter(isFit)
  yield* (await dangling(context, base)).filter(isFit)
  yield* (await misplaced(context, base)).filter(isFit)
  yield* (await wrongStates(context, base)).filter(isFit)
  yield* (await repeated(context, base)).filter(isFit)
  yield* (await taken(context, base)).filter(isFit)
  yield* (await duplicateValues(context, base)).filter(isFit)
  yield* (await duplicateCombinations(context, base)).filter(isFit)
  yield* (await invertedRanges(context, base)).filter(isFit)
  yield* (await wrongMoments(context, base)).filter(isFit)
  yield* (await wrongDirections(context, base)).filter(isFit)
  yield* equalValues(context, base).filter(isFit)
  yield* (await missingValues(context, base)).filter(isFit)
  yield* (await overlaps(context, base)).filter(isFit)
  yield* (await overlappingChanges(context, base)).filter(isFit)
  yield* (await excesses(context, base)).filter(isFit)
}

/** Valid values and one invalid one: none of the valid ones may be stored. */
function invalid({ api }: Context, base: Draft): readonly Provocation[] {
  const schema = bodySchema(base.operation)
  const body = bodyValue(base)
  if (!schema || !isJsonObject(body)) return []
  const violations = api.generator
    .violations(schema, 'request', { base: body })
    .filter(({ path }) => /^\/[^/]+$/.test(path))
  const [last] = [...violations].reverse()
  return last
    ? [{ title: `a request with ${last.title}`, intent: 'invalid', draft: withBody(base, last.value) }]
    : []
}

/** The largest numbers that the document allows, which exceed any stock. */
function excessive(context: Context, base: Draft): readonly Provocation[] {
  const schema = bodySchema(base.operation)
  const body = bodyValue(base)
  if (!schema || !isJsonObject(body)) return []
  const references = new Set(referencesIn(context, base).map(({ pointer }) => pointer))
  const edges = context.api.generator
    .boundaries(schema, 'request')
    .filter(({ path }) => !references.has(path))
  const largest = new Map<string, number>()
  for (const { path, value } of edges) {
    const part = isJsonObject(value) ? value[path.slice(1)] : undefined
    if (typeof part === 'number' && part > (largest.get(path) ?? 1_000_000)) largest.set(path, part)
  }
  return [...largest].flatMap(([path, value]) => {
    const changed = withValueAt(body, path, value)
    return changed === undefined
      ? []
      : [
          {
            title: `a request with ${path.slice(1)} = ${String(value)}`,
            intent: 'valid' as const,
            draft: withBody(base, changed),
          },
        ]
  })
}

/** The strings of another record, each of which may have to be unique. */
async function taken(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const resource = context.api.model.roles.get(base.operation.id)?.resource
  const body = bodyValue(base)
  if (!resource || base.operation.method === 'POST' || !isJsonObject(body)) return []
  const kept = context.group.fixtures.get(resource.name)
  const other = await context.fixture(resource, { fresh: true })
  if (kept) context.group.fixtures.set(resource.name, kept)
  if (!other?.creation || !other.record) return []
  const { record, creation } = other
  const bound = new Set(base.bindings.map(({ at }) => at))
  const names = Object.keys(body).filter((name) => typeof record[name] === 'string' && !bound.has(`/${name}`))
  return names.map((name): Provocation => ({
    title: `a request with the ${name} of another record`,
    intent: 'valid',
    draft: withBody(base, { ...body, [name]: record[name] ?? null }),
    done: [creation],
  }))
}
