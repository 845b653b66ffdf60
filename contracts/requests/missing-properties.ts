import { isJsonObject, type Json } from '../../spec/json.ts'
import { clausesOf, namesIn } from './refusal-texts.ts'

/** What an error message says of a property that it demands. */
const demand =
  /\b(?:required|missing|mandatory|(?:not|isn't|wasn't) (?:present|provided|given|set|specified)|(?:can(?:no|')t|must not|should not) be (?:null|undefined|empty|blank)|must be (?:present|provided|given|set|specified))\b/i

/**
 * The body with the properties that an error response says are missing, though the document does not require them; undefined if it names
 * none.
 *
 * @param fuller a body that has them
 */
export function withMissingProperties(body: Json, fuller: Json, refusal: Json): Json | undefined {
  if (!isJsonObject(body) || !isJsonObject(fuller)) return undefined
  const named = new Set(
    clausesOf(refusal, '').flatMap((clause) => (demand.test(clause) ? [...namesIn(clause)] : [])),
  )
  const added = Object.entries(fuller).filter(([name]) => named.has(name) && !Object.hasOwn(body, name))
  return added.length > 0 ? { ...body, ...Object.fromEntries(added) } : undefined
}
