import type { Pointer, SourceLocation, SpecProblem } from '../document.ts'
import { placeOf } from './place.ts'

/** Why a document as a whole cannot be used. */
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

/** Thrown when a document cannot be used. The message has a line per problem: `file:line:column  code  message  (#/pointer)`. */
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

/** A problem that makes the document unusable. */
export interface FatalProblem extends SpecProblem {
  readonly code: SpecErrorCode
  readonly severity: 'error'
}

/** Creates a {@link FatalProblem}; it concerns the whole document unless a pointer is given. */
export function fatal(
  code: SpecErrorCode,
  message: string,
  location: SourceLocation | undefined,
  pointer: Pointer = '#',
): FatalProblem {
  return { code, severity: 'error', message, pointer, location }
}

/** Formats a problem as one line that editors can link: `file:line:column  code  message  (#/pointer)`. */
export function formatProblem({ location, code, message, pointer }: SpecProblem): string {
  const place = location ? [placeOf(location)] : []
  return [...place, code, message, ...(pointer === '#' ? [] : [`(${pointer})`])].join('  ')
}
