/** Takes secrets out of whatever goes into a report. */
export interface Redactor {
  /** Every secret in the text, replaced by its shell variable. */
  text(text: string): string
  /** A header's value: secrets replaced, and cookies hidden whoever set them. */
  headerValue(name: string, value: string): string
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

export function createRedactor(secrets: readonly Secret[]): Redactor {
  const known = secrets.filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length)
  const forms = known.flatMap(({ value, variable }) => spellings(value).map((spelling) => [spelling, `$${variable}`] as const))
  const text = (from: string): string => forms.reduce((sofar, [spelling, shown]) => sofar.replaceAll(spelling, () => shown), from)
  return {
    text,
    headerValue(name, value) {
      const redacted = text(value)
      if (redacted !== value || !confidential.has(name.toLowerCase())) return redacted
      return `${schemes.exec(value)?.[0] ?? ''}$STABLEHAND_${variableOf(name)}`
    },
  }
}

/** As it stands by itself, in a URL, in a form and within a JSON string. */
function spellings(value: string): readonly string[] {
  const encoded = encodeURIComponent(value)
  const json = JSON.stringify(value).slice(1, -1)
  return [...new Set([value, encoded, encoded.replaceAll('%20', '+'), json, json.replaceAll('/', String.raw`\/`)])]
}

/** `X-Api-Key` as `X_API_KEY`. */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}

/** Whether a header of that name usually holds a secret. */
export function isConfidential(name: string): boolean {
  return confidential.has(name.toLowerCase()) || /auth|token|key|secret|password|session|signature/i.test(name)
}
