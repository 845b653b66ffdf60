import { clockPart } from './clock.ts'
import { coveragePart } from './coverage.ts'
import { documentPart } from './document.ts'
import { expectationsPart } from './expectations.ts'
import { faultsPart } from './faults.ts'
import { healthPart } from './health.ts'
import { journalPart } from './journal.ts'
import type { CreatePart } from './part.ts'
import { scenariosPart } from './scenarios.ts'
import { sessionsPart } from './sessions.ts'
import { snapshotsPart } from './snapshots.ts'
import { statePart } from './state.ts'

/** All parts of the control API that work without Node. */
export const parts: readonly CreatePart[] = [
  healthPart,
  documentPart,
  journalPart,
  coveragePart,
  statePart,
  snapshotsPart,
  clockPart,
  faultsPart,
  expectationsPart,
  scenariosPart,
  sessionsPart,
]
