import * as fc from 'fast-check'
import type { Finding } from '../../findings/finding.ts'
import type { MadeRequest } from './requests.ts'

export interface Search {
  readonly requests: fc.Arbitrary<MadeRequest>
  readonly seed: number
  /** Requests until one fails. */
  readonly runs: number
  /** fast-check's path to the only request to try; undefined for all. */
  readonly path: string | undefined
  /** Requests spent on making the failing one smaller. */
  readonly shrinkBudget: number
  /** What is found new by a request. */
  readonly send: (request: MadeRequest) => Promise<readonly Finding[]>
}

export interface Outcome {
  /** The finding of the smallest request that gives it, and fast-check's path to that request. */
  readonly failure: { readonly finding: Finding; readonly path: string } | undefined
  /** What was thrown in between: the end of the run. What was found before it stands. */
  readonly end: unknown
}

/** Tries requests until one gives a finding, then smaller ones that give the same. */
export async function firstFailure({
  requests,
  seed,
  runs,
  path,
  shrinkBudget,
  send,
}: Search): Promise<Outcome> {
  let last: Finding | undefined
  let end: unknown
  let left = shrinkBudget
  const passes = async (request: MadeRequest): Promise<boolean> => {
    // Without budget every smaller request counts as well, which ends the search.
    if (end !== undefined || left <= 0) return true
    if (last) left -= 1
    try {
      const found = await send(request)
      const finding = last ? found.find(({ id }) => id === last?.id) : found[0]
      last = finding ?? last
      return finding === undefined
    } catch (error) {
      end = error
      return true
    }
  }
  const details = await fc.check(fc.asyncProperty(requests, passes), {
    seed,
    numRuns: runs,
    ...(path !== undefined && { path, endOnFailure: true }),
  })
  const at = details.counterexamplePath
  return { failure: last && at !== null ? { finding: last, path: at } : undefined, end }
}
