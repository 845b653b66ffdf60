import type { Answer } from '../answer.ts'
import type { Check } from '../check.ts'

/** Fields that are one value (RFC 9110 §5.3). Deprecation and Sunset have checks of their own. */
const singletons: ReadonlySet<string> = new Set(
  (
    'content-type content-length content-location content-range etag last-modified location date age expires ' +
    'retry-after access-control-allow-origin access-control-allow-credentials'
  ).split(' '),
)

/** A field that has one value stands once. */
export const duplicateHeaders: Check<Answer> = {
  id: 'duplicate-headers',
  title: 'Single header fields come once',
  severity: 'error',
  requirement:
    'RFC 9110 §5.3: a sender MUST NOT generate multiple field lines with the same name unless the field is a list',
  judge({ exchange }) {
    const values = new Map<string, string[]>()
    for (const [name, value] of exchange.response.fields) {
      const key = name.toLowerCase()
      if (singletons.has(key)) values.set(key, [...(values.get(key) ?? []), value])
    }
    return [...values].flatMap(([name, all]) =>
      all.length < 2
        ? []
        : [
            {
              cause: name,
              expected: `${name} once`,
              actual: `${name} ${String(all.length)} times: ${all.join(' and ')}`,
            },
          ],
    )
  },
}
