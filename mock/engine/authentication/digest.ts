import type { HttpRequest } from '../../../spec/http.ts'

/** The challenges of Digest authentication (RFC 7616 §3.3), the stronger algorithm first. The nonce never changes. */
export const digestChallenges: readonly string[] = ['SHA-256', 'MD5'].map(
  (algorithm) => `Digest realm="stablehand", qop="auth", algorithm=${algorithm}, nonce="7374616e642d696e"`,
)

const parameter = /([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))\s*(?:,\s*|$)/giy

/**
 * Whether the credentials of a request prove one of the passwords, for any user name (RFC 7616 §3.4). In a browser these
 * hashes cannot be computed synchronously: there it is enough that no parameter is missing.
 */
export function provesPassword(
  request: HttpRequest,
  credentials: string,
  passwords: ReadonlySet<string>,
): boolean {
  const fields = fieldsOf(credentials)
  const response = fields.get('response')
  const required = ['username', 'realm', 'nonce', 'uri', ...(fields.has('qop') ? ['nc', 'cnonce'] : [])]
  if (response === undefined || required.some((name) => !fields.has(name))) return false
  const hash = hashOf(fields.get('algorithm') ?? 'MD5')
  if (hash === 'unknown') return false
  return (
    hash === undefined ||
    [...passwords].some((password) => responseOf(request, fields, password, hash) === response)
  )
}

type Fields = ReadonlyMap<string, string>
type Hash = (text: string | Uint8Array) => string

function fieldsOf(credentials: string): Fields {
  return new Map(
    [...credentials.matchAll(parameter)].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
    ]),
  )
}

/** RFC 7616 §3.4.1 to §3.4.3. */
function responseOf({ method, body }: HttpRequest, fields: Fields, password: string, hash: Hash): string {
  const field = (name: string): string => fields.get(name) ?? ''
  const secret = hash(`${field('username')}:${field('realm')}:${password}`)
  const isSession = /-sess$/i.test(field('algorithm'))
  const key = isSession ? hash(`${secret}:${field('nonce')}:${field('cnonce')}`) : secret
  const content = field('qop') === 'auth-int' ? `:${hash(body ?? '')}` : ''
  const asked = hash(`${method}:${field('uri')}${content}`)
  if (!fields.has('qop')) return hash(`${key}:${field('nonce')}:${asked}`)
  return hash(`${key}:${field('nonce')}:${field('nc')}:${field('cnonce')}:${field('qop')}:${asked}`)
}

const algorithms: Readonly<Record<string, string>> = {
  md5: 'md5',
  'sha-256': 'sha256',
  'sha-512-256': 'sha512-256',
}

/** Undefined when hashes cannot be computed, as in browsers. */
function hashOf(algorithm: string): Hash | 'unknown' | undefined {
  const name = algorithms[algorithm.toLowerCase().replace(/-sess$/, '')]
  if (name === undefined) return 'unknown'
  const crypto = typeof process === 'undefined' ? undefined : process.getBuiltinModule('node:crypto')
  return crypto && ((text) => crypto.createHash(name).update(text).digest('hex'))
}
