import type { Document, SourceLocation, SpecProblem } from '../document.ts'
import { refTarget } from '../reading/refs.ts'
import { own } from '../util/object.ts'
import type { Rooted } from '../reading/refs.ts'
import type { RefUse } from './ref-uses.ts'
import type { SourceText } from './source-text.ts'

/** Why a `$ref` to another file or server was not followed; undefined when its target simply is not there. */
export type ExplainRef = (use: RefUse) => Pick<SpecProblem, 'code' | 'message'> | undefined

/** Every `$ref` that leads nowhere, or only back to itself. */
export function refProblems(
  document: Document,
  uses: readonly RefUse[],
  explain: ExplainRef = () => undefined,
): readonly SpecProblem[] {
  return uses.flatMap((use) => {
    const location = document.locate(use.pointer)
    if (refTarget(document, use.ref) === undefined) return [unresolvedRef(use, location, explain(use))]
    return comesBack(document, use) ? [circularRef(use, location)] : []
  })
}

function unresolvedRef(
  { ref, pointer }: RefUse,
  location: SourceLocation | undefined,
  reason: ReturnType<ExplainRef>,
): SpecProblem {
  const { code, message } = reason ?? { code: 'unresolved-ref', message: `Nothing stands at ${ref}.` }
  return { code, severity: 'error', message, pointer, location }
}

/** A `$ref` that stands for itself. */
export function circularRef({ ref, pointer }: RefUse, location: SourceLocation | undefined): SpecProblem {
  const message = `${ref} leads back here, and to no schema or object.`
  return { code: 'circular-ref', severity: 'error', message, pointer, location }
}

/** Whether a chain of `$ref`s never leaves itself. Schemas that contain themselves are something else, and fine. */
function comesBack(document: Rooted, use: RefUse): boolean {
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

/** Names given twice in one object of a file: JSON and YAML readers keep the last, and nobody notices. */
export function duplicateKeys(source: SourceText): readonly SpecProblem[] {
  return source.duplicates().map(({ name, pointer, location }) => ({
    code: 'duplicate-key',
    severity: 'error',
    message: `\`${name}\` is given twice in one object; only this one counts.`,
    pointer,
    location,
  }))
}

/** `openapi: 3.1` without quotes is a number. */
export function versionProblems(document: Document): readonly SpecProblem[] {
  const version: unknown = document.root.openapi
  if (typeof version === 'string') return []
  const message = `The version must be a string: "${document.version}.0".`
  const [pointer, severity] = ['#/openapi', 'warning'] as const
  return [{ code: 'version-not-a-string', severity, message, pointer, location: document.locate(pointer) }]
}
