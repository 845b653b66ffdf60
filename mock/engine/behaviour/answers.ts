import { onDemand, type MaybePromise } from '../../maybe-promise.ts'
import type * as DocumentAnswer from './document-answer.ts'

/** What answers by the document alone is loaded with the first such answer: most are about records. */
export const documentAnswers: () => MaybePromise<typeof DocumentAnswer> = onDemand(
  () => import('./document-answer.ts'),
)
