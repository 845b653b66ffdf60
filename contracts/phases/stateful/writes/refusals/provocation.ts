import type { Forbidden } from '../../../../attempts/judge-forbidden.ts'
import type { Answer, Draft, Intent } from '../../../../interaction.ts'

/** A request that is likely to be refused for a specific reason. */
export interface Provocation {
  readonly title: string
  readonly intent: Intent
  readonly draft: Draft
  /** The request sent to prepare it since the last snapshot; undefined if there was none. */
  readonly done?: readonly Answer[]
  /** The place in the document that requires the refusal, and a description of the request. */
  readonly forbidden?: Forbidden
  /** Whether what is forbidden has come about after the request was accepted; undefined if the acceptance leaves no doubt. */
  isStillForbidden?(): Promise<boolean>
}
