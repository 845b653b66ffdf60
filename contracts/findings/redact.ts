/** Takes secrets out of whatever goes into a report. */
export interface Redactor {
  /** Every secret in the text, replaced by its shell variable. */
  text(text: string): string
  /** A header's value: secrets replaced, and cookies hidden whoever set them. */
  headerValue(name: string, value: string): string
}

/** A redactor that can be told of more secrets: a token that is given only during the run. */
export interface LearningRedactor extends Redactor {
  learn(secret: Secret): void
}

export interface Secret {
  readonly value: string
  /** Name of the shell variable that stands for it, without `$`. */
  readonly variable: string
}

/** Every placeholder a redactor may leave, for those who write shell commands. */
export const placeholder: RegExp = /\$STABLEHAND_[A-Z0-9_]+/g

const confidential = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])
const schemes = /^(Basic|Bearer|Digest|DPoP|Negotiate) +/i

export function createRedactor(secrets: readonly Secret[]): LearningRedactor {
  let forms = formsOf(secrets)
  const text = (from: string): string => {
    const redacted = forms.reduce((sofar, [spelling, shown]) => sofar.replaceAll(spelling, () => shown), from)
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
      if (redacted !== value || !confidential.has(name.toLowerCase())) return redacted
      return `${schemes.exec(value)?.[0] ?? ''}$STABLEHAND_${variableOf(name)}`
    },
  }
}

type Form = readonly [spelling: string, shown: string]

/** The longest first: one may stand within another. */
function formsOf(secrets: readonly Secret[]): readonly Form[] {
  const known = secrets.filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length)
  return known.flatMap(({ value, variable }) =>
    spellings(value).map((spelling): Form => [spelling, `$${variable}`]),
  )
}

/** Characters of a secret that may be seen when a text was cut within it. */
const harmless = 3

/** What is left of a secret before the mark of a cut text. */
function withoutBeginnings(text: string, forms: readonly Form[]): string {
  const parts = text.split('…')
  return parts
    .map((part, index) => (index === parts.length - 1 ? part : withoutBeginning(part, forms)))
    .join('…')
}

function withoutBeginning(part: string, forms: readonly Form[]): string {
  for (const [spelling, shown] of forms) {
    for (let length = Math.min(spelling.length - 1, part.length); length > harmless; length -= 1) {
      if (part.endsWith(spelling.slice(0, length))) return part.slice(0, -length) + shown
    }
  }
  return part
}

/** As it stands by itself, in a URL, in a form, and within a JSON string, that again within another. */
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

/** `X-Api-Key` as `X_API_KEY`. */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}

/** Whether a header of that name usually holds a secret. */
export function isConfidential(name: string): boolean {
  return (
    confidential.has(name.toLowerCase()) || /auth|token|key|secret|password|session|signature/i.test(name)
  )
}

/** Whether a member of JSON or of a form is named after a secret. */
export const isSecretName = (name: string): boolean =>
  /^(?:.*[_-])?(?:password|passwd|passphrase|secret|token|api[_-]?key|private[_-]?key)$|(?:Password|Secret|Token|ApiKey|PrivateKey)$/.test(
    name,
  )
