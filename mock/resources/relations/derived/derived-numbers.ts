import type { Document, SchemaNode } from '../../../../spec/document.ts'
import { isDueAmount, isPaidAmount } from '../../../../spec/inference/numbers/amounts.ts'
import { averagedNoun } from '../../../../spec/inference/numbers/counts.ts'
import { describedSumOf } from '../../../../spec/inference/numbers/described-sums.ts'
import { isLevel, numbersOf } from '../../../../spec/inference/numbers/levels.ts'
import { normalizedSentences, schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { isStateName } from '../../../../spec/inference/states/words/state-properties.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import type { CrudOptions } from '../../options.ts'
import type { Membership } from '../members/memberships.ts'
import { derivationOf, stateOf, type CountedState, type Derivation, type Memberships } from './derivations.ts'

const sum =
  /^ (?:the )?(?:(?<base>.+?) plus )?(?:the )?(?:(?:sum|total) of )?(?:all |the )*(?<amount>\w+(?: \w+)?) of (?:all |the |it )*(?<noun>.+?) $/

/** What an amount is the sum of, by its description: "The opening balance plus the amounts of all transactions". */
export function amountSumOf(
  document: Document,
  owner: Resource,
  memberships: Memberships,
  node: SchemaNode,
): Derivation | undefined {
  const [sentence = '', ...others] = normalizedSentences(schemaDescription(document, node)).filter(
    (each) => each.trim() !== '',
  )
  const { base: baseWords, amount = '', noun = '' } = sum.exec(sentence)?.groups ?? {}
  const [first = '', ...rest] = noun.split(' ')
  const membership = memberships.get(noun) ?? memberships.get(rest.join(' '))
  if (!membership || others.length > 0) return undefined
  const { member } = membership
  const state = memberships.has(noun) ? undefined : stateOf(document, membership, first)
  const property = [...possiblePropertiesOf(document, member.record).keys()].find(
    (name) => singularWordsOf(name) === amount,
  )
  const base = [...possiblePropertiesOf(document, owner.record).keys()].find(
    (name) => singularWordsOf(name) === baseWords,
  )
  const isClear = property !== undefined && (baseWords === undefined) === (base === undefined)
  if (!isClear || (state === undefined && !memberships.has(noun))) return undefined
  return { ...membership, shown: undefined, summed: { property, base }, ...(state && { state }) }
}

const describedMean =
  /^ (?:the )?(?:mean|average) of (?:the |all )?(?<number>\w+(?: \w+)?) of (?:it |their |all |the )*(?<noun>\w+(?: \w+)?) /

/** What a number is the mean of, by its description: "Mean of the overall ratings of its scorecards". */
function describedMeanOf(
  document: Document,
  memberships: Memberships,
  node: SchemaNode,
): Derivation | undefined {
  const [sentence = ''] = normalizedSentences(schemaDescription(document, node))
  const { number = '', noun = '' } = describedMean.exec(sentence)?.groups ?? {}
  const membership = memberships.get(noun) ?? memberships.get(noun.split(' ')[0] ?? '')
  const averaged =
    membership &&
    [number, number.split(' ')[0] ?? '']
      .map((each) => numberNamed(document, membership.member, each))
      .find((each) => each !== undefined)
  return averaged === undefined || !membership ? undefined : { ...membership, shown: undefined, averaged }
}

/** What a number is the mean of, by its name, `averageRating` of the `rating` of reviews, or by its description. */
export function meanOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  if (!isNumeric(typesOf(document, node))) return undefined
  const described = describedMeanOf(document, memberships, node)
  const averaged = averagedNoun(property)
  if (described || averaged === undefined) return described
  const means = [...new Set(memberships.values())].flatMap((membership) => {
    const number = numberNamed(document, membership.member, averaged)
    return number === undefined ? [] : [{ ...membership, shown: undefined, averaged: number }]
  })
  return means.length === 1 ? means[0] : undefined
}

const extreme =
  /^(?:(?<least>min|minimum|lowest|cheapest)|max|maximum|highest) (?<number>(?:\w+ )?(?:price|cost|fee|rate|bid))$/

/** "The highest bid, or the start price if there are no bids", "… while nobody has bid". */
const extremeOrBase =
  /^ (?:the )?(?:(?<least>lowest|smallest|least)|highest|largest|greatest) (?<number>\w+(?: \w+)?)(?: so far)? or (?:else )?(?:the )?(?<base>\w+(?: \w+)?) (?:if|when|while|until|without|before|as long a) .*(?:no|none|not|nobody|without|any|first) .*$/

/**
 * What an amount is the least or the greatest of, by its name, `minPrice` of the `price` of variants, `highestBid`, or by its
 * description: "The highest bid, or the start price if there are none".
 */
