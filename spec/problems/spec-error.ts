import type { Pointer, SourceLocation, SpecProblem } from '../document.ts'

/** Why a document cannot be used at all. */
export type SpecErrorCode =
  | 'not-found'
  | 'unreadable'
  | 'not-utf8'
  | 'syntax'
  | 'empty'
  | 'multiple-documents'
  | 'not-an-object'
  | 'cyclic-value'
  | 'not-json'
  | 'too-deep'
  | 'too-large'
  | 'swagger-2'
  | 'no-openapi-version'
  | 'unsupported-version'
  | 'invalid-paths'
  | 'not-bundled'
  | 'remote-ref'
  | 'outside-ref'
  | 'not-flawless'

/** The document cannot be used; its message has a line for each problem: `file:line:column  code  message  (#/pointer)`. */
export class SpecError extends Error {
  override readonly name = 'SpecError'
  /** Code of the first problem. */
  readonly code: SpecErrorCode
  readonly problems: readonly SpecProblem[]

  constructor(problems: readonly [FatalProblem, ...SpecProblem[]], options?: ErrorOptions) {
    super(problems.map(formatProblem).join('\n'), options)
    this.code = problems[0].code
    this.problems = problems
  }
}

/** A problem for which the document cannot be used. */
export interface FatalProblem extends SpecProblem {
  readonly code: SpecErrorCode
  readonly severity: 'error'
}

/** A {@link FatalProblem}; of the whole document unless `pointer` says where. */
export function fatal(
  code: SpecErrorCode,
  message: string,
  location: SourceLocation | undefined,
  pointer: Pointer = '#',
): FatalProblem {
  return { code, severity: 'error', message, pointer, location }
}

/** One line for people and editors: `file:line:column  code  message  (#/pointer)`. */
export function formatProblem({ location, code, message, pointer }: SpecProblem): string {
  const place = location ? [`${location.file}:${location.line}:${location.column}`] : []
  return [...place, code, message, ...(pointer === '#' ? [] : [`(${pointer})`])].join('  ')
}
