import type { Answer, Intent } from '../../../interaction.ts'
import type { AcceptanceEvidence } from '../../../checks/invalid-refused.ts'
import type { Draft } from '../../../interaction.ts'

/** A request that is likely to be refused for a specific reason. */
export interface Provocation {
  readonly title: string
  readonly intent: Intent
  readonly draft: Draft
  /** The request sent to prepare it since the last snapshot; undefined if there was none. */
  readonly done?: readonly Answer[]
  /** The place in the document that requires the refusal, and a description of the request. */
  readonly forbidden?: Pick<AcceptanceEvidence, 'cause' | 'title' | 'forbiddenBy'>
  /** Whether the reason for the refusal holds after the request was accepted; it may have ended by itself. Undefined if it cannot end. */
  isStillForbidden?(): Promise<boolean>
}
