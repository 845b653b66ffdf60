import type { Json } from '../../spec/json.ts'
import { isSuccess } from '../answer.ts'
import { show, type Difference } from '../answers/compare.ts'
import { fine, type Check, type Violation } from '../check.ts'

export type RestoreEvidence =
  /** The restore of a record that was not deleted; the operation declares these statuses for it. */
  | Of<'undeleted', { readonly status: number; readonly refusals: readonly string[] }>
  /** The restore of a deleted record. */
  | Of<'deleted', { readonly status: number }>
  /** The restored record, with what differs from before the deletion. */
  | Of<'read', { readonly status: number; readonly changes: readonly Difference[] }>
  /** The list after the restore, which contained the record before the deletion. */
  | Of<'listed', { readonly isThere: boolean }>
  /** The list while the record is deleted; the value of the parameter asks for deleted ones, undefined does not. */
  | Of<'asked', { readonly parameter: string; readonly value: Json | undefined; readonly isThere: boolean }>

type Of<Kind, Rest> = {
  readonly kind: Kind
  /** Pointer to the part of the document that requires it. */
  readonly pointer: string
} & Rest

/** A deleted record can be restored unchanged, and until then appears only in lists that ask for deleted records. */
export const restored: Check<RestoreEvidence> = {
  id: 'restored',
  title: 'Deleted records can be restored',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: the description of an operation defines its behaviour',
  judge: (evidence) =>
    violationsOf(evidence).map((violation) => ({ requirement: evidence.pointer, ...violation })),
}

function violationsOf(evidence: RestoreEvidence): readonly Violation[] {
  switch (evidence.kind) {
    case 'undeleted':
      return ofUndeleted(evidence)
    case 'deleted':
      return ofDeleted(evidence)
    case 'read':
      return ofRead(evidence)
    case 'listed':
      return evidence.isThere ? fine : [unlisted]
    default:
      return ofAsked(evidence)
  }
}

type Evidence<Kind extends RestoreEvidence['kind']> = Extract<RestoreEvidence, { readonly kind: Kind }>

function ofUndeleted({ status, refusals }: Evidence<'undeleted'>): readonly Violation[] {
  if (!isSuccess(status)) return fine
  const expected = `${refusals.join(' or ')} for a record that is not deleted, as the operation declares`
  return [{ cause: 'undeleted', expected, actual: String(status) }]
}

function ofDeleted({ status }: Evidence<'deleted'>): readonly Violation[] {
  if (status !== 404 && status !== 410) return fine
  return [{ cause: 'refused', expected: 'the deleted record to be restored', actual: String(status) }]
}

function ofRead({ status, changes }: Evidence<'read'>): readonly Violation[] {
  if (status === 404 || status === 410)
    return [{ cause: 'gone', expected: 'the restored record', actual: String(status) }]
  return changes.map(({ property, expected, actual }) => ({
    cause: `changed:${property}`,
    expected: `${property} = ${show(expected)}, as before the deletion`,
    actual: show(actual),
  }))
}

const unlisted: Violation = {
  cause: 'unlisted',
  expected: 'the restored record in the list',
  actual: 'a list without it',
}

function ofAsked({ parameter, value, isThere }: Evidence<'asked'>): readonly Violation[] {
  if (value === undefined)
    return isThere
      ? [
          {
            cause: 'shown',
            expected: `a list without deleted records when ${parameter} is not sent`,
            actual: 'a list with the deleted record',
          },
        ]
      : fine
  if (isThere) return fine
  const expected = `a list with the deleted record for ${parameter}=${show(value)}`
  return [{ cause: 'hidden', expected, actual: 'a list without it' }]
}
