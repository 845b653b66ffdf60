import type { Document, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { singularNounOf } from '../prose/words.ts'
import { stateNamed } from './words/named-states.ts'

/** The states of the records that a sentence about their number counts. */
export interface CountedStates {
  readonly property: string
  readonly values: readonly Json[]
}

/**
 * A normalized sentence without the words for the state of the records that it counts, and that state: "one active loan per reader",
 * "only one loan per reader that is not returned or lost".
 *
 * @param counts A pattern for the numbers of them that count.
 */
export function withoutState(
  document: Document,
  { name, record }: Resource,
  sentence: string,
  counts = 'one|an?|another',
): { readonly sentence: string; readonly counted: CountedStates | undefined } {
  const noun = singularNounOf(name)
  const before = new RegExp(` (?<count>${counts}) (?<words>\\w+) ${noun} `, 'u').exec(sentence)
  const after =
    / (?:that|which|who) (?:is|are) (?<not>not )?(?<words>\w+(?: (?:or )?\w+)*?) (?=4\d\d |$)/.exec(sentence)
  const { count = '', words: adjective = '' } = before?.groups ?? {}
  const { not, words: predicate = '' } = after?.groups ?? {}
  const one = before ? statesNamed(document, record, [adjective]) : undefined
  if (before && one) return { sentence: sentence.replace(before[0], ` ${count} ${noun} `), counted: one }
  const several = after ? statesNamed(document, record, predicate.split(/ (?:or )?/)) : undefined
  if (!after || !several) return { sentence, counted: undefined }
  const node = possiblePropertiesOf(document, record).get(several.property)
  const all = node ? enumValues(document, node) : []
  const values = not === undefined ? several.values : all.filter((value) => !several.values.includes(value))
  return { sentence: sentence.replace(after[0], ' '), counted: { property: several.property, values } }
}

/** The states that words stand for, if each of them is a state by the same property. */
function statesNamed(
  document: Document,
  record: SchemaNode,
  words: readonly string[],
): CountedStates | undefined {
  const states = words.map((each) => stateNamed(document, record, each))
  const property = states[0]?.property
  const values = states.flatMap((each) => (each?.property === property ? [each?.value ?? null] : []))
  return property !== undefined && values.length === words.length ? { property, values } : undefined
}
