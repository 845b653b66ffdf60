import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { singularWordsOf } from '../prose/words.ts'
import { withoutUnit } from './units.ts'

/** Sentences that say of two numbers that they are added up. */
const additions: readonly RegExp[] = [
  /^ (?:the )?(?:sum|total) of (?:the )?(?<one>.+) and (?:the )?(?<other>.+) $/,
  /^ (?:the )?(?<one>.+) and (?:the )?(?<other>.+) (?:taken |added )?(?:together|combined) $/,
  /^ (?:the )?(?<one>.+) and (?:the )?(?<other>.+) added up $/,
]

/**
 * The names of the numbers that a sentence adds up: `prep_minutes` and `cook_minutes` for "Preparation and cooking together".
 * @param numbers the names of an object's numbers, by their words in the singular
 */
export function addends(sentence: string, numbers: ReadonlyMap<string, string>): readonly string[] {
  const { one, other } =
    additions.map((pattern) => pattern.exec(sentence)?.groups).find((groups) => groups !== undefined) ?? {}
  const found = [one, other].map((said) => (said === undefined ? undefined : numberCalled(said, numbers)))
  const names = found.flatMap((each) => each ?? [])
  return names.length === 2 && names[0] !== names[1] ? names : []
}

/** The number with these words, or the only one whose name is short for them: `prep_minutes` for "preparation". */
function numberCalled(said: string, numbers: ReadonlyMap<string, string>): string | undefined {
  const exact = numbers.get(said)
  if (exact !== undefined) return exact
  const [word = '', ...rest] = withoutUnit(said).split(' ')
  const short = [...numbers].filter(([words]) => {
    const [stem = '', ...others] = withoutUnit(words).split(' ')
    return stem.length > 2 && word.startsWith(stem) && others.join(' ') === rest.join(' ')
  })
  return short.length === 1 ? short[0]?.[1] : undefined
}

const totalTime = /^total (minute|second|hour|time|duration)$/
const part =
  /^(?:prep|preparation|cook|cooking|bake|baking|rest|resting|active|inactive|passive|travel|setup|wait|waiting|work|break|drive|driving|idle)$/

/**
 * The whole number that, by its name, is the time of all steps together, and those steps: `total_minutes` of `prep_minutes` and
 * `cook_minutes`. Undefined if there are no two of them.
 */
export function totalTimeOf(
  document: Document,
  object: SchemaNode,
): { readonly property: string; readonly parts: readonly string[] } | undefined {
  const numbers = [...possiblePropertiesOf(document, object)].flatMap(([name, node]) =>
    typesOf(document, node).has('integer') ? [{ name, words: singularWordsOf(name) }] : [],
  )
  const total = numbers.find(({ words }) => totalTime.test(words))
  const unit = totalTime.exec(total?.words ?? '')?.[1]
  const parts = numbers.flatMap(({ name, words }) => {
    const [step = '', ...rest] = words.split(' ')
    return part.test(step) && rest.join(' ') === unit ? [name] : []
  })
  return total && parts.length > 1 ? { property: total.name, parts } : undefined
}
