import { byNormalizedName } from '../prose/words.ts'

/**
 * How a record spells the properties that clients send in another way: `friendly_name` for the form field `FriendlyName`. Undefined
 * where none is spelt differently.
 */
export function spellingsOf(
  sent: ReadonlyMap<string, unknown>,
  shown: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, string> | undefined {
  const ofShown = byNormalizedName(shown)
  const found = [...byNormalizedName(sent)].flatMap(([normalized, [name = '', ...others]]) => {
    const [spelling = name, ...more] = ofShown.get(normalized) ?? []
    return spelling === name || others.length > 0 || more.length > 0 ? [] : [[name, spelling] as const]
  })
  return found.length === 0 ? undefined : new Map(found)
}

/** The same members, by the names that the record has for them. */
export const respelt = <Value>(
  members: Iterable<readonly [string, Value]>,
  spellings: ReadonlyMap<string, string>,
): readonly (readonly [string, Value])[] =>
  [...members].map(([name, value]) => [spellings.get(name) ?? name, value])
