import type { Operation, SchemaNode } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { requestSchema } from '../../spec/inference/bodies/content.ts'
import { cursorProperties } from '../../spec/inference/lists/paging.ts'
import { findLogin } from '../../spec/inference/logins.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../spec/inference/references/names.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { isAccepted, isBusiness, isSuccess, jsonOf, mayBeStateRefusal } from '../answer.ts'
import { bodySchema, recordProperties, type Api } from '../api/api.ts'
import { rangesOf } from '../api/described-ranges.ts'
import { patchFormatOf } from '../api/patch-format.ts'
import { int64 } from '../checks/int64.ts'
import { validAccepted } from '../checks/valid-accepted.ts'
import { inconclusive, skipped, type Context } from '../context.ts'
import { bodyValue, liveBindings, withJsonText } from '../draft.ts'
import type { Answer, Draft } from '../interaction.ts'
import { isAssigned } from '../records/sent-values.ts'
import { saysTaken } from '../requests/already-exists.ts'
import { withNewItems } from '../requests/new-items.ts'
import { mayHaveInvertedRange } from '../requests/ordered-ranges.ts'
import { identifyingPart, withPathValues } from '../requests/path-values.ts'
import { isInvalid, isValid } from '../requests/validity.ts'
import { accepted } from './accepted-request.ts'
import type { Mutation } from './mutation.ts'
import { isAboutMissingRecord, mayBeDeleted, mayDeclareNotFound, saysMissing } from './not-found.ts'
import {
  takesUnspecifiedTexts,
  describesTexts,
  namesOtherNumbers,
  unknownFormat,
} from './unspecified-values.ts'

/** Judges a mutation that the document allows: the target should accept it. Returns the answer if it does. */
export async function tryValid(context: Context, mutation: Mutation): Promise<Answer | undefined> {
  const { operation } = mutation
  const { template } = await accepted(context, operation)
  const format = unknownFormat(context.api, mutation)
  let answer: Answer | undefined
  for (const attempt of [0, 1]) {
    const base = await context.instantiate(operation, template, {
      fresh: attempt > 0,
      elsewhere: attempt > 0,
      attempt,
    })
    const changed = (attempt > 0 && mutation.applyWithIds?.(base)) || mutation.apply(base, context)
    const named = changed && (namesRecord(context.api, mutation) ? changed : withPathValues(context, changed))
    const draft = named && withNewItems(context, named, attempt, mutation.path)
    if (!draft || !isValid(context.api, draft))
      throw skipped('The value does not fit into an accepted request.')
    answer = await context.send(draft, format === undefined ? 'valid' : 'probe')
    if (isAccepted(answer) || isAboutMissingRecord(context.api, answer, mutation)) return answer
    if (!isBusiness(answer.status) && !mutation.applyWithIds && !mayBeStateRefusal(answer)) break
  }
  if (answer && format !== undefined && answer.status < 500)
    throw inconclusive(
      `The value was refused with ${String(answer.status)} and may not be a valid ${format}.`,
    )
  if (answer) await judgeRefusal(context, answer, mutation)
  return undefined
}

/**
 * Judges the refusal of a request that is valid by the document. It breaks the contract only if no business rule can explain it, and
 * if the request without the mutation is still accepted.
 */
export async function judgeRefusal(context: Context, answer: Answer, mutation: Mutation): Promise<void> {
  const { operation } = mutation
  if (answer.status >= 500) return
  if (!(await isSchemaRefusal(context, answer, mutation))) {
    throw inconclusive(`The request was refused with ${String(answer.status)}, possibly by a business rule.`)
  }
  const isCertain =
    mutation.isGiven && separatesRules(answer, operation) && (await isValidationError(context, answer))
  if (!isCertain) await assertStillAccepted(context, mutation)
  const { cause, title, pointer, value } = mutation
  const large = [value].flat().find((each) => typeof each === 'bigint')
  if (typeof large === 'bigint') {
    const evidence = { where: cause, sent: large, came: String(answer.status), pointer }
    context.judge(int64, evidence, { answer })
    return
  }
  if (namesOtherNumbers(context.api, mutation))
    throw inconclusive(`The description of ${String(mutation.parameter)} may exclude this number.`)
  const unrestricted = (await takesUnspecifiedTexts(context, answer, mutation))
    ? mutation.parameter
    : undefined
  if (unrestricted !== undefined && describesTexts(context.api, mutation))
    throw inconclusive(`The description of ${unrestricted} may exclude this value.`)
  context.judge(validAccepted, { answer, cause, title, unrestricted, allowedBy: pointer }, { answer })
}

