import type { Document, SchemaNode } from '../../../document.ts'
import type { Json } from '../../../json.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues, isDateTime, typesOf } from '../../../schemas/types.ts'
import { singularWords, singularWordsOf, wordsOf } from '../../prose/words.ts'
import { isStateName, timestampedEvent } from './state-properties.ts'

/** The value of a property that a word for a state stands for: `status: 'open'`, `read: false` or `readAt: null` for `unread`. */
export interface NamedState {
  readonly property: string
  readonly value: Json
}

interface StateName extends NamedState {
  readonly words: string
}

/**
 * The states of a record, each with the singular words for it: the values of its enums, its flags with their opposites, and the lack of the
 * time of an event, unless a flag tells of that.
 */
export function namedStates(document: Document, record: SchemaNode): readonly StateName[] {
  const properties = [...possiblePropertiesOf(document, record)]
  const told = properties.flatMap(([property, node]): readonly StateName[] => {
    if (typesOf(document, node).has('boolean')) {
      const flag = singularWords(wordsOf(property)).replace(/^is /, '')
      return [{ property, value: true, words: flag }, ...without(flag, property, false)]
    }
    return enumValues(document, node).flatMap((value) =>
      typeof value === 'string' && value !== '' ? [{ property, value, words: singularWordsOf(value) }] : [],
    )
  })
  const words = new Set(told.map((each) => each.words))
  const untimed = properties.flatMap(([property, node]) => {
    const event = timestampedEvent(property)
    const mayLack = isDateTime(document, node) && typesOf(document, node).has('null')
    return mayLack && event !== undefined && !words.has(event) ? without(event, property, null) : []
  })
  return [...told, ...untimed, ...(words.has('active') ? [] : goingOn(document, properties))]
}

/** Whether nothing goes on any more after an event. */
export const isEnd = (event: string): boolean =>
  /^(?:returned|ended|closed|completed|finished|released|resolved|revoked|stopped|left)$/.test(event)

/** What goes on as long as the only time that tells its end is null: an active loan has no `returnedAt`. */
function goingOn(
  document: Document,
  properties: readonly (readonly [string, SchemaNode])[],
): readonly StateName[] {
  const [end, ...others] = properties.filter(
    ([property, node]) =>
      isEnd(timestampedEvent(property) ?? '') &&
      isDateTime(document, node) &&
      typesOf(document, node).has('null'),
  )
  const hasStates = properties.some(
    ([property, node]) => isStateName(property) && enumValues(document, node).length > 0,
  )
  if (!end || others.length > 0 || hasStates) return []
  return ['active', 'current', 'ongoing', 'outstanding'].map((words) => ({
    property: end[0],
    value: null,
    words,
  }))
}

const without = (event: string, property: string, value: Json): readonly StateName[] =>
  [`un${event}`, `not ${event}`].map((words) => ({ property, value, words }))

/** The only state of a record that goes by these words: what is `opened` is open. */
export function stateNamed(document: Document, record: SchemaNode, words: string): NamedState | undefined {
  const all = namedStates(document, record)
  const named = (name: string): readonly NamedState[] => all.filter((each) => each.words === name)
  const exact = named(words)
  const [state, ...others] = exact.length > 0 ? exact : named(`${words}ed`)
  return others.length === 0 ? state : undefined
}
