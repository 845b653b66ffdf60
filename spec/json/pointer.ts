import type { Pointer } from '../document.ts'
import { own } from '../util/object.ts'
import { decodePercent } from '../util/percent-encoding.ts'

/** Extends a pointer by a reference token, which is escaped (RFC 6901 §3). */
export function appendPointer(pointer: Pointer, token: string | number): Pointer {
  return `${pointer}/${typeof token === 'number' ? token : escapeToken(token)}`
}

/** Escapes `~` and `/` in a reference token (RFC 6901 §3). */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/**
 * The value at a pointer, `#/paths/~1pets` or `/paths/~1pets`; undefined when there is none, or when the text is not a
 * pointer. In a fragment, a token that names no member as written is percent-decoded (RFC 6901 §6): our own pointers are
 * not encoded, those in a `$ref` may be.
 */
export function resolvePointer(root: unknown, pointer: string): unknown {
  const isFragment = pointer.startsWith('#')
  const path = isFragment ? pointer.slice(1) : pointer
  if (path === '') return root
  const [start, ...tokens] = path.split('/')
  if (start !== '') return undefined
  return tokens.reduce<unknown>((node, token) => {
    const value = member(node, token)
    return value === undefined && isFragment ? member(node, decodePercent(token) ?? token) : value
  }, root)
}

/** The pointer of reference tokens, which are escaped: the inverse of {@link pointerTokens}. */
export const toPointer = (tokens: readonly (string | number)[]): Pointer =>
  tokens.reduce<string>(appendPointer, '')

/** The tokens of a pointer, unescaped but not percent-decoded. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer.replace(/^#/, '').split('/').slice(1).map(unescapeToken)
}

function member(node: unknown, token: string): unknown {
  const name = unescapeToken(token)
  if (Array.isArray(node) && !/^(?:0|[1-9][0-9]*)$/.test(name)) return undefined
  return own(node, name)
}

/** Unescapes `~0` and `~1` in a reference token (RFC 6901 §4). */
export function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}
