/** The store cannot be reached: what was asked may be asked again. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  /** Seconds after which to try again. */
  readonly retryAfter = 1
}
