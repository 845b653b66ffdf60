import type { Operation } from '../../../spec/document.ts'
import { uniqueKeysOf, type UniqueKey } from '../../../spec/inference/constraints/unique-keys.ts'
import { findLogin } from '../../../spec/inference/logins.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isJsonObject } from '../../../spec/json.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { isSuccess } from '../../answer.ts'
import { bodySchema, type Api } from '../../api/api.ts'
import { accepted, acceptedDraft } from '../../attempts/accepted-request.ts'
import { invalidRefused } from '../../checks/invalid-refused.ts'
import { unauthorized } from '../../checks/unauthorized.ts'
import { inconclusive, type Context } from '../../context.ts'
import { bodyValue, withBody } from '../../draft.ts'
import { isValid } from '../../requests/validity.ts'
import { inOtherCase } from './writes/refusals/described-rules.ts'

/** Whether an operation logs users in with a password. */
export const takesPassword = ({ document }: Api, operation: Operation): boolean =>
  findLogin(document, [operation]) !== undefined

/**
 * Checks that the name that the run has logged in with is refused with another password. Only a target that has refused requests without
 * a login is expected to tell passwords apart.
 */
export async function useOtherPassword(context: Context, operation: Operation): Promise<void> {
  const form = findLogin(context.api.document, [operation])
  if (!form || !context.run.credentials.tokens) throw inconclusive('The run has not logged in.')
  const { answer: before } = await accepted(context, operation)
  const body = bodyValue(before.draft)
  const password = isJsonObject(body) ? body[form.password] : undefined
  if (!isJsonObject(body) || typeof password !== 'string') return
  const other = password.slice(0, -1) + (password.endsWith('x') ? 'y' : 'x')
  const draft = withBody(before.draft, { ...body, [form.password]: other })
  const answer = await context.send(draft, 'probe')
  context.judge(unauthorized, { ...answer, hasOtherPassword: true }, { answer, operation, after: [before] })
}

/** The values that must be unique in what an operation creates, where those records have no operations of their own: accounts. */
export function keysOfUnlisted({ document, model }: Api, operation: Operation): readonly UniqueKey[] {
  const sent = bodySchema(operation)
  return operation.method === 'POST' && sent && !model.roles.has(operation.id) && !onlyExamines(operation)
    ? uniqueKeysOf(document, sent, { operation, sent })
    : []
}

/** Whether an operation only says what it thinks of a body, and keeps nothing of it: `POST /users/validate`. */
const onlyExamines = ({ path }: Operation): boolean =>
  /^(?:validat(?:e|ion)|check|verify|test|preview|simulate|estimate|dry run|exists|availab(?:le|ility))\b/.test(
    wordsOf(lastPart(path)).join(' '),
  )

/** Checks that values that must be unique are refused a second time, in another case as well if that is the same. */
export async function useTakenValues(context: Context, operation: Operation): Promise<void> {
  for (const key of keysOfUnlisted(context.api, operation)) await useTakenValue(context, operation, key)
}

async function useTakenValue(context: Context, operation: Operation, key: UniqueKey): Promise<void> {
  const { property, pointer } = key
  const first = await context.send(await acceptedDraft(context, operation, { fresh: true }), 'valid')
  const sent = bodyValue(first.draft)
  const value = isJsonObject(sent) ? sent[property] : undefined
  if (!isSuccess(first.status) || (typeof value !== 'string' && typeof value !== 'number')) return
  for (const [taken, title] of formsOf(value, key)) {
    const next = await acceptedDraft(context, operation, { fresh: true })
    const body = bodyValue(next)
    const draft = isJsonObject(body) ? withBody(next, { ...body, [property]: taken }) : next
    if (!isValid(context.api, draft)) continue
    const answer = await context.send(draft, 'valid', { after: [first] })
    const cause = `body/${property} taken`
    const evidence = { answer, cause, title, forbiddenBy: pointer, severity: 'error' } as const
    if (context.judge(invalidRefused, evidence, { answer, after: [first] })) return
  }
}

/** A taken value, and what counts as the same one. */
function formsOf(
  value: string | number,
  { property, ignoresCase }: UniqueKey,
): readonly (readonly [value: string | number, title: string])[] {
  const title = `the ${property} of an earlier request`
  const swapped = ignoresCase ? inOtherCase(value) : value
  return [[value, title], ...(swapped === value ? [] : [[swapped, `${title} in another case`] as const])]
}
