import type { Json } from '../../spec/json.ts'
import { isSuccess } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import { show, type Difference } from '../records/compare.ts'

export type RestoreEvidence =
  /** What is not deleted was to be restored, which the document refuses with these statuses. */
  | Of<'undeleted', { readonly status: number; readonly refusals: readonly string[] }>
  /** What was deleted was to be restored. */
  | Of<'deleted', { readonly status: number }>
  /** The restored record was read: what of it is no longer as it was. */
  | Of<'read', { readonly status: number; readonly changes: readonly Difference[] }>
  /** The list, which had the record before, was read once it was restored. */
  | Of<'listed', { readonly isThere: boolean }>
  /** The list was read while the record was deleted, with deleted ones asked for or not. */
  | Of<'asked', { readonly parameter: string; readonly value: Json | undefined; readonly isThere: boolean }>

type Of<Kind, Rest> = {
  readonly kind: Kind
  /** JSON pointer of what asks for it. */
  readonly pointer: string
} & Rest

/** What was deleted can be restored, is then there again as it was, and until then shown to those alone that ask for it. */
export const restored: Check<RestoreEvidence> = {
  id: 'restored',
  title: 'What was deleted can be restored',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.10: the description of an operation explains its behaviour',
  judge: (evidence) =>
    violationsOf(evidence).map((violation) => ({ requirement: evidence.pointer, ...violation })),
}

function violationsOf(evidence: RestoreEvidence): readonly Violation[] {
  if (evidence.kind === 'undeleted') {
    const { status, refusals } = evidence
    if (!isSuccess(status)) return fine
    const expected = `${refusals.join(' or ')} where nothing was deleted, as the operation declares`
    return [{ cause: 'undeleted', expected, actual: String(status) }]
  }
  if (evidence.kind === 'deleted') {
    const { status } = evidence
    if (status !== 404 && status !== 410) return fine
    return [
      { cause: 'refused', expected: 'a record that was just deleted to be restored', actual: String(status) },
    ]
  }
  if (evidence.kind === 'read') return ofRead(evidence)
  if (evidence.kind === 'listed') {
    if (evidence.isThere) return fine
    return [
      {
        cause: 'unlisted',
        expected: 'a list with the restored record, as before',
        actual: 'a list without it',
      },
    ]
  }
  const { parameter, value, isThere } = evidence
  const isDue = value !== undefined
  if (isThere === isDue) return fine
  const [with_, without] = ['a list with the deleted record', 'a list without the deleted record']
  const asked = isDue ? `where ${parameter} is ${show(value)}` : `where ${parameter} is not sent`
  return [
    {
      cause: isDue ? 'hidden' : 'shown',
      expected: `${isDue ? with_ : without} ${asked}`,
      actual: isDue ? without : with_,
    },
  ]
}

function ofRead({ status, changes }: Extract<RestoreEvidence, { kind: 'read' }>): readonly Violation[] {
  if (status === 404 || status === 410)
    return [{ cause: 'gone', expected: 'the restored record to be there', actual: String(status) }]
  return changes.map(({ property, expected, actual }) => ({
    cause: `changed:${property}`,
    expected: `${property} = ${show(expected)}, as before the deletion`,
    actual: show(actual),
  }))
}
