import { after, type MaybePromise } from '../../maybe-promise.ts'
import type * as DocumentAnswer from './document-answer.ts'

let loaded: typeof DocumentAnswer | undefined

/** What answers by the document alone is loaded with the first such answer: most are about records. */
export const documentAnswers = (): MaybePromise<typeof DocumentAnswer> =>
  loaded ?? after(import('./document-answer.ts'), (answers) => (loaded = answers))
