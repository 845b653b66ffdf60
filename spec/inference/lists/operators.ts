import { perName } from '../../util/memo.ts'

/** Names that wrap filters: `filter[status]`, `where.status.eq`. */
const wrappers = new Set(['filter', 'filters', 'where'])

const equality = new Set(['eq', 'equals', 'exact'])

/** Operators in short, after two underscores: `name__ic`. */
const short: ReadonlyMap<string, string> = new Map([
  ['ic', 'icontains'],
  ['isw', 'istartswith'],
  ['iew', 'iendswith'],
  ['n', 'not'],
])

/**
 * The name of a filter parameter without wrappers and equality operators: `status` for `filters[status][$eq]`. Other operators become
 * a suffix: `price_gte` for `filter[price][gte]`.
 */
export const filterName: (name: string) => string = perName((name) => {
  const parts = name.split(/[[\].]+|__/).filter((part) => part !== '')
  const inside = parts.length > 1 && wrappers.has((parts[0] ?? '').toLowerCase()) ? parts.slice(1) : parts
  const operator = (inside.at(-1) ?? '').replace(/^[$_]+/, '')
  const isEqual = inside.length > 1 && equality.has(operator.toLowerCase())
  const whole = (name.includes('__') && inside.length > 1 && short.get(operator)) || operator
  return [...inside.slice(0, -1), ...(isEqual ? [] : [whole])].join('_').replace(/_eq$/, '')
})

/** The name of a parameter that takes several values, without its `in` operator: `status__in`, `id[$in]`. */
export const listName = (name: string): string => name.replace(/(?:__|\.|\[[$_]?)in\]?$/i, '')

/** The property that a {@link filterName} compares for inequality: `status` for `status_ne`. */
export const parseNotEqual = (name: string): string | undefined => /^(.+)_(?:neq?|not)$/i.exec(name)?.[1]
