import { operationsOf } from '../../../spec/operations.ts'
import type { Engine } from '../engine.ts'
import { checkFaults } from './check-faults.ts'
import type { Faults } from './fault.ts'
import { faultsOf, type FaultTexts } from './parse-faults.ts'

/** The faults that are on from the start. Throws a MockOptionError if they are invalid. */
export function initialFaults(
  faults: Faults | undefined,
  { fail, latency, rateLimit }: FaultTexts,
  { document }: Engine,
): Faults {
  if (faults !== undefined) checkFaults(faults, operationsOf(document).operations)
  if (fail === undefined && latency === undefined && rateLimit === undefined) return faults ?? {}
  const common = [...faultsOf({ fail, latency, rateLimit }), ...(faults?.['*'] ?? [])]
  return common.length === 0 ? (faults ?? {}) : { ...faults, '*': common }
}
