import type { Answer, Intent } from '../../../interaction.ts'
import type { AcceptanceEvidence } from '../../../checks/invalid-refused.ts'
import type { Draft } from '../../../interaction.ts'

/** A request that is likely to be refused, for a reason of its own. */
export interface Provocation {
  readonly title: string
  readonly intent: Intent
  readonly draft: Draft
  /** What was done for it since the last look; undefined where nothing was. */
  readonly done?: readonly Answer[]
  /** Where the document says that it is refused, and what it is then said to be. */
  readonly forbidden?: Pick<AcceptanceEvidence, 'cause' | 'title' | 'forbiddenBy'>
}
