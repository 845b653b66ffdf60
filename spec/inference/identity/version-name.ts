import { wordsOf } from '../prose/words.ts'

const names =
  /^(?:(?:lock|row|record|entity|resource|optimistic lock|concurrency) )?(?:version|revision|rev)(?: number)?$/

/** Whether a property of this name counts changes: `version`, `rowVersion`, `revisionNumber`. */
export const isVersionName = (name: string): boolean => names.test(wordsOf(name).join(' '))
