/**
 * Where an answer comes from. `example`, `generated`: the document; `record`: the store; `rule`: a behaviour; `fault`: an
 * injected fault; `expectation`: an answer set by a test; `refusal`: the request was refused.
 */
export type Reason = 'example' | 'generated' | 'record' | 'rule' | 'fault' | 'expectation' | 'refusal'

/** The parameters of a reason: `operation`, `schema`, `kind`, … */
export type ReasonParameters = Readonly<Record<string, string | number>>

/** One reason for an answer, as it appears in `X-Stablehand-Explain`. */
export interface Explanation {
  readonly reason: Reason
  readonly parameters: ReasonParameters
}
