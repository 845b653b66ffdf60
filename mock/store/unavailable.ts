/** The store cannot be reached. The request may be retried. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
  /** Seconds to wait before a retry. */
  readonly retryAfter = 1
}
