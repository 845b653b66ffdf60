import { declaresStatus, type Operation } from '../../spec/document.ts'
import { refusalStatements } from '../../spec/inference/prose/refusal-statements.ts'
import { isSuccess } from '../answer.ts'
import { invalidRefused, type AcceptanceEvidence } from '../checks/invalid-refused.ts'
import { refusalStatus } from '../checks/refusal-status.ts'
import type { Context } from '../context.ts'
import type { Answer } from '../interaction.ts'
import { acceptedDraft } from './accepted-request.ts'

/** What the document forbids, and a description of the request that does it. */
export interface Forbidden extends Pick<AcceptanceEvidence, 'cause' | 'title' | 'forbiddenBy'> {
  /** The status of the refusal. */
  readonly status?: number | undefined
}

/**
 * Judges the answer to a request that has to be refused. Returns whether another request was sent, which may have been accepted.
 *
 * @param after The requests that prepared it.
 */
export async function judgeForbidden(
  context: Context,
  answer: Answer,
  { status, ...forbidden }: Forbidden,
  after: readonly Answer[],
): Promise<boolean> {
  const where = { answer, after }
  context.judge(invalidRefused, { answer, ...forbidden, severity: 'error' }, where)
  const { operation } = answer.draft
  const named = namedInstead(answer, operation, status, forbidden.forbiddenBy)
  if (named === undefined) return false
  // The refusal may have another reason.
  const again = await context.send(
    await acceptedDraft(context, operation, { fresh: true, attempt: 1 }),
    'valid',
  )
  if (isSuccess(again.status)) context.judge(refusalStatus, { answer, named, ...forbidden }, where)
  return true
}

/** The statuses of refusals that are often mistaken for each other; what they are about is there, and may be accessed. */
const refusals: ReadonlySet<number> = new Set([400, 409, 422])

/**
 * The status that the document names for a refusal with another one. Undefined if the status does not come from a sentence, if that names
 * both, or if the operation does not declare what came, as that is a violation of its own.
 */
export function namedInstead(
  { status: actual }: Answer,
  operation: Operation,
  status: number | undefined,
  pointer: string,
): number | undefined {
  if (status === undefined || actual === status || !declaresStatus(operation, actual)) return undefined
  if (!refusals.has(actual) || !refusals.has(status)) return undefined
  const statements = refusalStatements(operation)
  const told = statements.filter((each) => each.status === status && each.pointer === pointer)
  const isOfBoth = told.some(({ sentence }) =>
    statements.some((each) => each.status === actual && each.sentence === sentence),
  )
  return told.length > 0 && !isOfBoth ? status : undefined
}
