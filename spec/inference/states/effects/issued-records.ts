import type { Document, Operation } from '../../../document.ts'
import type { Reference, Resource } from '../../../resources.ts'
import { singularNounOf } from '../../prose/words.ts'
import { conversionOf } from '../copies.ts'
import { anyNoun } from '../refusals/referenced-states.ts'
import { stateNamed, type NamedState } from '../words/named-states.ts'
import { unconditionalSentences } from './described-times.ts'
import { membersOf, type MemberOf } from './effects-on-members.ts'

/** Records that come into being with an operation on what they belong to: "One ticket is issued for each place ordered". */
export interface IssuedRecords extends MemberOf {
  /** Whether there are as many as the record they belong to has a number for. */
  readonly areMany: boolean
  /** The records for each of which there is one. */
  readonly each: Source | undefined
}

/** "Every confirmed subscriber of the list": records that belong to the one acted on, or to one that it refers to. */
interface Source extends MemberOf {
  readonly through: Reference | undefined
  readonly state: NamedState | undefined
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
      statements.flatMap((pattern): readonly Readonly<Record<string, string | undefined>>[] => {
        const groups = pattern.exec(sentence)?.groups
        return groups ? [groups] : []
      }),
    )
    const phrase = said?.['each']
    const source = phrase === undefined ? undefined : sourceIn(document, phrase, resource, resources)
    const areMany = said?.['one'] === undefined || phrase !== undefined
    return said ? [{ ...each, areMany, each: source }] : []
  })
  // The response may be the new record.
  return found.length > 0 && conversionOf(document, resources, resource, operation) ? [] : found
}

/** The records that "for every confirmed subscriber of the list" is about. */
function sourceIn(
  document: Document,
  phrase: string,
  resource: Resource,
  resources: readonly Resource[],
): Source | undefined {
  const owners = [undefined, ...resource.references.filter(({ idProperty }) => idProperty === undefined)]
  const [found, ...others] = owners.flatMap((through) => {
    const owner = through ? resources.find(({ name }) => name === through.resource) : resource
    return (owner ? membersOf(owner, resources) : []).flatMap((each): readonly Source[] => {
      const noun = singularNounOf(each.member.name)
      const words = new RegExp(`^ (?:for (?:each|every)|per) (?:(?<state>[a-z]+) )?${noun}\\b`, 'u').exec(
        phrase,
      )
      const named = words?.groups?.['state']
      const state = named === undefined ? undefined : stateNamed(document, each.member.record, named)
      return words && (named === undefined || state) ? [{ ...each, through, state }] : []
    })
  })
  return others.length === 0 ? found : undefined
}
