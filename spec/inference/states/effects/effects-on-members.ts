import type { Document, Operation } from '../../../document.ts'
import { operationsOf } from '../../../operations.ts'
import type { Resource, ResourceOperation } from '../../../resources.ts'
import { singularNounOf, singularWordsOf } from '../../prose/words.ts'
import { actionWords } from '../action-outcome.ts'
import { keptByDeletion } from '../kept-by-deletion.ts'
import { anyNoun } from '../refusals/referenced-states.ts'
import { isUnfinished } from '../words/exclusive-states.ts'
import { stateNamed, type NamedState } from '../words/named-states.ts'
import { pastForms } from '../words/verb-forms.ts'
import { unconditionalSentences } from './described-times.ts'

/** Records that belong to those of another resource. */
export interface MemberOf {
  readonly member: Resource
  /** The property by which they refer to the record; undefined if they are nested below it. */
  readonly property: string | undefined
}

/** What an action on a record does to those that belong to it: "All open tasks of the project are cancelled". */
export interface EffectOnMembers extends MemberOf {
  /** The state of those that it is done to; undefined if that is all. */
  readonly from: NamedState | undefined
  /** Whether it is done to those that are not finished yet, whatever their states are called: "all that are still active". */
  readonly isUnfinished: boolean
  /** The action on each of them that has this effect; undefined if there is none, so that they only get into the state. */
  readonly action: ResourceOperation | undefined
  /** The state that they are in afterwards, if it goes by that name. */
  readonly to: NamedState | undefined
  /** What the action is sent: "are rejected with the reason `position_filled`". */
  readonly sent: Readonly<Record<string, string>>
}

/** The effects of an action on the records that belong to its own, as its description states them without a condition. */
export function effectsOnMembers(
  document: Document,
  operation: Operation,
  resource: Resource,
  resources: readonly Resource[],
): readonly EffectOnMembers[] {
  const sentences = unconditionalSentences(operation).flatMap((each) => {
    const sentence = each.toLowerCase()
    return [...new Set([sentence, ...sentence.split(/,? and (?=(?:all|any|every|its|their|the) )/)])]
  })
  return membersOf(resource, resources).flatMap(({ member, property }) => {
    const noun = singularNounOf(member.name)
    const [pattern, jointly] = [statementOn(noun), jointStatementOn(noun)]
    return sentences.flatMap((sentence): readonly EffectOnMembers[] => {
      const { from: before, still, done, does, name, value = '' } = pattern.exec(sentence)?.groups ?? {}
      const { verb = does ?? '' } = jointly.exec(sentence)?.groups ?? {}
      const from = before ?? still
      const forms = done === undefined ? pastForms([verb]) : new Set([done])
      const action = member.operations.find((each) => leadsTo(document, member, each, forms))
      const [to] = [...forms].flatMap((form) => stateNamed(document, member.record, form) ?? [])
      const state =
        from === undefined ? undefined : stateNamed(document, member.record, singularWordsOf(from))
      const isOpen = from !== undefined && !state && isUnfinished(from)
      if ((!action && !to) || (from !== undefined && !state && !isOpen)) return []
      const sent = name === undefined ? {} : { [name]: value }
      return [{ member, property, from: state, isUnfinished: isOpen, action, to, sent }]
    })
  })
}

/** The resources whose records belong to those of another: by a reference, or nested below them. */
export function membersOf({ name }: Resource, resources: readonly Resource[]): readonly MemberOf[] {
  return resources.flatMap((member): readonly MemberOf[] => {
    if (member.name === name) return []
    if (member.parent?.resource === name) return [{ member, property: undefined }]
    const [reference, ...others] = member.references.filter(
      ({ resource, idProperty }) => resource === name && idProperty === undefined,
    )
    const isClear = reference && others.length === 0 && member.scope.length === 0
    return isClear ? [{ member, property: reference.property }] : []
  })
}

/**
 * "All active members are removed", "scheduled visits of the patient are cancelled", "visits that are still open are rejected with the
 * reason `moved`".
 */
const statementOn = (noun: string): RegExp =>
  new RegExp(
    `^(?:(?:all|any|every|of|the|its|their) ){0,3}(?:[\`"']?(?<from>[a-z_-]+)[\`"']? )?${anyNoun([noun.split(' ')])}` +
      `(?: (?:of|for|in|on) (?:it|the \\w+|this \\w+))?(?: (?:that|which|who) are (?:still )?[\`"']?(?<still>[a-z_-]+)[\`"']?)? (?:(?:(?:is|are) (?:also |then |automatically )?|becomes? (?:then )?)[\`"']?(?<done>[a-z]+)[\`"']?|(?<does>[a-z]+?)s?)` +
      `(?: too| as well| automatically)?(?: with (?:the )?(?<name>\\w+) [\`"'](?<value>\\w+)[\`"'])?$`,
    'u',
  )

/** "Cancels the class and all its bookings". */
const jointStatementOn = (noun: string): RegExp =>
  new RegExp(
    `^(?<verb>[a-z]+?)s? (?:the|this|an?) [a-z]+(?: [a-z]+)? (?:and|with|together with|along with) (?:(?:all|any|every|the|its) )*${anyNoun([noun.split(' ')])}(?: of (?:it|the \\w+|this \\w+))?$`,
    'u',
  )

/** Whether an operation is the action on one record, or the deletion that keeps it, that is called so once it is done: "cancelled". */
function leadsTo(
  document: Document,
  { record }: Resource,
  { role, operationId }: ResourceOperation,
  done: ReadonlySet<string>,
): boolean {
  const operation = operationsOf(document).byId.get(operationId)
  if (operation && role === 'delete')
    return (
      keptByDeletion(document, operation, record)?.changes.some(
        ({ value }) => typeof value === 'string' && done.has(value),
      ) === true
    )
  return (
    operation !== undefined &&
    role === 'action' &&
    [...pastForms(actionWords(operation))].some((each) => done.has(each))
  )
}
