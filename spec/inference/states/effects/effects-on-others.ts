import type { Document, Operation, SchemaNode } from '../../../document.ts'
import type { Reference, Resource } from '../../../resources.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../../schemas/types.ts'
import { escapeRegExp } from '../../../util/escape-reg-exp.ts'
import { singularNounOf, wordsOf } from '../../prose/words.ts'
import { stateNoun } from '../words/clause-patterns.ts'
import { unconditionalSentences } from './described-times.ts'

/** What an action does to a record that its own record refers to: "The room becomes `available` again". */
export interface EffectOnOther {
  readonly reference: Reference
  readonly property: string
  /** The state that the other record is left in, or by how much its number changes. */
  readonly change: { readonly to: string } | { readonly by: 1 | -1 }
}

/** The effects of an action or a creation on other records that its description states without a condition. */
export function effectsOnOthers(
  document: Document,
  operation: Operation,
  { name, record, references }: Resource,
  resources: readonly Resource[],
): readonly EffectOnOther[] {
  // Others are only sent: a trip is started with a `vehicleId`, and shows the `vehicle`.
  const shown = references.filter(({ property }) => possiblePropertiesOf(document, record).has(property))
  return shown.flatMap((reference) => {
    const other = resources.find((each) => each.name === reference.resource)
    const isOnly = shown.filter((each) => each.resource === reference.resource).length === 1
    if (!other || other.name === name || !isOnly) return []
    const node = possiblePropertiesOf(document, record).get(reference.property)
    const areMany = node !== undefined && typesOf(document, node).has('array')
    return effectsOn(document, operation, other, areMany).map((effect) => ({ reference, ...effect }))
  })
}

/** The same on a record that is known to be the other one: "The scorecard of an interview, which is then `completed`". */
export function effectsOn(
  document: Document,
  operation: Operation,
  { name, record }: Resource,
  areMany = false,
): readonly Omit<EffectOnOther, 'reference'>[] {
  const noun = singularNounOf(name)
  const sentences = unconditionalSentences(operation).map((each) =>
    areMany ? asOfOne(each.toLowerCase(), noun) : each.toLowerCase(),
  )
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    [...statesAfter(document, property, node, noun), ...steps(document, property, node, noun)].flatMap(
      ({ pattern, change }) => (sentences.some((each) => pattern.test(each)) ? [{ property, change }] : []),
    ),
  )
}

/** What is said of several records, as of one: "Its shipments become `in_transit`". */
const asOfOne = (sentence: string, noun: string): string =>
  sentence.replace(
    new RegExp(
      `\\b(?:all )?(?:of )?(?:the|its|their) ${noun}e?s (are|become|turn|go|change|return|move)\\b`,
      'u',
    ),
    (_, verb: string) => `the ${noun} ${verb === 'are' ? 'is' : verb === 'go' ? 'goes' : `${verb}s`}`,
  )

interface Possible {
  readonly pattern: RegExp
  readonly change: EffectOnOther['change']
}

const the = '\\b(?:the|their|its|that|this) '

/**
 * "The room is `occupied` from then on", "sets the application to `hired`", "becomes `ended` and its room `dirty`", "with a room, which is
 * then `occupied`".
 */
function statesAfter(
  document: Document,
  property: string,
  node: SchemaNode,
  noun: string,
): readonly Possible[] {
  if (!new RegExp(`^${stateNoun}$`).test(wordsOf(property).at(-1) ?? '')) return []
  const subject = `${the}${noun}(?:'s ${stateNoun})?`
  return enumValues(document, node).flatMap((value) => {
    if (typeof value !== 'string') return []
    const plain = wordsOf(value).map(escapeRegExp).join('[ _-]?')
    const quoted = `[\`"']${plain}[\`"']`
    const last = `(?:${quoted}|${plain}(?=(?: again| too| as well)?(?:[,;]|$)))`
    const becomes = `${subject} (?:is|becomes|turns|goes|changes|returns|moves)(?: then| now| set| marked| moved)?(?: back)?(?: to| as)?(?: the ${stateNoun})? ${quoted}`
    const turns = `${subject} (?:becomes|turns|is (?:then|now)|(?:is (?:set|marked|moved)|goes|changes|returns)(?: back)? (?:to|as)) ${last}`
    const sets = `(?:sets?|moves?|marks?|puts?|turns?) ${subject} (?:back )?(?:to|as|into) (?:the ${stateNoun} )?(?:${quoted}|${plain}\\b)`
    const again = `${subject} is ${plain} again\\b`
    const then = `\\ban? (?:\\w+ )?${noun},? (?:which|that) (?:is (?:then|now)|becomes|turns|goes) (?:to |as )?(?:${quoted}|${plain}(?=[,;]|$| and\\b))`
    const too = `\\bbecomes? [\`"']?\\w+[\`"']? and ${subject} (?:becomes? )?${last}`
    return [
      {
        pattern: new RegExp(`${becomes}|${turns}|${again}|${then}|${sets}|${too}`, 'u'),
        change: { to: value },
      },
    ]
  })
}

/** "The guest's `stayCount` goes up by one", "decrements the course's `freeSeats`". */
function steps(document: Document, property: string, node: SchemaNode, noun: string): readonly Possible[] {
  if (!isNumeric(typesOf(document, node))) return []
  const named = `${the}${noun}'s [\`"']?${escapeRegExp(property.toLowerCase())}[\`"']?`
  const one = ' by (?:one|1)\\b'
  const of = (goes: string, changes: string, by: 1 | -1): Possible => ({
    pattern: new RegExp(`${named} (?:${goes})${one}|\\b(?:${changes}) ${named}(?:${one}|[,.]|$)`, 'u'),
    change: { by },
  })
  return [
    of('goes up|rises|grows|increases|is (?:increased|incremented|raised)', 'increments?', 1),
    of('goes down|falls|shrinks|decreases|is (?:decreased|decremented|lowered|reduced)', 'decrements?', -1),
  ]
}
