import { isSafe } from '../../spec/http.ts'
import type { Operation, Pointer } from '../../spec/document.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { isJsonType } from '../../spec/media-type.ts'
import { isSuccess, jsonOf, type Answer } from '../answer.ts'
import { bodyType, type Api } from '../api.ts'
import type { Severity } from '../check.ts'
import { int64 } from '../checks/int64.ts'
import { invalidRefused, type AcceptanceEvidence } from '../checks/invalid-refused.ts'
import { validAccepted } from '../checks/valid-accepted.ts'
import { inconclusive, skipped, type Context } from '../context.ts'
import { encodeDraft, type Draft } from '../draft.ts'
import { control, instantiate, isBusiness, type Lane } from '../records/fixtures.ts'
import { identityIn } from '../records/identity.ts'
import { sameId } from '../records/records.ts'
import { pathTarget } from '../records/paths.ts'
import { isOfAnyForm, isOfUntoldTexts, namesRecord, placeOf, unknownFormat } from './left-open.ts'
import type { Recipe } from './recipes.ts'

export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** One change to an accepted request. */
export interface Mutation {
  readonly operation: Operation
  /** What is changed and why: `body/name maxLength`; stable between runs. */
  readonly cause: string
  /** The same for people. */
  readonly title: string
  /** What is wrong with it, whatever the place and the value. */
  readonly says?: string
  /** Where in the document the changed value is allowed or forbidden. */
  readonly pointer: Pointer
  readonly place: Place
  /** The name of the parameter that is changed, when it is one. */
  readonly parameter?: string
  /** Part of a case's path. */
  readonly slug: string
  /** The keyword whose edge it is, when it is one. */
  readonly keyword?: string
  /** The value put there, when it is a single one. */
  readonly value?: Json
  /** The value stands in the document as an example. */
  readonly isGiven?: true
  /** The value stands for the id of another record. */
  readonly isReference?: true
  /** Requests with no more than what its place is in; none where the request has that itself. */
  held?(draft: Draft, context: Context): readonly Draft[]
  /** Undefined when there is no such place in the request. */
  apply(draft: Draft, context: Context): Draft | undefined
  /** The same with the ids of the request that was accepted, where others may be those of nothing. */
  applyWithIds?(draft: Draft): Draft | undefined
}

/** Whether a request is all that the document asks of its operation. */
export function isValid(api: Api, draft: Draft): boolean {
  const request = encodeDraft(draft)
  const match = api.router.match(request.method, request.path, request.query, request.headers)
  if (match.kind !== 'found' || match.operation.id !== draft.operation.id) return false
  const reading = api.reader(draft.operation)(request, match.params)
  return (
    reading.kind === 'read' &&
    reading.issues.every((issue) => issue.in === 'path' && isGivenId(draft, issue.path))
  )
}

/** Whether a parameter of the path has the id that the server itself gave: what is wrong with it is told of that answer. */
const isGivenId = ({ path, bindings }: Draft, name: string): boolean =>
  bindings.some((each) => each.in === 'path' && each.fixture.key.some((id) => sameId(id, path[name])))

/** Whether the request reaches its operation and breaks the document there. */
export function isInvalid(api: Api, draft: Draft): boolean {
  const request = encodeDraft(draft)
  const match = api.router.match(request.method, request.path, request.query, request.headers)
  return match.kind === 'found' && match.operation.id === draft.operation.id && !isValid(api, draft)
}

/** A request known to be accepted; the case ends when there is none. */
export async function accepted(
  context: Context,
  lane: Lane,
  operation: Operation,
): Promise<{ recipe: Recipe; answer: Answer }> {
  const { recipe, answer } = await control(context, lane, operation)
  if (!recipe || !answer) throw inconclusive(`No request of ${operation.id} was accepted to start from.`)
  return { recipe, answer }
}

/** A mutation that the document allows: it is to be accepted. The answer when it is. */
export async function tryValid(
  context: Context,
  lane: Lane,
  mutation: Mutation,
): Promise<Answer | undefined> {
  const { operation } = mutation
  const { recipe } = await accepted(context, lane, operation)
  const format = unknownFormat(context.api, mutation)
  let answer: Answer | undefined
  for (const attempt of [0, 1]) {
    const base = await instantiate(context, lane, operation, recipe, { fresh: attempt > 0, attempt })
    const draft = (attempt > 0 && mutation.applyWithIds?.(base)) || mutation.apply(base, context)
    if (!draft || !isValid(context.api, draft)) throw skipped('It does not fit into an accepted request.')
    answer = await context.send(draft, format === undefined ? 'valid' : 'probe')
    if (isSuccess(answer.status) || isAbsent(context.api, answer, mutation)) return answer
    if (!isBusiness(answer.status) && !mutation.applyWithIds) break
  }
  if (answer && format !== undefined && answer.status < 500)
    throw inconclusive(`It was refused with ${String(answer.status)}, and may be no ${format}.`)
  if (answer) await judgeRefusal(context, lane, answer, mutation)
  return undefined
}

