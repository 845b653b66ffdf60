/** Which part of a string property has to equal a parameter's value. */
export interface TextMatch {
  readonly at: 'start' | 'end' | 'anywhere'
  readonly ignoresCase: boolean
}

const match = /^(.+?)_?(i?)(contains|starts_?with|ends_?with)(i?)$/i

/** Parses a filter name that matches part of a string: `title_icontains`, `nameStartsWith`. */
export function parseTextMatch(name: string): (TextMatch & { readonly subject: string }) | undefined {
  const [, subject, before = '', operator = '', after = ''] = match.exec(name) ?? []
  if (subject === undefined) return undefined
  const at = /^c/i.test(operator) ? 'anywhere' : /^s/i.test(operator) ? 'start' : 'end'
  return { subject, at, ignoresCase: before + after !== '' }
}

/** Whether a text contains the wanted part in the place of the match. */
export function matchesText(asked: string, text: string, { at, ignoresCase }: TextMatch): boolean {
  const [part, whole] = ignoresCase ? [asked.toLowerCase(), text.toLowerCase()] : [asked, text]
  if (at === 'anywhere') return whole.includes(part)
  return at === 'start' ? whole.startsWith(part) : whole.endsWith(part)
}
