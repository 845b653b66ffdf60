import type { Document } from '../../document.ts'
import { operationsOf } from '../../operations.ts'
import type { Resource } from '../../resources.ts'
import { perObject } from '../../util/memo.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'

const signedIn = '(?:signed in|logged in|authenticated)'
const userInWords = new RegExp(
  String.raw` (?:(?:current|${signedIn}) (?<kind>\w+)|(?<other>\w+) (?:who|that) is (?:currently )?${signedIn}) `,
  'u',
)

/** What texts call the current user, in the singular: `customer` for "The customer who is signed in". */
export const userKindsOf: (document: Document) => (user: Resource) => ReadonlySet<string> = perObject(
  (document) =>
    perObject(({ operations, record }: Resource): ReadonlySet<string> => {
      const read = operations.find(({ role }) => role === 'read')
      const operation = read && operationsOf(document).byId.get(read.operationId)
      const texts = [
        ...(operation ? sentencesOf(operation) : []),
        ...normalizedSentences(schemaDescription(document, record)),
      ]
      return new Set(
        texts.flatMap((text) => {
          const { kind, other } = userInWords.exec(text)?.groups ?? {}
          return kind ?? other ?? []
        }),
      )
    }),
)
