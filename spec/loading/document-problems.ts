import type { Document, SourceLocation, SpecProblem } from '../document.ts'
import { refTarget } from '../json/refs.ts'
import type { Rooted } from '../json/refs.ts'
import { own } from '../util/object.ts'
import type { RefUse } from './ref-uses.ts'
import type { SourceText } from './source-text.ts'

/** Says why a `$ref` to another file or server was not resolved; undefined when its target does not exist. */
export type ExplainRef = (use: RefUse) => Pick<SpecProblem, 'code' | 'message'> | undefined

/** A problem for each `$ref` that cannot be resolved, or that resolves only to itself. */
export function refProblems(
  document: Document,
  uses: readonly RefUse[],
  explain: ExplainRef = () => undefined,
): readonly SpecProblem[] {
  return uses.flatMap((use) => {
    const location = document.locate(use.pointer)
    if (refTarget(document, use.ref) === undefined) return [unresolvedRef(use, location, explain(use))]
    return isCircular(document, use) ? [circularRef(use, location)] : []
  })
}

function unresolvedRef(
  { ref, pointer }: RefUse,
  location: SourceLocation | undefined,
  reason: ReturnType<ExplainRef>,
): SpecProblem {
  const { code, message } = reason ?? {
    code: 'unresolved-ref',
    message: `The target of the $ref '${ref}' does not exist.`,
  }
  return { code, severity: 'error', message, pointer, location }
}

/** The problem of a `$ref` that resolves only to itself. */
export function circularRef({ ref, pointer }: RefUse, location: SourceLocation | undefined): SpecProblem {
  const message = `The $ref '${ref}' is circular: it never resolves to an object.`
  return { code: 'circular-ref', severity: 'error', message, pointer, location }
}

/** Whether a chain of `$ref`s returns to its start. A schema that contains itself is not circular in this sense. */
function isCircular(document: Rooted, use: RefUse): boolean {
  const seen = new Set<string>()
  let ref: unknown = use.ref
  while (typeof ref === 'string' && !seen.has(ref)) {
    seen.add(ref)
    const at = refTarget(document, ref)
    if (at?.pointer === use.pointer) return true
    ref = own(at?.value, '$ref')
  }
  return false
}

/** A problem for each duplicate key in a file: parsers silently keep the last value. */
export function duplicateKeys(source: SourceText): readonly SpecProblem[] {
  return source.duplicates().map(({ name, pointer, location }) => ({
    code: 'duplicate-key',
    severity: 'error',
    message: `The key '${name}' is repeated in this object; only its last value counts.`,
    pointer,
    location,
  }))
}

/** A warning for an unquoted `openapi: 3.1`, which YAML reads as a number. */
export function versionProblems(document: Document): readonly SpecProblem[] {
  const version: unknown = document.root.openapi
  if (typeof version === 'string') return []
  const message = `The value of 'openapi' must be a string: "${document.version}.0".`
  const [pointer, severity] = ['#/openapi', 'warning'] as const
  return [{ code: 'version-not-a-string', severity, message, pointer, location: document.locate(pointer) }]
}
