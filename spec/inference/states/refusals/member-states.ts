import type { Document, Operation } from '../../../document.ts'
import type { Resource } from '../../../resources.ts'
import { refusalStatements } from '../../prose/refusal-statements.ts'
import { singularNounOf } from '../../prose/words.ts'
import { membersOf, type MemberOf } from '../effects/effects-on-members.ts'
import { stateNamed, type NamedState } from '../words/named-states.ts'

/** A state in which one of the records that belong to a record prevents an action on it: "a ticket was used". */
export interface MemberState extends MemberOf {
  readonly state: NamedState
  readonly status: number
}

/** The states of others that an action is refused for, by the descriptions of its refusals. */
export const memberStates = (
  document: Document,
  action: Operation,
  resource: Resource,
  resources: readonly Resource[],
): readonly MemberState[] =>
  membersOf(resource, resources).flatMap((each) => {
    const said = new RegExp(
      `(?:^| (?:if|when|while) )(?:an? |any |another |one |some |one of (?:it|the) |any of (?:it|the) )${singularNounOf(each.member.name)} (?:is|are|wa|were|ha been|have been) (?:already |still |currently )?(?<state>\\w+)(?: already)?$`,
      'u',
    )
    return refusalStatements(action).flatMap(({ sentence, status }): readonly MemberState[] => {
      const words = sentence
        .split(/ or (?=the |an? |any |one |some |it )/)
        .flatMap((part) => said.exec(part.trim())?.groups?.['state'] ?? [])
      return words.flatMap((word) => {
        const state = stateNamed(document, each.member.record, word)
        return state ? [{ ...each, state, status }] : []
      })
    })
  })
