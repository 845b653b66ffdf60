import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import { resetsOmitted } from '../../../../spec/inference/records/described-writes.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { sameId } from '../../../answers/answer-records.ts'
import { isAuditValue } from '../../../answers/compare.ts'
import { bodySchema, recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { replaces } from '../../../api/replaces.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { identityIn } from '../../../records/identity.ts'
import { readOrFind } from '../../../records/read-record.ts'
import { isValid } from '../../../requests/validity.ts'
import type { LifeStep } from './stale-reads.ts'
import { judgeChange } from './visible-changes.ts'

const mostParts = 3

/** Judges updates of one property each; a replacement by only the required properties, or by one, which must remove all others. */
export async function judgeParts(
  step: LifeStep,
  target: Fixture,
  update: RoleOperation,
  whole: Answer,
): Promise<void> {
  const { context, resource } = step
  const { draft } = whole
  const body = bodyValue(draft)
  if (!isJsonObject(body) || update.role.requestPath.length > 0) return
  const isPatch = update.operation.method === 'PATCH'
  if (!isPatch && !replaces(context.api, resource, update)) return
  const least = leastOf(context, draft, body)
  const singles =
    isPatch || Object.keys(least).length === 0 ? singleProperties(context.api, draft, body, least) : [least]
  const bodies =
    isPatch && singles.length === 1 ? [...singles, ...(await unsent(step, target, whole))] : singles
  const isSendable = (each: JsonObject): boolean =>
    Object.keys(each).length > 0 && isValid(context.api, withBody(draft, each))
  for (const sent of bodies.filter(isSendable).slice(0, mostParts)) {
    const before = await readOrFind(context, resource, target)
    const answer = await context.send(withBody(draft, sent), 'valid')
    if (!before?.record || !isSuccess(answer.status)) continue
    if (isPatch) await judgeChange(step, target, update, answer, before.record, [whole])
    // If the schema of the records was inferred, it may lack properties that clients can send.
    else if (!context.api.supposed.has(resource.name))
      await judgeReplacement(step, target, { answer, before: before.record, whole: body, sent })
  }
}

/** Bodies with a property each that a request did not send, with the value that it has: what is changed alone could reset others. */
async function unsent(
  { context, resource }: LifeStep,
  target: Fixture,
  whole: Answer,
): Promise<readonly JsonObject[]> {
  const { draft } = whole
  const schema = bodySchema(draft.operation)
  const { document } = context.api
  const names = schema ? [...possiblePropertiesOf(document, schema)] : []
  const body = bodyValue(draft)
  const others = names.filter(
    ([name, node]) =>
      isJsonObject(body) && !Object.hasOwn(body, name) && enumValues(document, node).length === 0,
  )
  const record = others.length > 0 ? (await readOrFind(context, resource, target))?.record : undefined
  return others.flatMap(([name]) => {
    const value = record?.[name] ?? null
    return value === null || isJsonObject(value) || isArray(value) ? [] : [{ [name]: value }]
  })
}

/**
 * Bodies with one property each, and the version that guards the update. Where a PATCH demands properties, as one does whose schema is that
 * of the whole record, these are in each.
 */
function singleProperties(
  api: Api,
  draft: Draft,
  body: JsonObject,
  least: JsonObject,
): readonly JsonObject[] {
  const guard = draft.version?.property
  const always = guard !== undefined && Object.hasOwn(body, guard) ? { [guard]: body[guard] ?? null } : {}
  const singles = Object.entries(body)
    .filter(([name]) => name !== guard)
    .map(([name, value]) => ({ ...always, [name]: value }))
  if (singles.some((each) => isValid(api, withBody(draft, each)))) return singles
  const isPart = Object.keys(least).length < Object.keys(body).length
  const others = Object.entries(body).filter(([name]) => !Object.hasOwn(least, name))
  return isPart ? [least, ...others.map(([name, value]) => ({ ...least, [name]: value }))] : []
}

/** The body without its optional properties. */
function leastOf(context: Context, draft: Draft, body: JsonObject): JsonObject {
  let least = body
  const identity = identityIn(context.api, draft.operation)
  for (const name of Object.keys(body)) {
    const { [name]: _, ...rest } = least
    const isNeeded = identity?.isTarget === true && name === identity.resource.idProperty
    if (!isNeeded && isValid(context.api, withBody(draft, rest))) least = rest
  }
  return least
}

/** A replacement by only some of the properties. */
interface Replacement {
  readonly answer: Answer
  /** The record before it. */
  readonly before: JsonObject
  /** The body with all properties, which was accepted before. */
  readonly whole: JsonObject
  readonly sent: JsonObject
}

/** After a replacement, properties that were not sent must not keep their old values. */
async function judgeReplacement(
  { context, resource }: LifeStep,
  target: Fixture,
  { answer, before, whole, sent }: Replacement,
): Promise<void> {
  const seen = await readOrFind(context, resource, target)
  if (!seen?.record) return
  const { record } = seen
  const mayKeep = keptByServers(context.api, resource, answer.draft)
  const kept = Object.entries(whole).flatMap(([name, value]) => {
    const isKept = !Object.hasOwn(sent, name) && [record, before].every((each) => isIn(each, name, value))
    return isKept && !isLikelyDefault(value) && !mayKeep(name, value) ? [name] : []
  })
  context.judge(
    updateVisible,
    { sent: {}, untouched: {}, kept, status: seen.answer.status, record, isDeclared: () => true },
    { answer: seen.answer, operation: answer.draft.operation, after: [answer] },
  )
}

const isIn = (record: JsonObject, name: string, value: Json): boolean =>
  Object.hasOwn(record, name) && equalJson(record[name] ?? null, value)

/**
 * Whether a server may leave a value that is not sent as it is: an id, that of an owner in the path, what records need, a default, who
 * changed the record.
 */
function keptByServers(
  api: Api,
  resource: Resource,
  { operation, path }: Draft,
): (name: string, value: Json) => boolean {
  const isNeeded = neededIn(api, resource, resetsOmitted(operation))
  const schema = bodySchema(operation)
  const described = [
    recordProperties(api, resource),
    ...(schema ? [possiblePropertiesOf(api.document, schema)] : []),
  ]
  const isDefault = (name: string, value: Json): boolean =>
    described.some((properties) => {
      const node = properties.get(name)
      const byDefault = node && (keywordsOf(api, node).get('default') as Json | undefined)
      return equalJson(byDefault ?? null, value)
    })
  const isInPath = (name: string, value: Json): boolean =>
    Object.entries(path).some(
      ([parameter, id]) => normalizeName(parameter) === normalizeName(name) && sameId(id, value),
    )
  return (name, value) =>
    name === resource.idProperty ||
    isInPath(name, value) ||
    isNeeded(name) ||
    isDefault(name, value) ||
    isAuditValue(name, value)
}

/**
 * Whether records must have a property, and not as null: a server that is not sent it has no other value than the old one, but for an empty
 * list where the document says that omitted values are reset.
 */
function neededIn(api: Api, { record }: Resource, isReset: boolean): (name: string) => boolean {
  const required = requiredOf(api.document, record)
  const properties = possiblePropertiesOf(api.document, record)
  return (name) => {
    const node = properties.get(name)
    if (!required.has(name) || node === undefined) return false
    const types = typesOf(api.document, node)
    return !types.has('null') && !(isReset && types.has('array') && !keywordsOf(api, node).has('minItems'))
  }
}

/** Whether a value is a likely default of a server. Either boolean may be one. */
export const isLikelyDefault = (value: Json | undefined): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)
