import { wordsOf } from '../../../spec/inference/prose/words.ts'

/** What the names of error types and codes say of a status, as the beginnings of words; the most telling first. */
const sayings: readonly (readonly [statuses: RegExp, words: RegExp])[] = [
  [/^401$/, /^(?:unauth|authentic|credential|login)/],
  [/^403$/, /^(?:forbid|permission|denied|access|authoriz|privilege)/],
  [/^404$/, /\bnot ?found/],
  [/^404$/, /^(?:missing|unknown|exist)/],
  [/^409$/, /^(?:conflict|exist|duplicate|already|taken|in use)/],
  [/^412$/, /^(?:precondition|version|stale)/],
  [/^413$/, /^(?:large|size)/],
  [/^415$/, /^(?:unsupported|media)/],
  [/^429$/, /^(?:rate|limit|throttl|quota|many)/],
  [/^(?:400|422)$/, /^(?:valid|invalid|malform|argument|param|bad)/],
  [/^4/, /^(?:invalid|request|client|bad)/],
  [/^5/, /^(?:server|internal|api|unavailable|service)/],
]

/**
 * The value of an `enum` that most likely stands for a status: `invalid_request_error` for 400, `api_error` for 500. Undefined if none
 * says anything of it.
 */
export function likelyValue(values: readonly string[], status: number): string | undefined {
  for (const [statuses, words] of sayings) {
    const scored = statuses.test(String(status)) ? values.map((value) => score(value, words)) : []
    const best = Math.max(0, ...scored)
    if (best > 0) return values[scored.indexOf(best)]
  }
  return undefined
}

const score = (value: string, said: RegExp): number => {
  const words = wordsOf(value)
  return [...words, words.join(' ')].filter((word) => said.test(word)).length
}
