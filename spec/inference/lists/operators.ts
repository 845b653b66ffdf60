import { perName } from '../../util/memo.ts'

/** What a text that is asked for is to be of a property: its start, its end or any part of it. */
export interface TextMatch {
  readonly at: 'start' | 'end' | 'anywhere'
  readonly ignoresCase: boolean
}

/** `filter[status]` and `where.status.eq` ask for a `status`. */
const holders = new Set(['filter', 'filters', 'where'])

const equality = new Set(['eq', 'equals', 'exact'])

/**
 * What a parameter filters by, as its name has it, without what holds it and what asks for equality alone: `status` of
 * `filters[status][$eq]`. Any other operator stands at its end, `price_gte` of `filter[price][gte]`.
 */
export const filterName: (name: string) => string = perName((name) => {
  const parts = name.split(/[[\].]+|__/).filter((part) => part !== '')
  const inside = parts.length > 1 && holders.has((parts[0] ?? '').toLowerCase()) ? parts.slice(1) : parts
  const operator = (inside.at(-1) ?? '').replace(/^[$_]+/, '')
  const isEqual = inside.length > 1 && equality.has(operator.toLowerCase())
  return [...inside.slice(0, -1), ...(isEqual ? [] : [operator])].join('_').replace(/_eq$/, '')
})

/** The name of a parameter that takes several values, without the operator that says so: `status__in`, `id[$in]`. */
export const listName = (name: string): string => name.replace(/(?:__|\.|\[[$_]?)in\]?$/i, '')

const match = /^(.+?)_?(i?)(contains|starts_?with|ends_?with)(i?)$/i

/** The property of which a part is asked for, and which one, by a {@link filterName}: `title_icontains`, `nameStartsWith`. */
export function parseTextMatch(name: string): (TextMatch & { readonly subject: string }) | undefined {
  const [, subject, before = '', operator = '', after = ''] = match.exec(name) ?? []
  if (subject === undefined) return undefined
  const at = /^c/i.test(operator) ? 'anywhere' : /^s/i.test(operator) ? 'start' : 'end'
  return { subject, at, ignoresCase: before + after !== '' }
}

/** The property that is to have another value than is given, by a {@link filterName}: `status_ne`. */
export const parseNotEqual = (name: string): string | undefined => /^(.+)_(?:neq?|not)$/i.exec(name)?.[1]

/** Whether a text is the part of another one that is asked for. */
export function matchesText(asked: string, text: string, { at, ignoresCase }: TextMatch): boolean {
  const [part, whole] = ignoresCase ? [asked.toLowerCase(), text.toLowerCase()] : [asked, text]
  if (at === 'anywhere') return whole.includes(part)
  return at === 'start' ? whole.startsWith(part) : whole.endsWith(part)
}
