import type { Document, HeaderParameter } from '../../document.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

const names =
  /^(?:(?:lock|row|record|entity|resource|optimistic lock|concurrency) )?(?:version|revision|rev)(?: number)?$/

/** Whether a property of this name counts changes: `version`, `rowVersion`, `revisionNumber`. */
export const isVersionName = (name: string): boolean => names.test(wordsOf(name).join(' '))

/** Whether a text of this name is what the server tells one version of a record from another by: `etag`, `resourceVersion`. */
export const isTagName = (name: string): boolean =>
  /^(?:_?e-?_?tag|resource_?version|version_?id)$/i.test(name)

/** Whether an `ETag` header is described as the version of what a response shows. */
export const isTagOfVersion = (document: Document, header: HeaderParameter): boolean =>
  header.name.toLowerCase() === 'etag' &&
  /\b(?:version|revision)/i.test(parameterDescription(document, header))
