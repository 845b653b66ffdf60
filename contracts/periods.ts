import { isArray, isJsonObject, type Json, type JsonObject } from '../spec/json.ts'

/** What a beginning is called, and its end; longer forms first. */
const pairs: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/start(?:s|ed|ing)?|begin(?:s|ning)?/, /end(?:s|ed|ing)?|stop(?:s|ped)?|finish(?:es|ed)?/],
  [/from|since|after/, /to|until|till|before/],
  [/min(?:imum)?/, /max(?:imum)?/],
  [/opens?|opening/, /closes?|closing/],
  [/checkin/, /checkout/],
]

/** The value with what begins before what ends, wherever two names of an object say so: hardly an API takes it otherwise. */
export function inOrder(value: Json): Json {
  if (isArray(value)) return value.map(inOrder)
  if (!isJsonObject(value)) return value
  const ordered: Record<string, Json> = {}
  for (const [name, member] of Object.entries(value)) ordered[name] = inOrder(member)
  for (const [begin, end] of periodsIn(value)) {
    const [first, last] = [ordered[begin], ordered[end]]
    if (first !== undefined && last !== undefined && isAfter(first, last))
      Object.assign(ordered, { [begin]: last, [end]: first })
  }
  return ordered
}

function periodsIn(value: JsonObject): readonly (readonly [begin: string, end: string])[] {
  const names = Object.keys(value)
  return names.flatMap((name) => {
    const end = names.find((other) => pairs.some(([begins, ends]) => areEnds(name, begins, other, ends)))
    return end === undefined ? [] : [[name, end] as const]
  })
}

/** Whether the names differ in nothing but that the one begins what the other ends: `startsAt` and `endsAt`. */
function areEnds(name: string, begins: RegExp, other: string, ends: RegExp): boolean {
  const [first, last] = [plain(name), plain(other)]
  return begins.test(first) && ends.test(last) && first.replace(begins, '') === last.replace(ends, '')
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const dated = /^\d{4}-\d\d-\d\d/

function isAfter(first: Json, last: Json): boolean {
  if (typeof first === 'number' && typeof last === 'number') return first > last
  if (typeof first !== 'string' || typeof last !== 'string') return false
  return dated.test(first) && dated.test(last) && Date.parse(first) > Date.parse(last)
}
