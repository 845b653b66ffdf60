import type { Document } from '../../spec/document.ts'
import { knownProblems } from '../../spec/problems/known-problems.ts'
import { formatProblem } from '../../spec/problems/spec-error.ts'
import { createColors } from '../reporters/colors.ts'

/** Prints a warning for each problem of the document, in the words of `stablehand mock`. */
export function warnOfProblems(document: Document): void {
  const { yellow } = createColors(process.stderr.isTTY && process.env['NO_COLOR'] === undefined)
  for (const problem of knownProblems(document))
    process.stderr.write(`${yellow('warning')}  ${formatProblem(problem)}\n`)
}
