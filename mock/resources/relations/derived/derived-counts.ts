import type { Document, SchemaNode } from '../../../../spec/document.ts'
import { countedNoun } from '../../../../spec/inference/numbers/counts.ts'
import { normalizedSentences, schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { areBothEnds, isFinal } from '../../../../spec/inference/states/words/exclusive-states.ts'
import { isStateName } from '../../../../spec/inference/states/words/state-properties.ts'
import type { Json } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, isDateTime, isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import type { CountedState, Derivation, Memberships } from './derivations.ts'

const useName = /^(?:time )?(?:use|used|usage|redemption|redeemed)$/
const howOften =
  /^ how (?:often|many time) (?:it|the \w+(?: \w+)?) (?:wa|i|ha been) (?:used|redeemed|applied) $/

/** How often a code is used: by as many records as refer to it. */
export function usesOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  if (!typesOf(document, node).has('integer')) return undefined
  const [only, ...others] = new Set(memberships.values())
  const isMeant =
    useName.test(countedNoun(property) ?? singularWordsOf(property)) ||
    normalizedSentences(schemaDescription(document, node)).some((each) => howOften.test(each))
  return isMeant && only?.by && others.length === 0 ? { ...only, shown: undefined } : undefined
}

/** How many records begin later than now: `upcomingEvents`. */
export function upcomingOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const noun = /^(?:upcoming|future) (.+)$/.exec(countedNoun(property) ?? singularWordsOf(property))?.[1]
  const membership = typesOf(document, node).has('integer') ? memberships.get(noun ?? '') : undefined
  const [ahead] =
    [...(membership ? possiblePropertiesOf(document, membership.member.record) : [])].find(
      ([name, each]) => startTime.test(singularWordsOf(name)) && isDateTime(document, each),
    ) ?? []
  return membership && ahead !== undefined ? { ...membership, shown: undefined, ahead } : undefined
}

const startTime = /^(?:(?:start|begin)(?:ing)?|scheduled|departure)(?: (?:at|on|time|date|date time))?$/

const taken = /(?:^| )(?:sold|booked|reserved|taken|occupied)$/
/** Names of how many places a record takes. */
export const placesName: RegExp =
  /^(?:(?:number of |ordered )?(?:quantity|qty|ticket|seat|place|spot|guest|person|people|unit)|(?:seat|ticket|guest) count|party size)$/

/** How many places the records that are still in force take: the `quantity` of all orders for a ticket type that are not cancelled is `sold`. */
export function placesOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  if (!typesOf(document, node).has('integer') || !taken.test(singularWordsOf(property))) return undefined
  const [found, ...others] = [...new Set(memberships.values())].flatMap((membership) => {
    const { record } = membership.member
    const [averaged] =
      [...possiblePropertiesOf(document, record)].find(
        ([name, each]) => placesName.test(singularWordsOf(name)) && isNumeric(typesOf(document, each)),
      ) ?? []
    const state = inForce(document, record)
    return averaged === undefined
      ? []
      : [{ ...membership, shown: undefined, averaged, isSum: true, ...(state && { state }) }]
  })
  return others.length === 0 ? found : undefined
}

/** The states of records that nothing has ended. */
function inForce(document: Document, record: SchemaNode): CountedState | undefined {
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const all = isStateName(property) ? enumValues(document, node) : []
    const isEnded = (each: Json): boolean => areBothEnds(each, each) || isFinal(each)
    return all.some(isEnded) ? [{ property, values: all.filter((each) => !isEnded(each)) }] : []
  })[0]
}
