import type { Document, Operation } from '../../../spec/document.ts'
import type { HttpResponse } from '../../../spec/http.ts'
import { createResponseChecker, type ResponseChecker } from '../../../spec/response.ts'
import type { Issue, Validator } from '../../../spec/validate.ts'
import { toFieldValue } from '../header-field.ts'

/**
 * Whether every answer is checked against the document before it leaves. `report`: what breaks it is told to the log, and
 * named in `X-Stablehand-Breach`; `throw`, or true: there is no answer but an error.
 */
export type SelfCheck = boolean | 'report' | 'throw'

/** Thrown where a mock that checks itself is about to send what its document does not allow. */
class SelfCheckError extends Error {
  override readonly name = 'SelfCheckError'
}

/** Worked out on an operation's first response. */
export function createCheckers(
  document: Document,
  validator: Validator,
): (operation: Operation) => ResponseChecker {
  const checkers = new Map<Operation, ResponseChecker>()
  return (operation) => {
    let checker = checkers.get(operation)
    if (checker === undefined) {
      checker = createResponseChecker(document, operation, validator)
      checkers.set(operation, checker)
    }
    return checker
  }
}

/** Checks responses; hands them on, with a breach named in them, or throws a {@link SelfCheckError}. */
export function createSelfCheck(
  checkerOf: (operation: Operation) => ResponseChecker,
  mode: SelfCheck,
  report: (error: unknown) => void,
): ((operation: Operation, response: HttpResponse) => HttpResponse) | undefined {
  if (mode === false) return undefined
  return (operation, response) => {
    // Where the document contradicts itself, no answer helps.
    const issues = checkerOf(operation)(response).filter(
      (issue) => !issue.contradicts && (issue.in !== 'status' || mustDeclare(operation, response.status)),
    )
    if (issues.length === 0) return response
    const error = breach(operation, response, issues)
    if (mode !== 'report') throw error
    report(error)
    return { ...response, headers: { ...response.headers, 'X-Stablehand-Breach': named(issues) } }
  }
}

function breach({ id }: Operation, { status }: HttpResponse, issues: readonly Issue[]): SelfCheckError {
  const told = issues.map((issue) => `  ${issue.in} ${issue.path} ${issue.message} (${issue.schema})`)
  return new SelfCheckError([`${id} answers ${status} against its document:`, ...told].join('\n'))
}

/** Issues a header field has room for. */
const most = 5

/** `body /name minLength, header X-Total-Count required, and 2 more`. */
function named(issues: readonly Issue[]): string {
  const names = issues.map((issue) => [issue.in, issue.path, issue.keyword].filter(Boolean).join(' '))
  const rest = names.length > most ? [`and ${names.length - most} more`] : []
  return toFieldValue([...names.slice(0, most), ...rest].join(', '))
}

/** HTTP itself answers with statuses that few documents declare; and some operations declare no success at all. */
function mustDeclare({ responses }: Operation, status: number): boolean {
  return status < 300 && responses.some((response) => response.status.startsWith('2'))
}
