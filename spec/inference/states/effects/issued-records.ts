import type { Document, Operation } from '../../../document.ts'
import type { Resource } from '../../../resources.ts'
import { singularNounOf } from '../../prose/words.ts'
import { conversionOf } from '../copies.ts'
import { anyNoun } from '../refusals/referenced-states.ts'
import { unconditionalSentences } from './described-times.ts'
import { membersOf, type MemberOf } from './effects-on-members.ts'

/** Records that come into being with an operation on what they belong to: "One ticket is issued for each place ordered". */
export interface IssuedRecords extends MemberOf {
  /** Whether there are as many as the record they belong to has a number for. */
  readonly areMany: boolean
}

/** The records that an action or a creation makes of other resources without being sent them, as its description states. */
export function issuedRecords(
  document: Document,
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
): readonly IssuedRecords[] {
  const sentences = unconditionalSentences(operation).map((each) => each.toLowerCase())
  const found = membersOf(resource, resources).flatMap((each): readonly IssuedRecords[] => {
    const noun = anyNoun([singularNounOf(each.member.name).split(' ')])
    const statements = [
      new RegExp(
        `^(?:(?<one>one|an?) )?(?:(?:the|its|new) )*${noun} (?:is|are) (?:then |also |automatically )?(?:issued|created|generated)\\b(?<each> (?:for (?:each|every)|per) .*)?`,
        'u',
      ),
      new RegExp(
        `(?:^|,? and )(?:it )?(?:issues|creates|generates) (?:(?<one>one|an?) )?(?:(?:the|its|new) )*${noun}(?<each> (?:for (?:each|every)|per) .*)?(?:$|,)`,
        'u',
      ),
    ]
    const [said] = sentences.flatMap((sentence) =>
      statements.flatMap((pattern) => pattern.exec(sentence)?.groups ?? []),
    )
    return said ? [{ ...each, areMany: said['one'] === undefined || said['each'] !== undefined }] : []
  })
  // The response may be the new record.
  return found.length > 0 && conversionOf(document, resources, resource, operation) ? [] : found
}
