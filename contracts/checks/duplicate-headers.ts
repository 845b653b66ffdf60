import type { Check } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Headers with a single value (RFC 9110 §5.3). Deprecation and Sunset have their own checks. */
const singletons: ReadonlySet<string> = new Set(
  (
    'content-type content-length content-location content-range etag last-modified location date age expires ' +
    'retry-after access-control-allow-origin access-control-allow-credentials'
  ).split(' '),
)

/** A header that takes a single value is sent at most once. */
export const duplicateHeaders: Check<Answer> = {
  id: 'duplicate-headers',
  title: 'Single-value headers are sent only once',
  severity: 'error',
  requirement: 'RFC 9110 §5.3: a header MUST NOT be sent more than once unless its value is a list',
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
              expected: `a single ${name} header`,
              actual: `${name} ${String(all.length)} times: ${all.join(' and ')}`,
            },
          ],
    )
  },
}
