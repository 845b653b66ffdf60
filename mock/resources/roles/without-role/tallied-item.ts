import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { equalJson, isJsonObject, type Json } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'

/** Items that count what several users have done alike: `{emoji, count, mine}` of the reactions to a message. */
export interface Tally {
  /** The property of an item that tells what was done. */
  readonly key: string
  readonly count: string
  /** The property that tells whether the current user has done it, if items have one. */
  readonly own: string | undefined
}

/** How the items of a list count what users do, if they consist of that alone. */
export function tallyOf(document: Document, item: SchemaNode, key: string): Tally | undefined {
  const others = [...possiblePropertiesOf(document, item)].filter(([name]) => name !== key)
  const counts = others.filter(
    ([name, node]) =>
      isNumeric(typesOf(document, node)) && /^(?:count|total|number)$|count$/.test(lastWord(name)),
  )
  const own = others.filter(([, node]) => typesOf(document, node).has('boolean'))
  const [[count] = []] = counts
  const isWhole = counts.length === 1 && own.length < 2 && counts.length + own.length === others.length
  return isWhole && count !== undefined ? { key, count, own: own[0]?.[0] } : undefined
}

const lastWord = (name: string): string => wordsOf(name).at(-1) ?? ''

/**
 * The items after the current user has done something, or taken it back. Whoever has done it already changes nothing. Undefined if there
 * is nothing to take back.
 */
export function tallied(
  { method }: Operation,
  { key, count, own }: Tally,
  items: readonly Json[],
  value: Json,
): readonly Json[] | undefined {
  const index = items.findIndex((item) => isJsonObject(item) && equalJson(item[key] ?? null, value))
  const item = items[index]
  const before = isJsonObject(item) ? item : undefined
  const isDone = before !== undefined && (own === undefined || before[own] === true)
  if (method === 'DELETE') {
    if (!isDone) return undefined
    const left = Number(before[count]) - 1
    const after = { ...before, [count]: left, ...(own !== undefined && { [own]: false }) }
    return left > 0 ? items.with(index, after) : items.toSpliced(index, 1)
  }
  if (isDone) return items
  const after = {
    ...(before ?? { [key]: value }),
    [count]: Number(before?.[count] ?? 0) + 1,
    ...(own !== undefined && { [own]: true }),
  }
  return before ? items.with(index, after) : [...items, after]
}
