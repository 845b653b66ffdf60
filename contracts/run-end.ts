import type { StopReason } from './events.ts'

/** Thrown to end the run early; what was found so far is reported. */
export class RunEnd extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Does some work, and returns the end of the run if that comes first. */
export async function guarded(work: () => Promise<void>): Promise<RunEnd | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof RunEnd) return error
    throw error
  }
}
