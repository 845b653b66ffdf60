import { decodeUtf8 } from '../../spec/json.ts'
import type { Answer } from '../answer.ts'
import type { Check } from '../check.ts'

export interface LargeIntegerEvidence {
  /** Where the integer was sent: `path petId`, `body quantity`. */
  readonly where: string
  readonly sent: bigint
  /** What came back in its place, in a few words. */
  readonly came: string
  readonly pointer: string
}

/** An integer of 64 bits is the same integer when it comes back. */
export const int64: Check<LargeIntegerEvidence> = {
  id: 'int64',
  title: 'Large integers stay exact',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.4: format int64 is a signed 64-bit integer',
  judge: ({ where, sent, came, pointer }) => [
    {
      cause: where,
      expected: `${String(sent)} in ${where} to stay exact`,
      actual: came,
      requirement: pointer,
    },
  ],
}

/** The neighbours a 64-bit integer becomes as a double, as texts that a mangled response would hold. */
export function mangledForms(sent: bigint): readonly string[] {
  const rounded = BigInt(Number(sent))
  return rounded === sent ? [] : [...new Set([String(rounded), String(Number(sent))])]
}

/** What a response says in the place of the integer it was sent; undefined when it says nothing, or the integer itself. */
export function mangled(answer: Answer, sent: bigint): string | undefined {
  const text = decodeUtf8(answer.exchange.response.body) ?? ''
  const numbers: readonly string[] = text.match(/(?<![\w.])-?\d[\d.eE+]*\d(?![\w])/g) ?? []
  if (numbers.includes(String(sent))) return undefined
  const found = mangledForms(sent).find((form) => numbers.includes(form))
  return found === undefined ? undefined : `${found} in the response`
}