/** Throws `CaseEnd` unless the request without the mutation is still accepted, also with the parts that contain its place. */
async function assertStillAccepted(context: Context, mutation: Mutation): Promise<void> {
  const { operation } = mutation
  const { template } = await accepted(context, operation)
  const before = await context.instantiate(operation, template, { fresh: true, attempt: 1 })
  for (const draft of [before, ...(mutation.held?.(before, context) ?? [])]) {
    if (draft !== before && !isValid(context.api, draft)) continue
    const again = await context.send(draft, 'valid')
    if (!isSuccess(again.status))
      throw inconclusive(`The original request is now refused too, with ${String(again.status)}.`)
  }
}

/** Whether the document declares 409 or 422 for business rules, so that this 400 is about validation. */
function separatesRules({ status }: Answer, operation: Operation): boolean {
  return status === 400 && operation.responses.some((each) => each.status === '409' || each.status === '422')
}

/**
 * Whether a request was refused for its form, rather than by a business rule or for a record that does not exist. Who logs in is refused for
 * any other name or password than their own.
 */
async function isSchemaRefusal(context: Context, answer: Answer, mutation: Mutation): Promise<boolean> {
  const { operation, place } = mutation
  const { status } = answer
  if (
    saysTaken(answer) ||
    (mutation.place === 'body' && saysMissing(answer)) ||
    mayLeaveScope(answer, mutation) ||
    mayContradictRecord(context.api, mutation) ||
    isForServer(context.api, answer, mutation) ||
    findLogin(context.api.document, [operation])
  )
    return false
  if (status === 404) return !mayNameMissingRecord(context.api, mutation) && !isByMadeUpId(answer)
  if (status === 405 || status === 406 || status === 415) return true
  if ((status !== 400 && status !== 422) || dependsOnRecords(context.api, answer, mutation)) return false
  // Some servers use 422 for validation errors, and 400 for what they cannot parse.
  if (status === 422 && operation.responses.some((each) => each.status === '400'))
    return !oftenRestricted.has(mutation.keyword ?? '') && isValidationError(context, answer)
  const mayBreakRule = place === 'body' && !isSafe(operation.method)
  return !mayBreakRule || separatesRules(answer, operation) || isValidationError(context, answer)
}

/** Whether a changed parameter may have selected a tenant, to which the records that the body refers to are not known. */
const mayLeaveScope = ({ status, draft }: Answer, { parameter }: Mutation): boolean =>
  parameter !== undefined &&
  (status === 404 || status === 422) &&
  liveBindings(draft).some((each) => each.in === 'body')

/**
 * Whether a body says what only the server knows: what it sets itself, the name of another record than the path has, or operations on
 * a record that may not have what they are about.
 */
const isForServer = (api: Api, { draft }: Answer, mutation: Mutation): boolean =>
  mutation.place === 'body' &&
  (patchFormatOf(api, mutation.operation) !== undefined ||
    namesRecord(api, mutation) ||
    setsAssigned(api, bodySchema(mutation.operation), bodyValue(draft)))

/** Whether a mutation is of the id in the body, or of a value beside it that the path has as well. */
function namesRecord(api: Api, { operation, place, path }: Mutation): boolean {
  const part = place === 'body' && path !== undefined ? identifyingPart(api, operation) : undefined
  const tokens = part && path !== undefined ? pointerTokens(path) : []
  return (
    part !== undefined && tokens.length === part.length + 1 && part.every((each, at) => each === tokens[at])
  )
}

/** Whether a value has a property at any depth of objects that the server sets. */
function setsAssigned(api: Api, node: SchemaNode | undefined, value: Json | undefined): boolean {
  if (!node || !isJsonObject(value)) return false
  const properties = possiblePropertiesOf(api.document, node)
  return Object.entries(value).some(
    ([name, each]) => isAssigned(api, properties.get(name)) || setsAssigned(api, properties.get(name), each),
  )
}

