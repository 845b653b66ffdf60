import type { Operation } from '../../../spec/document.ts'
import type { Resource } from '../../../spec/resources.ts'
import { idsTold } from '../../../spec/inference/references.ts'
import { plainNounOf, plainWordsOf } from '../../../spec/inference/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/refs.ts'
import { isSuccess, type Answer, type Intent } from '../../answer.ts'
import { bodySchema, operationFor, operationsFor, type RoleOperation } from '../../api.ts'
import { aggregate } from '../../checks/aggregate.ts'
import { failedWrite } from '../../checks/failed-write.ts'
import { inconclusive, type Context } from '../../context.ts'
import { bodyValue, textOfId, withBody, withValueAt, type Draft, type Fixture } from '../../draft.ts'
import type { Lane } from '../../records/lane.ts'
import { referencesIn } from '../../records/reference-places.ts'
import { baseOf } from '../../records/identity.ts'
import { resolvePointer } from '../../../spec/pointer.ts'
import { isState } from '../../requests/recipes.ts'
import { sameId } from '../../records/records.ts'
import { changes, snapshot, type Snapshot } from '../../records/snapshot.ts'
import { isInvalid, isValid } from '../../requests/validity.ts'
import { enrich } from './enrich.ts'
import { itemDraft, readItem } from './view.ts'

/** A request that is likely to be refused, for a reason of its own. */
interface Provocation {
  readonly title: string
  readonly intent: Intent
  readonly draft: Draft
  /** What was done for it since the last look; undefined where nothing was. */
  readonly done?: readonly Answer[]
}

/**
 * Provokes every refusal a black box can of a write: a reference to nothing, what is there already, more than there
 * can be, a value of the wrong kind beside good ones. Whatever is refused must have changed nothing.
 */
export async function provoke(context: Context, lane: Lane, { operation }: RoleOperation): Promise<void> {
  const accepted = await lane.control(context, operation)
  if (!accepted.recipe || !accepted.answer)
    throw inconclusive(`No request of ${operation.id} was accepted to start from.`)
  const base = await lane.instantiate(context, operation, accepted.recipe, {
    freshReferences: true,
    attempt: 0,
  })
  const prepared = await enrich(context, lane, base)
  const about = relatedTo(context, operation)
  let before: Snapshot | undefined
  for await (const { title, intent, draft, done } of provocations(context, lane, base)) {
    if (done) before = undefined
    before ??= await snapshot(context, lane, about)
    const earlier = [...prepared, ...(done ?? [])]
    const answer = await context.send(draft, intent, { after: earlier })
    if (isSuccess(answer.status) || answer.status >= 500) {
      before = undefined
      continue
    }
    const left = await snapshot(context, lane, about)
    const changed = changes(context, before, left)
    context.judge(failedWrite, { title, status: answer.status, changes: changed }, { answer, after: earlier })
    before = changed.length > 0 ? undefined : left
  }
}

/** The resource of an operation, those it refers to, and what comes with them; undefined when it has none. */
export function relatedTo(context: Context, operation: Operation): ReadonlySet<string> | undefined {
  const { roles, resources } = context.api.model
  const own = roles.get(operation.id)?.resource
  if (!own) return undefined
  const near = [own.name, ...own.references.map(({ resource }) => resource)]
  const twins = resources
    .filter((each) => near.includes(baseOf(context.api, each)?.name ?? ''))
    .map(({ name }) => name)
  return new Set([...near, ...twins])
}

/** One after another: each may need something done first, which the others must not see. */
async function* provocations(context: Context, lane: Lane, base: Draft): AsyncGenerator<Provocation> {
  const { api } = context
  const isFit = ({ intent, draft }: Provocation): boolean =>
    intent === 'invalid' ? isInvalid(api, draft) : isValid(api, draft)
  yield* [...invalid(context, base), ...excessive(context, base)].filter(isFit)
  yield* (await dangling(context, lane, base)).filter(isFit)
  yield* (await repeated(context, base)).filter(isFit)
  yield* (await taken(context, lane, base)).filter(isFit)
}

