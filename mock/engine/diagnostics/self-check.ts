import type { Document, Operation } from '../../../spec/document.ts'
import type { HttpResponse } from '../../../spec/http.ts'
import { createResponseChecker, type ResponseChecker } from '../../../spec/response.ts'
import type { Issue, Validator } from '../../../spec/validate.ts'
import { toFieldValue } from '../header-field.ts'

/**
 * Whether every response is checked against the document before it is sent. `report` logs violations and names them in
 * `X-Stablehand-Breach`; `throw`, or true, rejects the request instead of answering it.
 */
export type SelfCheck = boolean | 'report' | 'throw'

/** Thrown when a response violates the document. */
class SelfCheckError extends Error {
  override readonly name = 'SelfCheckError'
}

/** Creates the checker of each operation on its first response. */
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

/** Creates the check of responses, which adds violations to a response or throws a {@link SelfCheckError}. */
export function createSelfCheck(
  checkerOf: (operation: Operation) => ResponseChecker,
  mode: SelfCheck,
  report: (error: unknown) => void,
): ((operation: Operation, response: HttpResponse) => HttpResponse) | undefined {
  if (mode === false) return undefined
  return (operation, response) => {
    // Where the document contradicts itself, no response could be valid.
    const issues = checkerOf(operation)(response).filter(
      (issue) => !issue.contradicts && (issue.in !== 'status' || mustDeclare(operation, response.status)),
    )
    if (issues.length === 0) return response
    const error = breach(operation, response, issues)
    if (mode !== 'report') throw error
    report(error)
    return { ...response, headers: { ...response.headers, 'X-Stablehand-Breach': summary(issues) } }
  }
}

function breach({ id }: Operation, { status }: HttpResponse, issues: readonly Issue[]): SelfCheckError {
  const lines = issues.map((issue) => `  ${issue.in} ${issue.path} ${issue.message} (${issue.schema})`)
  return new SelfCheckError([`The ${status} response of ${id} violates the document:`, ...lines].join('\n'))
}

/** How many violations are named in the header field. */
const maxNamed = 5

/** `body /name minLength, header X-Total-Count required, and 2 more`. */
function summary(issues: readonly Issue[]): string {
  const names = issues.map((issue) => [issue.in, issue.path, issue.keyword].filter(Boolean).join(' '))
  const rest = names.length > maxNamed ? [`and ${names.length - maxNamed} more`] : []
  return toFieldValue([...names.slice(0, maxNamed), ...rest].join(', '))
}

/** Errors such as 405 or 413 come from HTTP itself and are rarely declared; some operations declare no success at all. */
function mustDeclare({ responses }: Operation, status: number): boolean {
  return status < 300 && responses.some((response) => response.status.startsWith('2'))
}
