import type { Document, SchemaNode } from '../../../spec/document.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import type { Json } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { settableIn } from './amounts.ts'

const thing = '(?:quantity|seat|place|spot|ticket|unit|stock|day|item|use)'
const all = new RegExp(
  `^(?:(?:total )?(?:capacity|quantity|allowance|quota|stock)|total ${thing}|${thing} total|(?:quantity )?on hand|max(?:imum)? (?:use|usage|redemption|capacity|quantity)|(?:usage|use|redemption) limit)$`,
)
const gone =
  /^(?:sold|reserved|held|booked|used|taken|allocated)$|^(?:\w+ )?(?:sold|reserved|held|booked|used|taken|allocated|redeemed)(?: (?:count|quantity))?$|^(?:usage|use|redemption) count$/
const left = new RegExp(
  `^(?:available|remaining|left|free)(?: (?:${thing}|count))?$|^${thing} (?:available|remaining|left|free)$`,
)

type SetLeftOver = (members: Record<string, Json>, of: 'generated' | 'new' | 'changed') => void

/**
 * Creates a function that makes the numbers of records fit that tell how many there are, are gone, and are left: `available` is the `capacity`
 * less what is `booked`. Undefined if the records have no such numbers.
 */
export function createSetLeftOver(
  document: Document,
  record: SchemaNode,
  accepted: SchemaNode | undefined,
): SetLeftOver | undefined {
  const named = (pattern: RegExp): readonly string[] =>
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
      typesOf(document, node).has('integer') && pattern.test(singularWordsOf(name)) ? [name] : [],
    )
  const settable = settableIn(document, accepted)
  const isOwned = (name: string): boolean => !settable.has(name)
  const [[whole, ...others], parts, [rest]] = [
    named(all),
    named(gone).filter(isOwned),
    named(left).filter(isOwned),
  ]
  if (whole === undefined || others.length > 0 || parts.length === 0)
    return setUntouched(document, record, isOwned)
  return (members, of) => {
    let room = members[whole]
    if (typeof room !== 'number') return
    for (const name of parts) {
      const value = members[name]
      if (typeof value !== 'number') continue
      // What is generated may be more than there are.
      const taken = value > room && of !== 'changed' ? value % (room + 1) : value
      members[name] = taken
      room -= taken
    }
    if (rest !== undefined && Object.hasOwn(members, rest)) members[rest] = room
  }
}

const rests =
  /^(?:(?<before>.+) (?:left|remaining|available)|(?:remaining|left|available|free) (?<after>.+))$/

/** All of something is left in a new record: `creditsLeft` are the `credits` that a pass was sold with, `availableUnits` its `units`. */
function setUntouched(
  document: Document,
  record: SchemaNode,
  isOwned: (name: string) => boolean,
): SetLeftOver | undefined {
  const numbers = new Map(
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
      typesOf(document, node).has('integer') ? [[singularWordsOf(name), name] as const] : [],
    ),
  )
  const found = [...numbers].flatMap(([words, rest]) => {
    const { before, after = '' } = rests.exec(words)?.groups ?? {}
    const whole = numbers.get(before ?? after)
    return whole !== undefined && isOwned(rest) ? [{ whole, rest }] : []
  })
  if (found.length === 0) return undefined
  return (members, of) => {
    for (const { whole, rest } of found) {
      const [all, left] = [members[whole], members[rest]]
      if (typeof all !== 'number' || of === 'changed') continue
      if (of === 'new' && !isOwned(whole)) members[rest] = all
      else if (typeof left === 'number' && left > all) members[rest] = left % (all + 1)
    }
  }
}
