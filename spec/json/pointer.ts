import type { Pointer } from '../document.ts'
import { own } from '../util/object.ts'
import { decodePercent } from '../parameters/percent.ts'

/** The pointer to a member or item of what `pointer` points to, the token escaped (RFC 6901 §3). */
export function appendPointer(pointer: Pointer, token: string | number): Pointer {
  return `${pointer}/${typeof token === 'number' ? token : escapeToken(token)}`
}

/** `~` and `/` of one reference token, escaped. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/**
 * What stands at a pointer, `#/paths/~1pets` or `/paths/~1pets`; undefined when there is nothing, or when the text is
 * no pointer. After `#` a token counts as written and, where nothing has that name, percent-decoded (RFC 6901 §6):
 * pointers of ours are not encoded, those in a `$ref` are.
 */
export function resolvePointer(root: unknown, pointer: string): unknown {
  const isFragment = pointer.startsWith('#')
  const path = isFragment ? pointer.slice(1) : pointer
  if (path === '') return root
  const [start, ...tokens] = path.split('/')
  if (start !== '') return undefined
  return tokens.reduce<unknown>((node, token) => {
    const found = member(node, token)
    return found === undefined && isFragment ? member(node, decodePercent(token) ?? token) : found
  }, root)
}

/** The tokens of a pointer, unescaped but not percent-decoded. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer.replace(/^#/, '').split('/').slice(1).map(unescapeToken)
}

function member(node: unknown, token: string): unknown {
  const name = unescapeToken(token)
  if (Array.isArray(node) && !/^(?:0|[1-9][0-9]*)$/.test(name)) return undefined
  return own(node, name)
}

/** The name that a token is written for, not percent-decoded (RFC 6901 §4). */
export function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}
