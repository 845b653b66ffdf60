/** An exchange and its verdict, in short. */
export interface ExchangeSummary {
  readonly method: string
  /** Path and query as the client sent them, without secrets. */
  readonly target: string
  /** What the client was answered; undefined when it went away. */
  readonly status: number | undefined
  readonly milliseconds: number
  /** `unjudged`: not in the document, or nothing to judge by. `failed`: the upstream gave no response. */
  readonly verdict: 'fine' | 'warning' | 'error' | 'unjudged' | 'failed'
  /** Ids of the checks that found something, or why it was not judged. */
  readonly says: readonly string[]
}
