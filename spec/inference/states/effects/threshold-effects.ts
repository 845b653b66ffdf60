import type { Document, Operation, Pointer, SchemaNode } from '../../../document.ts'
import { numericProperties, possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues, isDateTime } from '../../../schemas/types.ts'
import { schemaDescription } from '../../prose/sentences.ts'
import { wordsOf } from '../../prose/words.ts'
import { nounPattern } from '../words/clause-patterns.ts'
import { clausesIn, textOf } from '../words/clauses.ts'

/** A property that the server sets when clients set a number to a certain value. */
export interface ThresholdEffect {
  /** The number that clients set, and its value. */
  readonly trigger: { readonly property: string; readonly value: number }
  readonly property: string
  /** The state that the property is set to; undefined if it is set to the time of the change. */
  readonly state: string | undefined
  /** Where the document says so: the operation, or the property's description. */
  readonly pointer: Pointer
}

/**
 * The effects of an update that happen at a certain value of a number it accepts: "At 100 the status becomes `completed`", "Sets
 * `completed_at` when progress reaches 100", or, as the description of `completed_at`, "When progress reached 100".
 *
 * @param sent The schema of the record in the request body.
 * @param record The schema of the record in responses.
 */
export function thresholdEffects(
  document: Document,
  update: Operation,
  sent: SchemaNode,
  record: SchemaNode,
): readonly ThresholdEffect[] {
  const numbers = numericProperties(document, sent)
  if (numbers.length === 0) return []
  const settable = new Set(possiblePropertiesOf(document, sent).keys())
  const read = createReader(numbers)
  return [...possiblePropertiesOf(document, record)].flatMap(
    ([property, node]): readonly ThresholdEffect[] => {
      if (settable.has(property)) return []
      const { pointer } = update
      const text = textOf(update)
      const states = enumValues(document, node).filter((each) => typeof each === 'string')
      if (/^(?:status|state)$/.test(wordsOf(property).at(-1) ?? '') && states.length > 1)
        return clausesIn(text, states).flatMap((clause) => {
          const found = read(clause, changeOf(property, nounPattern(update)))
          const state = states[Number(found?.index)]
          return found && state !== undefined ? [{ trigger: found.trigger, property, state, pointer }] : []
        })
      if (!isDateTime(document, node)) return []
      const inUpdate = clausesIn(text, []).flatMap((clause) => read(clause, settingOf(property)) ?? [])
      const inProperty = clausesIn(schemaDescription(document, node), []).flatMap(
        (clause) => read(clause, moment) ?? [],
      )
      return [
        ...inUpdate.map(({ trigger }) => ({ trigger, property, state: undefined, pointer })),
        ...inProperty.map(({ trigger }) => ({
          trigger,
          property,
          state: undefined,
          pointer: `${node.pointer}/description`,
        })),
      ].slice(0, 1)
    },
  )
}

/** "The status becomes `completed`", "it is marked as `completed`". */
const changeOf = (property: string, noun: string): string =>
  `(?:(?:(?:the|its) )?(?:${noun}(?:'s)? )?${wordsPattern(property)}|it|the ${noun}) ` +
  '(?:becomes|changes to|turns(?: to)?|is set to|is marked(?: as)?|is(?: then)?) [⟦⟨](?<index>\\d+)[⟧⟩]'

/** "Sets `completed_at`", "`completed_at` is set". */
const settingOf = (property: string): string =>
  `(?:(?:it )?(?:also )?sets ${wordsPattern(property)}|${wordsPattern(property)} is set)`

/** The beginning of a description of a time: "The time", in "The time when progress reached 100". */
const moment = '(?:(?:set|(?:the )?(?:date|time|moment|date and time)(?: of completion)?))?'

const wordsPattern = (name: string): string => `[\\x60"']?${wordsOf(name).join('[ _-]?')}[\\x60"']?`

interface Found {
  readonly trigger: ThresholdEffect['trigger']
  readonly index: string | undefined
}

/** Reads clauses of the form "when the number reaches this value, the effect" or "the effect when …". */
function createReader(numbers: readonly string[]): (clause: string, effect: string) => Found | undefined {
  const reaches = '(?:reaches|reached|hits|is|equals|becomes|get to|gets to)'
  const names = numbers.map(wordsPattern).join('|')
  const value = '(?<value>\\d+(?:\\.\\d+)?) ?(?:%|percent)?'
  const named = `(?:when|once|as soon as|if|at which) (?:the |its )?(?<name>${names}) ${reaches} ${value}`
  // Without a name, only one number can be meant.
  const trigger =
    numbers.length === 1 ? `(?:${named}|at (?<bare>\\d+(?:\\.\\d+)?) ?(?:%|percent)?)` : `(?:${named})`
  return (clause, effect) => {
    const groups =
      new RegExp(`^${trigger},? ?${effect}$`, 'u').exec(clause)?.groups ??
      new RegExp(`^${effect} ?${trigger}$`, 'u').exec(clause)?.groups
    if (!groups) return undefined
    const property =
      groups['name'] === undefined
        ? numbers[0]
        : numbers.find((each) => new RegExp(`^${wordsPattern(each)}$`, 'u').test(groups['name'] ?? ''))
    if (property === undefined) return undefined
    return { trigger: { property, value: Number(groups['value'] ?? groups['bare']) }, index: groups['index'] }
  }
}
