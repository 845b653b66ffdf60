import type { Operation } from '../../../spec/document.ts'
import type { HttpResponse } from '../../../spec/http.ts'
import { createResponseChecker, type ResponseChecker } from '../../../spec/response.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Issue } from '../../../spec/validate.ts'
import { toFieldValue } from '../../http/header-field.ts'
import type { Engine } from '../engine.ts'

/** Thrown when a response violates the document. */
class SelfCheckError extends Error {
  override readonly name = 'SelfCheckError'
}

const checkers = new WeakMap<Engine, Map<Operation, ResponseChecker>>()

/** The function that lists every way a response violates what its operation declares. Created with the first response. */
export function checkerOf(engine: Engine, operation: Operation): ResponseChecker {
  const ofEngine = getOrInsertComputed(checkers, engine, () => new Map<Operation, ResponseChecker>())
  return getOrInsertComputed(ofEngine, operation, () =>
    createResponseChecker(engine.document, operation, engine.validator),
  )
}

/** Returns the response, with the violations it finds, or throws a {@link SelfCheckError}. */
export function checkResponse(engine: Engine, operation: Operation, response: HttpResponse): HttpResponse {
  // Where the document contradicts itself, no response could be valid.
  const issues = checkerOf(
    engine,
    operation,
  )(response).filter(
    (issue) => !issue.contradicts && (issue.in !== 'status' || mustDeclare(operation, response.status)),
  )
  if (issues.length === 0) return response
  const error = breach(operation, response, issues)
  if (engine.selfCheck !== 'report') throw error
  engine.report(error)
  return { ...response, headers: { ...response.headers, 'X-Stablehand-Breach': summary(issues) } }
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