export function extremeOf(
  document: Document,
  owner: Resource,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const [sentence = ''] = normalizedSentences(schemaDescription(document, node))
  const told = extremeOrBase.exec(sentence)?.groups
  const base = told && numberNamed(document, owner, told['base'] ?? '')
  const { least, number } =
    (base === undefined ? extreme.exec(singularWordsOf(property))?.groups : told) ?? {}
  if (number === undefined || !isNumeric(typesOf(document, node))) return undefined
  const bids = memberships.get(number)
  const found = only(memberships, (membership) =>
    numberNamed(document, membership.member, membership === bids ? 'amount' : number),
  )
  return (
    found && {
      ...found,
      extreme: least === undefined ? 'greatest' : 'least',
      ...(base !== undefined && { base }),
    }
  )
}

/** What a number is the sum of, by its name: `ticketsSold` of how many of each ticket type are `sold`. */
export function tallyOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const [, noun = '', tally = ''] =
    /^(?:(\w+) )?(sold|booked|reserved|redeemed)$/.exec(singularWordsOf(property)) ?? []
  if (tally === '' || !typesOf(document, node).has('integer')) return undefined
  const named = new Map(
    [...memberships].filter(([each]) => noun === 'total' || `${each} `.startsWith(noun && `${noun} `)),
  )
  const found = only(named, ({ member }) => numberNamed(document, member, tally))
  return found && { ...found, isSum: true }
}

/** The sum of the only number of levels: the `totalStock` of a product, the `unitsOnHand` of a warehouse. */
export function heldOf(
  { document, model }: Pick<CrudOptions, 'document' | 'model'>,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const isHeld =
    /^(?:total |current )?(?:stock|unit|quantity|inventory)(?: (?:level|quantity|unit|count|(?:on|in) hand))*$/
  if (!isHeld.test(singularWordsOf(property)) || !isNumeric(typesOf(document, node))) return undefined
  const found = only(memberships, ({ member }) => {
    const [number, ...others] = isLevel(document, model, member) ? numbersOf(document, member) : []
    return others.length === 0 ? number : undefined
  })
  return found && { ...found, isSum: true }
}

/** What a number of statistics is the sum of, by its name: `totalLitres` of the `litres` of fuel entries. */
export function totalOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const summed = /^(?:total|sum) (.+)$/.exec(singularWordsOf(property))?.[1]
  if (summed === undefined || !isNumeric(typesOf(document, node))) return undefined
  const found = only(memberships, ({ member }) => numberNamed(document, member, summed))
  return found && { ...found, isSum: true }
}

/** The only membership whose records have a number: those below the owner come first. */
function only(
  memberships: Memberships,
  numberOf: (membership: Membership) => string | undefined,
): Derivation | undefined {
  const found = [...new Set(memberships.values())].flatMap((membership) => {
    const averaged = numberOf(membership)
    return averaged === undefined ? [] : [{ ...membership, shown: undefined, averaged }]
  })
  const nested = found.filter(({ by }) => by === undefined)
  const [first, ...others] = nested.length > 0 ? nested : found
  return others.length === 0 ? first : undefined
}

/** What a number is the sum or the mean of, by its description: "Sum of the amounts of all entries", "of the customer's paid orders". */
export function sumOf(
  document: Document,
  memberships: Memberships,
  node: SchemaNode,
): Derivation | undefined {
  for (const [noun, membership] of memberships) {
    const found = describedSumOf(document, node, noun, membership.member.record)
    if (!found) continue
    const { summed: averaged, isMean, state: words, isNot } = found
    const state = words === undefined ? undefined : stateOf(document, membership, words, isNot)
    if (words !== undefined && !state) continue
    return { ...membership, shown: undefined, averaged, isSum: !isMean, ...(state && { state }) }
  }
  const [sentence = '', ...others] = normalizedSentences(schemaDescription(document, node))
  const summed = others.some((each) => each.trim() !== '') ? undefined : summedIn.exec(sentence)?.[1]
  return summed === undefined || !isNumeric(typesOf(document, node))
    ? undefined
    : (sumOfNumber(document, memberships, summed) ?? sumOfAmounts(document, memberships, summed))
}

const summedIn = /^ (?:the )?(?:sum|total) of (?:all )?(?:the )?(.+?) $/