/** Good values, and one that is wrong: none of the good ones may be kept. */
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

/** Ids of records that were deleted, in place of those of records that are there. */
async function dangling(context: Context, lane: Lane, base: Draft): Promise<readonly Provocation[]> {
  const found: Provocation[] = []
  for (const { pointer, property, resource } of referencesIn(context, base)) {
    const gone = await goneRecord(context, lane, resource)
    const changed = gone && withValueAt(bodyValue(base) ?? null, pointer, gone.id)
    if (!gone || changed === undefined) continue
    found.push({
      title: `a request with the ${property} of a deleted record`,
      intent: 'valid',
      draft: withBody(base, changed),
      done: [],
    })
  }
  return found
}

/** A record that was made and deleted again; the one in use stays. */
export async function goneRecord(
  context: Context,
  lane: Lane,
  resource: Resource,
): Promise<Fixture | undefined> {
  const removal = operationFor(context.api, resource, 'delete')
  const kept = lane.fixtures.get(resource.name)
  const made = removal && (await lane.fixture(context, resource, { fresh: true }))
  if (!made?.creation || !removal) return undefined
  if (kept) lane.fixtures.set(resource.name, kept)
  const answer: Answer = await context.send(itemDraft(removal, made), 'valid')
  return isSuccess(answer.status) ? made : undefined
}

/** Uses the record that came with another one, once that one is deleted. */
export async function useMissing(context: Context, lane: Lane, resource: Resource): Promise<void> {
  const base = baseOf(context.api, resource)
  const gone = base && (await goneRecord(context, lane, base))
  if (!gone) throw inconclusive('No record of it can be deleted.')
  for (const role of ['read', 'update', 'replace'] as const) {
    for (const { operation } of operationsFor(context.api, resource, role)) {
      const { recipe } = await lane.control(context, operation)
      lane.fixtures.set(resource.name, { ...gone, resource: resource.name, gone: false })
      if (recipe) await context.send(await lane.instantiate(context, operation, recipe), 'valid')
      lane.fixtures.delete(resource.name)
    }
  }
}

/** The largest numbers that the document allows: more than there can be of anything. */
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

/** The same once more, where there may be only one of it. */
async function repeated(context: Context, base: Draft): Promise<readonly Provocation[]> {
  if (base.operation.method !== 'POST') return []
  const answer = await context.send(base, 'valid')
  return isSuccess(answer.status)
    ? [{ title: 'a request for what is there already', intent: 'valid', draft: base, done: [answer] }]
    : []
}

