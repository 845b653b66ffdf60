import { parseJson, type JsonReading } from '../../spec/json.ts'

export type JsonReader = (text: string) => JsonReading

/** So many texts are kept, of at most so many UTF-16 code units each. */
const most = 64
const longest = 2 ** 16

/**
 * Reads JSON texts. One that came a short while ago, as a list does to which nothing was added, gives the same value
 * again: by that others know what they have judged already.
 */
export function createJsonReader(): JsonReader {
  const recent = new Map<string, JsonReading>()
  return (text) => {
    const known = recent.get(text)
    const reading = known ?? parseJson(text)
    if (text.length > longest) return reading
    recent.delete(text)
    recent.set(text, reading)
    const [oldest] = recent.size > most ? recent.keys() : []
    if (oldest !== undefined) recent.delete(oldest)
    return reading
  }
}
