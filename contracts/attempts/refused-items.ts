import { wordsOf } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { jsonOf } from '../answer.ts'
import type { Answer } from '../interaction.ts'
import type { Mutation } from './mutation.ts'

/**
 * Whether a success tells that an item of the request failed, as those of bulk operations do that take each item by itself:
 * `{"results": [{"index": 0, "status": "failed", "error": "…"}]}`, `{"errors": [{"index": 0}]}`.
 */
export const refusesItem = (answer: Answer, { place, path = '' }: Mutation): boolean =>
  place === 'body' && pointerTokens(path).some((token) => /^\d+$/.test(token)) && tellsFailure(jsonOf(answer))

const failure = /^(?:errors?|exceptions?|fail(?:s|ed|ures?)|rejected|invalid|problems?)$/i

function tellsFailure(value: Json | undefined, depth = 0): boolean {
  if (isArray(value)) return value.some((each) => isJsonObject(each) && tellsFailure(each, depth + 1))
  if (!isJsonObject(value) || depth > 4) return false
  return Object.entries(value).some(([name, each]) => {
    if (/^(?:success|ok)$/i.test(name) && each === false) return true
    if (/^(?:status|code)$/i.test(name)) return isFailed(each)
    return wordsOf(name).some((word) => failure.test(word)) ? isSome(each) : tellsFailure(each, depth + 1)
  })
}

const isFailed = (status: Json): boolean =>
  Number(status) >= 400 || (typeof status === 'string' && failure.test(status))

const isSome = (value: Json): boolean =>
  isArray(value) ? value.length > 0 : isJsonObject(value) ? Object.keys(value).length > 0 : Boolean(value)
