import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'

/** Properties that services do not return. */
const secret = /password|secret|token|credential/i

/**
 * Returns the value with its properties replaced by the sent ones of the same name, as far as it stays valid. If no names
 * match and the value has exactly one object in it, such as an envelope, that object is treated this way.
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
  const [only, ...others] = Object.entries(value).filter(([, member]) => isJsonObject(member))
  if (only === undefined || others.length > 0) return value
  const [name, inner] = only
  return { ...value, [name]: echoing(inner, sent, (echoed) => isValid({ ...value, [name]: echoed })) }
}
