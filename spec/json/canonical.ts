import { isArray, type Json } from '../json.ts'

/** Two indexes, the lower one first, of items that are the same JSON; undefined when all differ. Takes one pass. */
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

/** The same text for values that are the same JSON: 1n and 1, members in any order. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join()}}`
}

/** A double beyond 2^53 is an integer of its own, which its shortest decimal text need not be. */
function numberText(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(BigInt(value)) : String(value + 0)
}