/** The texts of another record, each of which may be its alone. */
async function taken(context: Context, lane: Lane, base: Draft): Promise<readonly Provocation[]> {
  const resource = context.api.model.roles.get(base.operation.id)?.resource
  const body = bodyValue(base)
  if (!resource || base.operation.method === 'POST' || !isJsonObject(body)) return []
  const kept = lane.fixtures.get(resource.name)
  const other = await lane.fixture(context, resource, { fresh: true })
  if (kept) lane.fixtures.set(resource.name, kept)
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

/** Deletes records that others refer to: refused or not, nothing else may change by a refusal. */
export async function deleteReferenced(
  context: Context,
  lane: Lane,
  resource: Resource,
  removal: RoleOperation,
): Promise<void> {
  const referrers = context.api.model.resources.filter(
    (each) =>
      each.references.some((reference) => reference.resource === resource.name) &&
      operationFor(context.api, each, 'create'),
  )
  if (referrers.length === 0) throw inconclusive('No record refers to those of this resource.')
  for (const referrer of referrers) {
    lane.fixtures.delete(resource.name)
    lane.fixtures.delete(referrer.name)
    const child = await lane.fixture(context, referrer, { fresh: true })
    const parent = lane.fixtures.get(resource.name)
    if (!child?.creation || !parent?.creation || parent.gone) continue
    const before = await snapshot(context, lane)
    const answer = await context.send(itemDraft(removal, parent), 'valid')
    if (isSuccess(answer.status)) await judgeLeft(context, referrer, child, parent, answer)
    if (isSuccess(answer.status) || answer.status >= 500) continue
    const evidence = {
      title: 'the deletion of a record that others refer to',
      status: answer.status,
      changes: changes(context, before, await snapshot(context, lane)),
    }
    context.judge(failedWrite, evidence, { answer, after: [child.creation] })
  }
}

/** Where the document says what a deletion does to what refers to the record, it is done. */
async function judgeLeft(
  context: Context,
  referrer: Resource,
  child: Fixture,
  gone: Fixture,
  deletion: Answer,
): Promise<void> {
  if (!saysWhatBecomesOf(context, deletion, referrer, gone)) return
  const seen = await readItem(context, referrer, child)
  const property = referrer.references.find(
    (each) =>
      each.resource === gone.resource &&
      idsTold(seen?.record?.[each.property], each).some((id) => sameId(id, gone.id)),
  )?.property
  if (!seen || property === undefined) return
  const rule = `${property} of ${referrer.name} names no deleted record of ${gone.resource}`
  const contradiction = `${property} has ${textOfId(gone.id)} still`
  const evidence = {
    rule,
    cause: `left ${property} ${referrer.name}`,
    after: 'DELETE',
    contradiction,
    severity: 'error',
  } as const
  context.judge(aggregate, evidence, {
    answer: seen.answer,
    operation: deletion.draft.operation,
    after: [...(child.creation ? [child.creation] : []), deletion],
  })
}

/** `It leaves its groups`, `Their orders are removed too`. */
function saysWhatBecomesOf(
  { api }: Context,
  { draft: { operation } }: Answer,
  { name }: Resource,
  gone: Fixture,
): boolean {
  const node = resolvePointer(api.document.root, operation.pointer) as
    | { readonly summary?: string; readonly description?: string }
    | undefined
  const text = `${node?.summary ?? ''}. ${node?.description ?? ''}`.toLowerCase()
  const own = plainNounOf(gone.resource)
  const [noun, last] = [plainNounOf(name), lastOf(plainNounOf(name))]
  // What is said of packages is not said of priority packages.
  const word = last === lastOf(own) ? noun : last
  // A sentence about experiment templates says nothing of experiments, one about folders of the file manager not of files.
  const itself = gone.resource
    .split('/')
    .map(plainWordsOf)
    .filter((each) => each !== word)
  const besideItself = (said: string): string =>
    itself.reduce((rest, each) => rest.replaceAll(` ${each} `, ' '), said)
  const isAbout = (sentence: string): boolean =>
    besideItself(` ${plainWordsOf(sentence)} `).includes(` ${word} `) &&
    !/\b(?:not|cannot|must|first|before|unless|only|stays?|keeps?|refused|409|422)\b/.test(sentence)
  return (
    word !== '' &&
    text
      .split(/[.;]/)
      .some(
        (sentence) =>
          isAbout(sentence) &&
          /\b(?:leav|remov|delet|tak(?:en|es)|drop|clear|detach|unlink|go(?:es)? with|cascad)/.test(sentence),
      )
  )
}

/** Properties of a body that name a state, with their values. */
export function stateProperties(
  { api }: Context,
  { operation }: RoleOperation,
): readonly (readonly [name: string, node: Parameters<typeof isState>[1]])[] {
  const schema = bodySchema(operation)
  return schema
    ? [...possiblePropertiesOf(api.document, schema)].filter(([, node]) => isState(api, node))
    : []
}

/** A body of one member. */
export const only = (name: string, value: Json): JsonObject => ({ [name]: value })

const lastOf = (noun: string): string => noun.split(' ').at(-1) ?? ''
