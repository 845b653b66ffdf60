import type { Json } from '../../../json.ts'
import { wordsOf } from '../../prose/words.ts'
import { flagOf, flagWords } from './state-properties.ts'

/** Maximum length of a state's name: longer texts are not taken apart into words. */
const longestState = 64

/** The state that a property's value expresses: `checkedin` for `status: 'checked_in'`, `published` for `isPublished: true`. */
export function stateName(property: string, value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.length > longestState ? undefined : wordsOf(value).join('')
  return value === true ? flagOf(property) : undefined
}

/** The states that a property's value expresses: of a flag that is not set those which {@link flagNames name} that. */
export function stateNames(property: string, value: Json | undefined): readonly string[] {
  if (value === false)
    return flagNames(property).flatMap(([name, stands]) => (stands ? [] : [wordsOf(name).join('')]))
  const name = stateName(property, value)
  return name === undefined ? [] : [name]
}

/** What a record is called that does not have a flag, beside the name with `in…` or `un…`. */
const antonyms: Readonly<Record<string, string>> = {
  published: 'draft',
  open: 'closed',
  active: 'deactivated',
  enabled: 'disabled',
  public: 'private',
  private: 'public',
  visible: 'hidden',
  online: 'offline',
}

/** What something is called that is not so: `closed` for `open`, and the reverse. */
export const oppositeOf = (word: string): string | undefined =>
  Object.entries(antonyms).flatMap(([one, other]) =>
    one === word ? [other] : other === word ? [one] : [],
  )[0]

/** The words that texts use for a flag, and the value that each means: `published`, `unpublished`, `draft`, `lot-tracked`. */
export function flagNames(property: string): readonly (readonly [name: string, value: boolean])[] {
  const flag = flagOf(property)
  const opposite = Object.hasOwn(antonyms, flag) ? [antonyms[flag] ?? ''] : []
  const [doing = '', ...object] = flagWords(property)
  // What has the flag `acceptingOrders` accepts orders.
  const verbs = /[^aeiou]ing$/.test(doing)
    ? ['', 'e', 's', 'es'].map((end) => doing.replace(/ing$/, end))
    : []
  // Texts separate the words of `lotTracked`.
  return [
    [[doing, ...object].join('-'), true],
    ...(object.length > 0 ? verbs : []).map((verb) => [[verb, ...object].join('-'), true] as const),
    ...[`in${flag}`, `un${flag}`, ...opposite].map((name) => [name, false] as const),
  ]
}
