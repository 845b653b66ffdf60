import { wordsOf } from '../../prose/words.ts'

/** Whether a property is named as a state: `status`, `orderState`. */
export const isStateName = (property: string): boolean =>
  /^(?:status|state|stage|phase)$/.test(wordsOf(property).at(-1) ?? '')

/** The state that a boolean property is named after: `published` for `isPublished`, `liked` for `likedByMe`. */
export const flagOf = (property: string): string => flagWords(property).join('')

/** The words of the state that a boolean property is named after. */
export function flagWords(property: string): readonly string[] {
  const words = wordsOf(property)
  const end = words.indexOf('by')
  const isOfCaller = end > 0 && /^by (?:me|you|viewer|caller|current user)$/.test(words.slice(end).join(' '))
  return words.slice(words[0] === 'is' ? 1 : 0, isOfCaller ? end : undefined)
}

/** The event whose time a property holds, by its name: `cancelled` for `cancelledAt`; undefined for other names. */
export function timestampedEvent(property: string): string | undefined {
  const words = wordsOf(property)
  return words.length > 1 && /^(?:at|on|date)$/.test(words.at(-1) ?? '')
    ? words.slice(0, -1).join('')
    : undefined
}
