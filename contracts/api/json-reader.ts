import { parseJson, type JsonReading } from '../../spec/json.ts'

export type JsonReader = (text: string) => JsonReading

/** How many texts are kept. */
const maxTexts = 64
/** The longest text that is kept, in UTF-16 code units. */
const maxLength = 2 ** 16

/**
 * Parses JSON and keeps recent results. A text that came a short while ago, such as an unchanged list, gives the identical
 * value again, so that validation results can be cached by object.
 */
export function createJsonReader(): JsonReader {
  const recent = new Map<string, JsonReading>()
  return (text) => {
    const known = recent.get(text)
    const reading = known ?? parseJson(text)
    if (text.length > maxLength) return reading
    recent.delete(text)
    recent.set(text, reading)
    const [oldest] = recent.size > maxTexts ? recent.keys() : []
    if (oldest !== undefined) recent.delete(oldest)
    return reading
  }
}
