import type { StopReason } from './events.ts'

/** Thrown to end the run early; what was found so far is reported. */
export class RunEnd extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason, message: string) {
    super(message)
    this.reason = reason
  }
}
