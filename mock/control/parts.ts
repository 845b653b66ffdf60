import { clockPart } from './clock.ts'
import { healthPart } from './health.ts'
import type { CreatePart } from './part.ts'

/** What the control plane consists of. */
export const parts: readonly CreatePart[] = [healthPart, clockPart]