/** Whether a parameter says of a record what one of its properties shows: `?type=directory` for what is a file. */
function mayContradictRecord(api: Api, { operation, place, parameter }: Mutation): boolean {
  const { resource, operation: found } = api.model.roles.get(operation.id) ?? {}
  return (
    place === 'query' &&
    parameter !== undefined &&
    resource !== undefined &&
    ['read', 'update', 'replace', 'delete'].includes(found?.role ?? '') &&
    recordProperties(api, resource).has(parameter)
  )
}

/** A value in the path, an id, or where 404 may be declared anything in the body may name a record that does not exist. */
const mayNameMissingRecord = (api: Api, { operation, isReference, place }: Mutation): boolean =>
  operation.path.includes('{') ||
  isReference === true ||
  (mayDeclareNotFound(operation) && (place === 'body' || readsBySelection(api, operation))) ||
  mayBeDeleted(api, operation)

/** Whether an operation reads what its query selects: a list of nothing is empty, but any other read finds nothing. */
const readsBySelection = ({ model }: Api, { id, method }: Operation): boolean =>
  isSafe(method) && !['list', 'search'].includes(model.roles.get(id)?.operation.role ?? '')

/** Whether a request has a range that may be inverted, or its body a made-up cursor or a made-up id. */
function dependsOnRecords(api: Api, { draft }: Answer, mutation: Mutation): boolean {
  const { document } = api
  const { operation } = draft
  const ranges = rangesOf(api, operation)
  if (mayHaveInvertedRange(draft.query, [], ranges.query)) return true
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return false
  const sent = requestSchema(operation)
  const kept = sent && operation.path.includes('{') ? possiblePropertiesOf(document, sent).keys() : []
  return (
    cursorProperties(document, operation).some((name) => Object.hasOwn(body, name)) ||
    hasMadeUpId(draft, mutation) ||
    mayHaveInvertedRange(body, kept, ranges.body)
  )
}

/** Whether a body selects a record by an `id` that no response has told. */
const isByMadeUpId = ({ draft }: Answer): boolean =>
  untoldProperties(draft).some((name) => normalizeName(name) === 'id')

/** Whether a mutation puts a value into a property named as an id, such as `assigneeId`, that is not the id of a known record. */
function hasMadeUpId(draft: Draft, { cause }: Mutation): boolean {
  const [, changed] = /^body\/([^/ ]+)/.exec(cause) ?? []
  return untoldProperties(draft).some(
    (name) => (changed === undefined || changed === name) && referencedNoun(name) !== undefined,
  )
}

/** The properties of a body whose values no response has told. */
function untoldProperties(draft: Draft): readonly string[] {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return []
  const told = new Set(liveBindings(draft).map(({ at }) => pointerTokens(at)[0]))
  return Object.keys(body).filter((name) => body[name] !== null && !told.has(name))
}

/** Keywords whose bounds business rules often narrow. */
const oftenRestricted = new Set([
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'whole',
])

/** Whether a refusal has the same error code as that of a request that is certainly invalid. */
async function isValidationError(context: Context, answer: Answer): Promise<boolean> {
  const invalid = withJsonText(answer.draft, '[[0]]')
  if (!isInvalid(context.api, invalid)) return false
  const refused = await context.send(invalid, 'invalid')
  const expected = signature(answer)
  return refused.status === answer.status && expected !== undefined && signature(refused) === expected
}

/** The structure of an error body and its codes; undefined when it has no codes. */
function signature(answer: Answer): string | undefined {
  const body = jsonOf(answer)
  return isJsonObject(body)
    ? [body, ...Object.values(body)].map(signatureOf).find((each) => each !== undefined)
    : undefined
}

function signatureOf(body: Json): string | undefined {
  if (!isJsonObject(body) || !Object.entries(body).some(isCode)) return undefined
  const parts = Object.entries(body).map(([name, value]) => {
    const type = Array.isArray(value) ? 'array' : typeof value
    return `${name}:${typeof value === 'string' && isCode([name, value]) ? value : type}`
  })
  return parts.sort().join()
}

/** Whether a member tells one kind of error from others. The type `about:blank` does not (RFC 9457 §4.2.1). */
const isCode = ([name, value]: readonly [string, Json]): boolean =>
  typeof value === 'string' &&
  value !== 'about:blank' &&
  /^(?:code|type|error|errorCode|reason)$/i.test(name) &&
  /^[^\s]{1,100}$/.test(value)
