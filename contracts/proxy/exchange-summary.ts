/** An exchange and its verdict. */
export interface ExchangeSummary {
  readonly method: string
  /** Path and query as the client sent them, without secrets. */
  readonly target: string
  /** The status that the client received; undefined when it disconnected. */
  readonly status: number | undefined
  readonly milliseconds: number
  /** `unjudged`: the document does not describe it, or it cannot be judged. `failed`: the upstream gave no response. */
  readonly verdict: 'fine' | 'warning' | 'error' | 'unjudged' | 'failed'
  /** Ids of the checks with violations, or why it was not judged. */
  readonly says: readonly string[]
}
