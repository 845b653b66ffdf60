import type { Document } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isStateName } from '../../../spec/inference/states/words/state-properties.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { amountIn, withAmount } from '../../../spec/util/amount.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import { isEmptyList } from '../lists/paging/page-query.ts'
import { withOneCurrency } from '../values/currencies.ts'
import { isSoleKind, isTally, startsAtZero } from '../values/initial-values.ts'
import { clear, isMissing, type Owned } from './assigned.ts'
import type { Change } from './change.ts'
import type { Composition } from './composition.ts'
import type { Property } from './record-type.ts'

type Members = Record<string, Json>

/** Makes a valid record of the members that are known: with those that are missing, and with what follows from others. */
export type Complete = (known: Members, change: Change) => MaybePromise<JsonObject>

/** @param generate makes a record to take missing members from */
export function createComplete(
  document: Document,
  {
    properties,
    owned,
    counted,
    settable,
    initialOf,
    isAbsent,
    addIdentity,
    dependent,
    finish,
    linker,
    keyOf,
  }: Composition,
  generate: (change: Change) => MaybePromise<JsonObject>,
): Complete {
  const { inOrder, isValid, makeValid } = finish
  const showsNulls = properties.some(
    ({ node, isRequired }) => !isRequired && typesOf(document, node).has('null'),
  )
  const filledUp: Complete = (known, change) => {
    const isNew = !change.before
    addIdentity(Object.assign(known, change.fixed), change)
    for (const property of properties)
      if (change.fixed[property.name] === null) clear(document, known, property)
    // A record that is replaced keeps what it must have and what clients need not send.
    const startOf = (property: Property): Json | undefined => {
      const initial = initialOf(property, isNew)
      return initial === undefined && property.isCertain ? change.before?.[property.name] : initial
    }
    const initialOfNew = (property: Property): Json =>
      isNew && !property.isWriteOnly && !Object.hasOwn(known, property.name)
        ? (initialOf(property, true) ?? null)
        : null
    // What has not happened yet is false, and a state is the first one. Where records show null for what is missing, flags are there.
    const startsKnown = (property: Property, initial: Json): boolean => {
      const { name } = property
      if (initial === 0) return counted.has(name)
      if (initial === false) return owned.has(name) || showsNulls
      const isTold = isStateName(name) || isSoleKind(document, property)
      return typeof initial === 'string' && !owned.has(name) && isTold
    }
    const isMadeAlone = isNew && settable === undefined && Object.keys(change.sent).length === 0
    const missing = properties.filter((property) => {
      const initial = initialOfNew(property)
      // A list that clients leave out is empty, rather than missing.
      return (
        startsKnown(property, initial) ||
        (isMadeAlone && isOfServer(document, property) && !Object.hasOwn(known, property.name)) ||
        ((isEmptyList(initial) || isMissing(document, property, owned, change, known)) && !isAbsent(property))
      )
    })
    const fill = (generated: JsonObject): JsonObject => {
      for (const property of missing) {
        const initial = startOf(property)
        const value = initial === undefined ? generatedValue(property, generated, owned, isNew) : initial
        if (value !== undefined) known[property.name] = value
      }
      if (addIdentity.showsOwner) addIdentity(known, change)
      if (isNew) dependent.setInNew(known, change.sent)
      else dependent.setInChanged(known, change.sent, change.before ?? {})
      const shown = linker?.withoutUnknown?.(known) ?? known
      return inOrder(withOneCurrency(shown, (name) => !missing.some((property) => property.name === name)))
    }
    // Generating values is expensive, and most changes do not need them.
    if (missing.every((property) => startOf(property) !== undefined)) {
      const record = fill({})
      if (isValid(record)) return record
    }
    return after(generate(change), (generated) => makeValid(fill(generated), generated, keyOf(change)))
  }
  const withParts: Complete = (known, change) =>
    linker?.completeParts
      ? after(linker.completeParts(change.fixed, change.lookup), (fixed) =>
          filledUp(known, { ...change, fixed }),
        )
      : filledUp(known, change)
  const imply = linker?.imply
  if (!imply) return withParts
  return (known, change) => {
    const { before, lookup, fixed } = change
    const implied = new Set([...owned].filter((name) => !Object.hasOwn(fixed, name)))
    return after(withParts(known, change), (record) =>
      after(imply(record, { before, owned: implied }, lookup), (next) => {
        if (next === record) return record
        const totalled = { ...next }
        dependent.setTotals(totalled)
        return isValid(totalled) ? totalled : next
      }),
    )
  }
}

/** Whether a server makes up a text of its own accord, such as the `public_key` of a new key. */
const isOfServer = (document: Document, { name, node, isWriteOnly }: Property): boolean =>
  !isWriteOnly &&
  typesOf(document, node).has('string') &&
  /\b(?:key|token|secret|password|url|uri|fingerprint)$/.test(wordsOf(name).join(' '))

/** The generated value of a property; amounts that nothing has been added to yet are zero. */
function generatedValue(
  { name }: Property,
  generated: JsonObject,
  owned: Owned,
  isNew: boolean,
): Json | undefined {
  const value = generated[name]
  if (!isNew || !owned.has(name)) return value
  if (startsAtZero(name) && amountIn(value) !== undefined) return withAmount(value, 0)
  return isJsonObject(value) && isTally(value)
    ? Object.fromEntries(Object.keys(value).map((each) => [each, 0]))
    : value
}
