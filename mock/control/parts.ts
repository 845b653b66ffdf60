import { clockPart } from './clock.ts'
import { coveragePart } from './coverage.ts'
import { documentPart } from './document.ts'
import { healthPart } from './health.ts'
import { journalPart } from './journal.ts'
import type { CreatePart } from './part.ts'
import { snapshotsPart } from './snapshots.ts'
import { statePart } from './state.ts'

/** What the control plane consists of. */
export const parts: readonly CreatePart[] = [
  healthPart,
  documentPart,
  journalPart,
  coveragePart,
  statePart,
  snapshotsPart,
  clockPart,
]
