import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'

/** Nobody sends these back as they came. */
const secret = /password|secret|token|credential/i

/**
 * The value with what was sent in place of what is called alike, as far as it stays valid: who sends a name expects to see
 * that name. Where nothing is called alike, what an envelope holds may be.
 */
export function echoing(value: Json, sent: JsonObject, isValid: (value: Json) => boolean): Json {
  if (!isJsonObject(value)) return value
  const shared = Object.keys(value).filter((name) => Object.hasOwn(sent, name) && !secret.test(name))
  if (shared.length === 0) return insideEnvelope(value, sent, isValid)
  let result = value
  for (const name of shared) {
    const next = { ...result, [name]: sent[name] as Json }
    if (isValid(next)) result = next
  }
  return result
}

function insideEnvelope(value: JsonObject, sent: JsonObject, isValid: (value: Json) => boolean): Json {
  const [held, ...others] = Object.entries(value).filter(([, each]) => isJsonObject(each))
  if (held === undefined || others.length > 0) return value
  const [name, inner] = held
  return { ...value, [name]: echoing(inner, sent, (each) => isValid({ ...value, [name]: each })) }
}
