/** A value that no report shows. */
export interface Secret {
  readonly value: string
  /** Name of the shell variable that replaces it, without `$`. */
  readonly variable: string
}

/** Header fields, in lower case, that carry credentials in every API. */
export const credentialFields: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
])

/** The name of a shell variable for a header: `X-Api-Key` becomes `X_API_KEY`. */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}

/** Whether a header of that name usually holds a secret. */
export function isConfidential(name: string): boolean {
  return (
    credentialFields.has(name.toLowerCase()) || /auth|token|key|secret|password|session|signature/i.test(name)
  )
}

/** Whether a member of JSON or of a form is named after a secret. */
export const isSecretName = (name: string): boolean =>
  /^(?:.*[_-])?(?:password|passwd|passphrase|secret|token|api[_-]?key|private[_-]?key)$|(?:Password|Secret|Token|ApiKey|PrivateKey)$/.test(
    name,
  )