/** Another id in the path, or in a body that alone says which record is meant, need not exist; nor need another page. */
function isAbsent(api: Api, { status }: Answer, mutation: Mutation): boolean {
  const { place, operation, parameter } = mutation
  if (place === 'query' && parameter !== undefined)
    return status === 404
      ? api.model.roles.get(operation.id)?.resource.paging?.position === parameter
      : standsForAbsent.has(status) && namesRecord(api, mutation, parameter)
  if (place !== 'path' && !(place === 'body' && identityIn(api, operation)?.isTarget === true)) return false
  return (
    status === 404 ||
    status === 410 ||
    (place === 'path' &&
      standsForAbsent.has(status) &&
      (!tellsAbsent(operation) || isOfAnyForm(api, placeOf(api, mutation))))
  )
}

/** Whether an operation's only record may have been deleted. */
export function isDeletable({ model }: Api, { id }: Operation): boolean {
  const resource = model.roles.get(id)?.resource
  return resource?.kind === 'singleton' && resource.operations.some(({ role }) => role === 'delete')
}

/** Whether an operation has a status of its own for what is not there. */
export function tellsAbsent({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404' || status === '410')
}

/** What has to say that there is no such record where no status of its own does. */
const standsForAbsent = new Set([400, 403, 409, 422])

/**
 * Whether a refusal of a request that is valid by the document breaks the contract: only when no business rule can
 * explain it, and when the request without the mutation is still accepted.
 */
export async function judgeRefusal(
  context: Context,
  lane: Lane,
  answer: Answer,
  mutation: Mutation,
): Promise<void> {
  const { operation } = mutation
  if (answer.status >= 500) return
  if (!(await isSchemaRefusal(context, answer, mutation))) {
    throw inconclusive(
      `It was refused with ${String(answer.status)}, which a rule of the business may explain.`,
    )
  }
  const isCertain =
    mutation.isGiven && tellsRulesApart(answer, operation) && (await isLikeValidation(context, answer))
  if (!isCertain) await assertStillAccepted(context, lane, mutation)
  const { cause, title, pointer, value } = mutation
  const large = [value].flat().find((each) => typeof each === 'bigint')
  if (typeof large === 'bigint') {
    const evidence = { where: cause, sent: large, came: String(answer.status), pointer }
    context.judge(int64, evidence, { answer })
    return
  }
  const untold = (await isOfUntoldTexts(context, answer, mutation)) ? mutation.parameter : undefined
  context.judge(validAccepted, { answer, cause, title, untold, allowedBy: pointer }, { answer })
}

/** The request that mutations are made from is accepted now as it was before, with what holds the changed place too. */
async function assertStillAccepted(context: Context, lane: Lane, mutation: Mutation): Promise<void> {
  const { operation } = mutation
  const { recipe } = await accepted(context, lane, operation)
  const before = await instantiate(context, lane, operation, recipe, { fresh: true, attempt: 1 })
  for (const draft of [before, ...(mutation.held?.(before, context) ?? [])]) {
    if (draft !== before && !isValid(context.api, draft)) continue
    const again = await context.send(draft, 'valid')
    if (!isSuccess(again.status))
      throw inconclusive(`The request it was made from is refused too, with ${String(again.status)}.`)
  }
}

/** The document gives rules of the business statuses of their own, and it is none of these. */
function tellsRulesApart({ status }: Answer, operation: Operation): boolean {
  return status === 400 && operation.responses.some((each) => each.status === '409' || each.status === '422')
}

async function isSchemaRefusal(context: Context, answer: Answer, mutation: Mutation): Promise<boolean> {
  const { operation, place } = mutation
  const { status } = answer
  // A value in the path may always be the name of something that is not there, so may an id, and anything in the body
  // where 404 is declared.
  if (status === 404)
    return (
      !operation.path.includes('{') &&
      !mutation.isReference &&
      !(place === 'body' && tellsAbsent(operation)) &&
      !isDeletable(context.api, operation)
    )
  if (status === 405 || status === 406 || status === 415) return true
  // Some take 422 for what breaks the document, and 400 for what cannot be read.
  if (status === 422 && operation.responses.some((each) => each.status === '400')) {
    return !rulesOften.has(mutation.keyword ?? '') && isLikeValidation(context, answer)
  }
  if (status !== 400 && status !== 422) return false
  const isRuled = place === 'body' && !isSafe(operation.method)
  return !isRuled || tellsRulesApart(answer, operation) || isLikeValidation(context, answer)
}

/** Constraints that rules of the business are often narrower than. */
const rulesOften = new Set([
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

/** Whether it is refused in the same words as a request that is certainly invalid. */
async function isLikeValidation(context: Context, answer: Answer): Promise<boolean> {
  const bytes = new TextEncoder().encode('[[0]]')
  const invalid: Draft = { ...answer.draft, body: { kind: 'bytes', contentType: 'application/json', bytes } }
  if (!isInvalid(context.api, invalid)) return false
  const refused = await context.send(invalid, 'invalid')
  const words = signature(answer)
  return refused.status === answer.status && words !== undefined && signature(refused) === words
}

/** The shape of an error and its short codes; undefined when it has none. */
function signature(answer: Answer): string | undefined {
  const body = jsonOf(answer)
  return isJsonObject(body)
    ? [body, ...Object.values(body)].map(signatureOf).find((each) => each !== undefined)
    : undefined
}

function signatureOf(body: Json): string | undefined {
  if (!isJsonObject(body) || !Object.entries(body).some(isCode)) return undefined
  const parts = Object.entries(body).map(([name, value]) => {
    return `${name}:${typeof value === 'string' && isCode([name, value]) ? value : Array.isArray(value) ? 'array' : typeof value}`
  })
  return parts.sort().join()
}

const isCode = ([name, value]: readonly [string, Json]): boolean =>
  typeof value === 'string' &&
  /^(?:code|type|error|errorCode|reason)$/i.test(name) &&
  /^[^\s]{1,100}$/.test(value)

const refusals = new Set([400, 405, 406, 411, 413, 414, 415, 422, 431])

/** A mutation that the document forbids: it is to be refused, and because of that. */
export async function tryInvalid(
  context: Context,
  lane: Lane,
  mutation: Mutation,
  severity: Severity = 'error',
): Promise<void> {
  const { operation, cause, title, says, pointer } = mutation
  const { recipe } = await accepted(context, lane, operation)
  let status = 0
  for (const attempt of [0, 1]) {
    const draft = mutation.apply(
      await instantiate(context, lane, operation, recipe, { fresh: attempt > 0, attempt }),
      context,
    )
    if (!draft || !isInvalid(context.api, draft))
      throw skipped('It is not invalid within an accepted request.')
    const answer = await context.send(draft, 'invalid')
    status = answer.status
    if (isSuccess(status)) {
      forget(context, lane, operation)
      const unread =
        mutation.place === 'body' ? await unreadBody(context, lane, operation, recipe) : undefined
      if (unread) {
        context.judge(invalidRefused, { ...unread, severity }, { answer: unread.answer })
        return
      }
      const evidence = { answer, cause, title, says, forbiddenBy: pointer, severity }
      context.judge(invalidRefused, evidence, { answer })
      return
    }
    if (refusals.has(status) || status >= 500 || isAbsent(context.api, answer, mutation)) return
  }
  throw inconclusive(`It was refused with ${String(status)}, for another reason.`)
}

/**
 * Where a body that is not JSON is accepted, and JSON of another type too, none is read: that is told instead of all that
 * follows from it.
 */
async function unreadBody(
  context: Context,
  lane: Lane,
  operation: Operation,
  recipe: Recipe,
): Promise<Pick<AcceptanceEvidence, 'answer' | 'cause' | 'title' | 'forbiddenBy'> | undefined> {
  const { unread } = context.run
  if (!isJsonType(bodyType(operation)?.type ?? '') || !operation.requestBody) return undefined
  if (!unread.has(operation.id)) {
    const attempts: Answer[] = []
    for (const text of ['"stablehand"', '{"name": ']) {
      const base = await instantiate(context, lane, operation, recipe, { fresh: true, attempt: 1 })
      const bytes = new TextEncoder().encode(text)
      const draft: Draft = { ...base, body: { kind: 'bytes', contentType: 'application/json', bytes } }
      if (!isInvalid(context.api, draft)) break
      const answer = await context.send(draft, 'invalid')
      if (!isSuccess(answer.status)) break
      forget(context, lane, operation)
      attempts.push(answer)
    }
    unread.set(operation.id, attempts[1])
  }
  const answer = unread.get(operation.id)
  const { pointer } = operation.requestBody
  return answer && { answer, cause: 'body malformed', title: 'a body that is not JSON', forbiddenBy: pointer }
}

/** What an invalid request was let do to a record nobody knows: it is used no more. */
function forget(context: Context, lane: Lane, operation: Operation): void {
  const target = pathTarget(context.api, operation)
  if (target && !isSafe(operation.method)) lane.fixtures.delete(target.resource.name)
}