/** "Points of the issues that are not done", or a number that only one kind of records has: "logged minutes". */
function sumOfNumber(document: Document, memberships: Memberships, words: string): Derivation | undefined {
  const [, named = '', phrase] = /^(\w+) of (?:all |it |the )*(.+)$/.exec(words) ?? []
  const about = phrase === undefined ? undefined : derivationOf(document, memberships, ` ${phrase} `)
  const number = about && numberNamed(document, about.member, named)
  if (about && number !== undefined) return { ...about, averaged: number, isSum: true }
  const name = words.replace(/^\w+ed /, '')
  const sums = [...new Set(memberships.values())].flatMap((membership) => {
    const only = numberNamed(document, membership.member, name)
    return only === undefined ? [] : [{ ...membership, shown: undefined, averaged: only, isSum: true }]
  })
  return sums.length === 1 ? sums[0] : undefined
}

/** "Paid orders", by the total or the amount of each. */
function sumOfAmounts(document: Document, memberships: Memberships, words: string): Derivation | undefined {
  const [first = '', ...rest] = words.split(' ')
  const membership = memberships.get(words) ?? memberships.get(rest.join(' '))
  const isRestricted = membership && !memberships.has(words)
  const state = isRestricted ? stateOf(document, membership, first) : undefined
  const number =
    membership &&
    ['total', 'amount'].flatMap((name) => numberNamed(document, membership.member, name) ?? [])[0]
  if (!membership || number === undefined || (isRestricted && !state)) return undefined
  return { ...membership, shown: undefined, averaged: number, isSum: true, ...(state && { state }) }
}

const succeeded =
  /^(?:succeeded|success|successful|completed?|paid|captured|settled|confirmed|processed|received|approved)$/i

/** What has been paid of an amount: the sum of the payments that succeeded. */
export function paidOf(
  document: Document,
  memberships: Memberships,
  property: string,
): Derivation | undefined {
  const membership = isPaidAmount(property) ? memberships.get('payment') : undefined
  const averaged = membership && numberNamed(document, membership.member, 'amount')
  if (!membership || averaged === undefined) return undefined
  const state = statesAmong(document, membership.member, (each) => succeeded.test(each))
  return { ...membership, shown: undefined, averaged, isSum: true, isPaid: true, ...(state && { state }) }
}

/** The states of records that are among those wanted, if there are others as well. */
function statesAmong(
  document: Document,
  { record }: Resource,
  isWanted: (state: string) => boolean,
): CountedState | undefined {
  const [state] = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const all = isStateName(property) ? enumValues(document, node) : []
    const values = all.filter((each) => typeof each === 'string' && isWanted(each))
    return values.length > 0 && values.length < all.length ? [{ property, values }] : []
  })
  return state
}

/** What has been earned with all records of the only kind that is paid for: `totalRevenue`. */
export function revenueOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const isRevenue = /^(?:total )?(?:revenue|sale|turnover|income)(?: amount| total)?$/.test(
    singularWordsOf(property),
  )
  if (!isRevenue || !isNumeric(typesOf(document, node))) return undefined
  const [found, ...others] = [...new Set(memberships.values())].flatMap((membership) => {
    const { member } = membership
    const averaged = ['total', 'total amount', 'total price', 'grand total', 'amount'].flatMap(
      (name) => numberNamed(document, member, name) ?? [],
    )[0]
    const state = statesAmong(document, member, (each) => /^(?:paid|completed?|fulfilled)$/i.test(each))
    return averaged !== undefined && state
      ? [{ ...membership, shown: undefined, averaged, isSum: true, state }]
      : []
  })
  return others.length === 0 ? found : undefined
}

/** States in which nothing has to be paid. */
const isNotOwed = /^(?:draft|void(?:ed)?|cancell?ed|uncollectible|written[ _-]?off|paid|refunded)$/i

/** What is left to pay of all that belongs to a record: its `outstanding_amount`, or the `balance` that is described as outstanding. */
export function outstandingOf(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const isBalance =
    isDueAmount(property) ||
    (/^(?:\w+ )?balance$/.test(singularWordsOf(property)) &&
      /\b(?:outstanding|due|owed|unpaid)\b/i.test(schemaDescription(document, node)))
  if (!isBalance || !isNumeric(typesOf(document, node))) return undefined
  const [found, ...others] = [...new Set(memberships.values())].flatMap((membership) => {
    const properties = [...possiblePropertiesOf(document, membership.member.record)]
    const [due] =
      properties.find(([name, each]) => isDueAmount(name) && isNumeric(typesOf(document, each))) ?? []
    if (due === undefined) return []
    const state = statesAmong(document, membership.member, (each) => !isNotOwed.test(each))
    return [{ ...membership, shown: undefined, averaged: due, isSum: true, ...(state && { state }) }]
  })
  return others.length === 0 ? found : undefined
}

function numberNamed(document: Document, { record }: Resource, noun: string): string | undefined {
  return [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => singularWordsOf(name) === noun && isNumeric(typesOf(document, node)),
  )?.[0]
}
