import * as fc from 'fast-check'
import type { Finding } from '../../findings/finding.ts'
import type { MadeRequest } from './requests.ts'

export interface Search {
  readonly requests: fc.Arbitrary<MadeRequest>
  readonly seed: number
  /** The number of requests to send, as long as none fails. */
  readonly runs: number
  /** fast-check's path to the only request to try; undefined for all. */
  readonly path: string | undefined
  /** Requests spent on shrinking the failing one. */
  readonly shrinkBudget: number
  /** Sends a request and returns its new findings. */
  readonly send: (request: MadeRequest) => Promise<readonly Finding[]>
}

export interface Outcome {
  /** The finding, and fast-check's path to the smallest request that leads to it. */
  readonly failure: { readonly finding: Finding; readonly path: string } | undefined
  /** The error that ended the search early, if any; a failure found before it is still valid. */
  readonly end: unknown
}

/** Has fast-check generate no further request. */
const interrupts = true

/** Sends requests until one leads to a finding, then shrinks it to the smallest request with the same finding. */
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
    if (end !== undefined || left <= 0) throw new fc.PreconditionFailure(interrupts)
    if (last) left -= 1
    try {
      const findings = await send(request)
      const finding = last ? findings.find(({ id }) => id === last?.id) : findings[0]
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
