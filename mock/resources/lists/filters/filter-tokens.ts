/** A token of a filter expression: a quoted text, a mark such as `(`, or a word. */
export interface Token {
  readonly kind: 'text' | 'mark' | 'word'
  readonly value: string
}

/**
 * Splits a filter expression into tokens. Undefined if a part of it is none.
 *
 * @param token A sticky pattern with a named group for each kind.
 */
export function tokensOf(token: RegExp, expression: string): Token[] | undefined {
  const tokens: Token[] = []
  const text = expression.trim()
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const [kind, value] = Object.entries(token.exec(text)?.groups ?? {}).find(([, found]) => found) ?? []
    if (kind === undefined || value === undefined) return undefined
    tokens.push({ kind: kind as Token['kind'], value })
  }
  return tokens
}
