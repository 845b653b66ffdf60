import type { Document, SpecProblem } from '../document.ts'
import { operationsOf } from '../operations.ts'

/**
 * The problems found by reading a document and its operations, in the order of its text: unresolved `$ref`s, parameters without a
 * name, and the like. What `stablehand inspect` finds beyond that takes longer, and hardly matters for serving or checking.
 */
export function knownProblems(document: Document): readonly SpecProblem[] {
  return [...document.problems, ...operationsOf(document).problems].sort(byLocation)
}

/** Orders problems by file, line and column; those without a location come last. */
export function byLocation({ location: a }: SpecProblem, { location: b }: SpecProblem): number {
  if (!a || !b) return Number(a === undefined) - Number(b === undefined)
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
