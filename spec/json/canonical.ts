import { isArray, type Json } from '../json.ts'

/** The indexes, in ascending order, of two items that are equal JSON; undefined when all differ. Takes one pass. */
export function equalItems(items: readonly Json[]): readonly [first: number, second: number] | undefined {
  const seen = new Map<string, number>()
  for (let index = 0; index < items.length; index++) {
    const key = canonicalJson(items[index]!)
    const before = seen.get(key)
    if (before !== undefined) return [before, index]
    seen.set(key, index)
  }
  return undefined
}

/** A text that is the same for equal JSON values: for 1n and 1, and whatever the order of members. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join()}}`
}

/** Beyond 2^53 the shortest decimal text of a double may denote a different integer than the double does. */
function numberText(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(BigInt(value)) : String(value + 0)
}
