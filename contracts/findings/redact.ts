import { credentialFields, variableOf, type Secret } from '../access/secret-names.ts'

/** Removes secrets from everything that goes into a report. */
export interface Redactor {
  /** Replaces every secret in the text with its shell variable. */
  text(text: string): string
  /** Replaces secrets in a header value, and hides credentials and cookies even when they are unknown. */
  headerValue(name: string, value: string): string
}

/** A redactor that learns secrets during the run, such as access tokens. */
export interface LearningRedactor extends Redactor {
  learn(secret: Secret): void
}

/** Matches every placeholder that a redactor writes. */
export const placeholder: RegExp = /\$STABLEHAND_[A-Z0-9_]+/g

const schemes = /^(Basic|Bearer|Digest|DPoP|Negotiate) +/i

export function createRedactor(secrets: readonly Secret[]): LearningRedactor {
  let forms = formsOf(secrets)
  const text = (from: string): string => {
    const redacted = forms.reduce(
      (result, [spelling, shown]) => result.replaceAll(spelling, () => shown),
      from,
    )
    return redacted.includes('…') ? withoutBeginnings(redacted, forms) : redacted
  }
  return {
    text,
    learn(secret) {
      secrets = [...secrets, secret]
      forms = formsOf(secrets)
    },
    headerValue(name, value) {
      const redacted = text(value)
      if (redacted !== value || !credentialFields.has(name.toLowerCase())) return redacted
      return `${schemes.exec(value)?.[0] ?? ''}$STABLEHAND_${variableOf(name)}`
    },
  }
}

type Form = readonly [spelling: string, shown: string]

/** Longest first, because one secret may contain another. */
function formsOf(secrets: readonly Secret[]): readonly Form[] {
  const known = secrets.filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length)
  return known.flatMap(({ value, variable }) =>
    spellings(value).map((spelling): Form => [spelling, `$${variable}`]),
  )
}

/** Leading characters of a secret that may remain where a text was cut. */
const harmlessLength = 3

/** Also replaces the beginning of a secret before the ellipsis of a cut text. */
function withoutBeginnings(text: string, forms: readonly Form[]): string {
  const parts = text.split('…')
  return parts
    .map((part, index) => (index === parts.length - 1 ? part : withoutBeginning(part, forms)))
    .join('…')
}

function withoutBeginning(part: string, forms: readonly Form[]): string {
  for (const [spelling, shown] of forms) {
    for (let length = Math.min(spelling.length - 1, part.length); length > harmlessLength; length -= 1) {
      if (part.endsWith(spelling.slice(0, length))) return part.slice(0, -length) + shown
    }
  }
  return part
}

/** The secret as plain text, in a URL, in a form, and within a JSON string, also nested in another one. */
function spellings(value: string): readonly string[] {
  const encoded = encodeURIComponent(value)
  const json = JSON.stringify(value).slice(1, -1)
  const nested = JSON.stringify(json).slice(1, -1)
  return [
    ...new Set([
      value,
      encoded,
      encoded.replaceAll('%20', '+'),
      json,
      json.replaceAll('/', String.raw`\/`),
      nested,
    ]),
  ]
}
