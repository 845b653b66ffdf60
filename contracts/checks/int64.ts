import { decodeUtf8 } from '../../spec/json.ts'
import type { Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface LargeIntegerEvidence {
  /** Where the integer was sent: `path petId`, `body quantity`. */
  readonly where: string
  readonly sent: bigint
  /** What came back instead, in a few words. */
  readonly came: string
  readonly pointer: string
}

/** A 64-bit integer comes back exactly as it was sent. */
export const int64: Check<LargeIntegerEvidence> = {
  id: 'int64',
  title: 'Large integers keep their exact value',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.4: format int64 is a signed 64-bit integer',
  judge: ({ where, sent, came, pointer }) => [
    {
      cause: where,
      expected: `${String(sent)} in ${where} to keep its exact value`,
      actual: came,
      requirement: pointer,
    },
  ],
}

/** A 64-bit integer after conversion to a double, as it would be written in a response; empty when nothing is lost. */
export function mangledForms(sent: bigint): readonly string[] {
  const rounded = BigInt(Number(sent))
  return rounded === sent ? [] : [...new Set([String(rounded), String(Number(sent))])]
}

/** The rounded value that a response has in place of the integer; undefined when it has the integer itself or neither. */
export function mangled(answer: Answer, sent: bigint): string | undefined {
  const text = decodeUtf8(answer.exchange.response.body) ?? ''
  const numbers: readonly string[] = text.match(/(?<![\w.])-?\d[\d.eE+]*\d(?![\w])/g) ?? []
  if (numbers.includes(String(sent))) return undefined
  const found = mangledForms(sent).find((form) => numbers.includes(form))
  return found === undefined ? undefined : `${found} in the response`
}
