import type { Document, Operation } from '../../spec/document.ts'
import type { HttpResponse } from '../../spec/http.ts'
import { createResponseChecker, type ResponseChecker } from '../../spec/response.ts'
import type { Validator } from '../../spec/validate.ts'

/** Thrown where a mock that checks itself is about to send what its document does not allow. */
export class SelfCheckError extends Error {
  override readonly name = 'SelfCheckError'
}

/** Checks every response of an operation against the document; throws a {@link SelfCheckError} that lists the issues. */
export function createSelfCheck(
  document: Document,
  validator: Validator,
): (operation: Operation, response: HttpResponse) => void {
  const checkers = new Map<Operation, ResponseChecker>()
  return (operation, response) => {
    const check = checkers.get(operation) ?? createResponseChecker(document, operation, validator)
    checkers.set(operation, check)
    const issues = check(response).filter(
      (issue) => issue.in !== 'status' || mustDeclare(operation, response.status),
    )
    if (issues.length === 0) return
    const told = issues.map((issue) => `  ${issue.in} ${issue.path} ${issue.message} (${issue.schema})`)
    throw new SelfCheckError(
      [`${operation.id} answers ${response.status} against its document:`, ...told].join('\n'),
    )
  }
}

/** HTTP itself answers with statuses that few documents declare; and some operations declare no success at all. */
function mustDeclare({ responses }: Operation, status: number): boolean {
  return status < 300 && responses.some((response) => response.status.startsWith('2'))
}
