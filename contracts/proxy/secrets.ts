import type { Operation } from '../../spec/document.ts'
import { decodeUtf8 } from '../../spec/json.ts'
import { isConfidential, isSecretName, variableOf, type Secret } from '../access/secret-names.ts'
import { createRedactor, type Redactor } from '../findings/redact.ts'
import type { Fields } from './fields.ts'

export interface Exposed {
  readonly operation: Operation | undefined
  readonly query: string
  /** Header fields of the request and of the response. */
  readonly fields: Fields
  /** Content of the request and of the response. */
  readonly bodies: readonly Uint8Array[]
}

/**
 * Hides the secrets in an exchange of real traffic: credentials in header fields, in the query and in cookies, and members of JSON and
 * forms whose names suggest a secret.
 */
export function redactorFor(exposed: Exposed): Redactor {
  const redactor = createRedactor(
    [...inFields(exposed.fields), ...inQuery(exposed), ...exposed.bodies.flatMap(inBody)].filter(isTelling),
  )
  return {
    text: (text) => redactor.text(text),
    headerValue(name, value) {
      const shown = redactor.headerValue(name, value)
      return shown === value && isSecretField(name) ? `$STABLEHAND_${variableOf(name)}` : shown
    },
  }
}

/** Shorter values would also match parts of unrelated words. */
const isTelling = ({ value }: Secret): boolean => value.length >= 4

const secretOf = (name: string, value: string): Secret => ({
  value,
  variable: `STABLEHAND_${variableOf(name)}`,
})

/** Whether a header field holds credentials; idempotency keys and challenges do not. */
const isSecretField = (name: string): boolean =>
  isConfidential(name) && !/^(?:x-)?idempotency-key$|^www-authenticate$|^proxy-authenticate$/i.test(name)

function inFields(fields: Fields): readonly Secret[] {
  return fields
    .filter(([name]) => isSecretField(name))
    .flatMap(([name, value]) => valuesIn(name, value).map((each) => secretOf(name, each)))
}

/** The value and the parts of it that may occur on their own: a token without its scheme, the value of a cookie. */
function valuesIn(name: string, value: string): readonly string[] {
  if (/^set-cookie$/i.test(name)) return [value, cookieValue(value.split(';')[0] ?? '')]
  if (/^cookie$/i.test(name)) return [value, ...value.split(';').map(cookieValue)]
  return [value, value.replace(/^[A-Za-z]+ +/, '')]
}

const cookieValue = (pair: string): string => pair.slice(pair.indexOf('=') + 1).trim()

function inQuery({ operation, query }: Exposed): readonly Secret[] {
  const keys = new Set(
    operation?.security.flatMap((requirement) =>
      requirement.flatMap(({ scheme }) => (scheme.in === 'query' ? [scheme.parameterName ?? ''] : [])),
    ),
  )
  return [...new URLSearchParams(query)]
    .filter(([name]) => keys.has(name) || isSecretName(name))
    .map(([name, value]) => secretOf(name, value))
}

function inBody(body: Uint8Array): readonly Secret[] {
  const text = decodeUtf8(body)
  if (text === undefined) return []
  const members = [...text.matchAll(/"((?:[^"\\]|\\.){1,100})"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const pairs = /^[^\s{[<"=&]+=/.test(text) ? [...new URLSearchParams(text)] : []
  return [...members, ...pairs]
    .filter(([name]) => isSecretName(name))
    .map(([name, value]) => secretOf(name, value))
}
