import type { Document, Pointer, SchemaNode } from '../../document.ts'
import { isArray, isJsonObject, type JsonObject } from '../../json.ts'
import { itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { amountIn } from '../../util/amount.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'
import { elapsed } from '../times/elapsed.ts'
import { addends, totalTimeOf } from './additions.ts'

/** How the value of a number follows from other properties of the same object, by its description. */
export interface Formula {
  readonly property: string
  /** The description. */
  readonly pointer: Pointer
  /** The formula with names as the document has them: `total - amount_paid`. */
  readonly text: string
  /** The numbers that are added and subtracted, if that is all. */
  readonly terms?: readonly string[]
  /** Whether the value is rounded to whole numbers if the property has such, in a direction that is left open. */
  readonly isRounded?: boolean
  /** The value that the object should have; undefined if it lacks something the formula needs. */
  readonly valueIn: (object: JsonObject) => number | undefined
}

type Value = Pick<Formula, 'text' | 'terms' | 'valueIn' | 'isRounded'>

/** The numbers of an object by their words. */
type Names = ReadonlyMap<string, string>

/**
 * The formulas in the descriptions of an object's numbers: "`total` minus `amount_paid`", "Sum of the `amount` of all `lines`". Only
 * sentences that say nothing else count: "at least" or "if" could change their meaning.
 *
 * @param isCounted Which properties are taken for numbers; by default, those that are.
 */
export function formulasOf(
  document: Document,
  object: SchemaNode,
  isCounted: (document: Document, node: SchemaNode) => boolean = isNumber,
): readonly Formula[] {
  const properties = possiblePropertiesOf(document, object)
  const numbers = numbersAmong(document, properties, isCounted)
  return [...numbers].flatMap(([, property]) => {
    const node = properties.get(property)
    const description = node ? schemaDescription(document, node) : ''
    const isWhole = node !== undefined && !typesOf(document, node).has('number')
    const text = withWords(description.replace(explained, '').replace(unknown, ''))
    const [sentence, ...others] = normalizedSentences(text).filter((each) => each.trim() !== '')
    if (sentence === undefined || others.length > 0) return []
    const value =
      computed(sentence, numbers) ??
      added(sentence, numbers, property) ??
      share(sentence, numbers, isWhole) ??
      summed(document, sentence, properties) ??
      elapsed(document, sentence, properties)
    return node && value ? [{ property, pointer: `${node.pointer}/description`, ...value }] : []
  })
}

/**
 * The formulas in the descriptions of an object's numbers, and those that follow from names as well as anything does: `total_minutes` adds up
 * `prep_minutes` and `cook_minutes`.
 */
export function likelyFormulas(
  document: Document,
  object: SchemaNode,
  isCounted: (document: Document, node: SchemaNode) => boolean = isNumber,
): readonly Formula[] {
  const described = formulasOf(document, object, isCounted)
  const total = totalTimeOf(document, object)
  if (!total || described.some(({ property }) => property === total.property)) return described
  return [...described, { property: total.property, pointer: object.pointer, ...sumOf(total.parts) }]
}

/** What a formula is said to stand for: "What is still due: `total` minus `paid`". */
const explained = /^[^:.;]*: /

/** What is said of values that are not known: "or null if the cost is unknown". */
const unknown =
  /(?:,? (?:or|and)|[,;.])(?: is)? [\x60"']?null[\x60"']? (?:if|when|while|as long as|until|before|without) [^.;]*/i

/** The description with words for the signs between names. */
const withWords = (text: string): string =>
  text
    .replaceAll(/ [+] /g, ' plus ')
    .replaceAll(/ [-−–] /g, ' minus ')
    .replaceAll(/ [*×] /g, ' times ')
    .replaceAll(/(?<=\w) [/÷] (?=\w)/g, ' divided by ')
    .replaceAll(/(\d) ?%/g, '$1 percent')

function isNumber(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return isNumeric(types) && !types.has('string')
}

function numbersAmong(
  document: Document,
  properties: ReadonlyMap<string, SchemaNode>,
  isCounted = isNumber,
): Names {
  const numbers = [...properties].filter(([, node]) => isCounted(document, node))
  return new Map(numbers.map(([name]) => [singularWordsOf(name), name]))
}

const introduction = /^ (?:(?:alway|equal|the|i|it) )*/

/** Several numbers added and subtracted, or multiplied, or one divided by another. */
function computed(sentence: string, numbers: Names): Value | undefined {
  const parts = sentence
    .replace(introduction, '')
    .replaceAll(/\bwhat (?:wa|was|is|ha been) (?=\w+)/g, '')
    .trim()
    .split(/ (plus|minus|less|time|multiplied by|divided by) (?:the )?/)
    .flatMap((part, index, all) => repeated(part, all[index - 1], numbers))
  const names = parts.filter((_, index) => index % 2 === 0).map((each) => numbers.get(each))
  const signs = parts.filter((_, index) => index % 2 === 1)
  const known = names.flatMap((each) => each ?? [])
  if (signs.length === 0 || known.length < names.length) return undefined
  if (signs.includes('divided by')) return signs.length === 1 ? quotient(known) : undefined
  const isProduct = signs.every((each) => each === 'time' || each === 'multiplied by')
  if (!isProduct && signs.some((each) => !/^(?:plus|minus|less)$/.test(each))) return undefined
  const symbols = signs.map((each) => (isProduct ? '×' : each === 'plus' ? '+' : '-'))
  return {
    text: known.map((name, index) => (index === 0 ? name : `${symbols[index - 1] ?? ''} ${name}`)).join(' '),
    ...(!isProduct && { terms: known }),
    valueIn(object) {
      const values = known.flatMap((name) => numberIn(object, name) ?? [])
      if (values.length < known.length) return undefined
      if (isProduct) return values.reduce((product, each) => product * each, 1)
      return values.reduce((sum, each, index) => (symbols[index - 1] === '-' ? sum - each : sum + each), 0)
    },
  }
}

/** Two numbers added up: "Preparation and cooking together". */
function added(sentence: string, numbers: Names, property: string): Value | undefined {
  const others = new Map([...numbers].filter(([, name]) => name !== property))
  const terms = addends(sentence, others)
  return terms.length === 0 ? undefined : sumOf(terms)
}

/** Several numbers added up. */
const sumOf = (terms: readonly string[]): Value => ({
  text: terms.join(' + '),
  terms,
  valueIn(object) {
    const values = terms.flatMap((name) => numberIn(object, name) ?? [])
    return values.length < terms.length ? undefined : values.reduce((sum, each) => sum + each, 0)
  },
})

/** A term, or several after one sign: "minus what is sold and held" is "minus sold minus held". */
function repeated(part: string, sign: string | undefined, numbers: Names): readonly string[] {
  if (sign === undefined || !/^(?:plus|minus|less)$/.test(sign) || numbers.has(part)) return [part]
  return part.split(/ and (?:the )?/).flatMap((each, index) => (index === 0 ? [each] : [sign, each]))
}

/** One number divided by another, unless that is 0. */
const quotient = ([dividend = '', divisor = '']: readonly string[]): Value => ({
  text: `${dividend} / ${divisor}`,
  // In which way is left open.
  isRounded: true,
  valueIn(object) {
    const [whole, parts] = [numberIn(object, dividend), numberIn(object, divisor)]
    return whole === undefined || parts === undefined || parts === 0 ? undefined : whole / parts
  },
})

const percentage =
  /^ (?:the )?(.+?) (?:percent|per cent) of (?:the )?(.+?)(?: rounded(?: (half up|up|down))?(?: to (?:whole |the nearest )?(?:cent|integer))?)? $/

/** A percentage: "`taxRate` percent of `net`, rounded to cents", "10 % of the subtotal, rounded down". */
function share(sentence: string, numbers: Names, isWhole: boolean): Value | undefined {
  const said = percentage.exec(sentence)
  if (said === null) return undefined
  const [, rate = '', base = '', direction] = said
  const part =
    amountNamed(`${rate} percent`, numbers) ?? amountNamed(rate, numbers) ?? percentSaid(sentence, rate)
  const whole = amountNamed(base, numbers) ?? computed(base, amountsByShortName(numbers))
  if (part === undefined || whole === undefined) return undefined
  // Other amounts may be rounded to cents.
  const round = isWhole ? roundings.get(direction) : undefined
  return {
    text: `${part.text} percent of ${whole.text}${round ? `, rounded ${direction ?? ''}` : ''}`,
    isRounded: round === undefined && sentence.includes(' rounded '),
    valueIn(object) {
      const [percent, amount] = [part.valueIn(object), whole.valueIn(object)]
      if (percent === undefined || amount === undefined) return undefined
      const exact = (amount * percent) / 100
      return round ? round(exact) : exact
    },
  }
}

/** How numbers are rounded to whole ones where the text tells all of it. */
const roundings: ReadonlyMap<string | undefined, (value: number) => number> = new Map([
  ['down', Math.floor],
  ['up', Math.ceil],
  ['half up', Math.round],
])

/** A percentage that the text gives as a number. Fractions have lost their point. */
function percentSaid(sentence: string, said: string): Value | undefined {
  return /^\d{1,2}$/.test(said) && sentence.split(/ \d/).length === 2
    ? { text: said, valueIn: () => Number(said) }
    : undefined
}

function amountNamed(words: string, numbers: Names): Value | undefined {
  const name = numbers.get(words)
  return name === undefined ? undefined : { text: name, valueIn: (object) => numberIn(object, name) }
}

/** The numbers with what amounts are called for short: `discount` for `discount_amount`. */
const amountsByShortName = (numbers: Names): Names =>
  new Map([
    ...[...numbers].map(([words, name]) => [words.replace(/ amount$/, ''), name] as const),
    ...numbers,
  ])

/** "The sum of the amounts of all lines", "the sum over all lines of quantity times unit price". */
const sums: readonly RegExp[] = [
  /^ (?:the )?(?:sum|total) of (?:all |the )*(?<of>.+?) of (?:all |the |it )*(?<list>.+?) $/,
  /^ (?:the )?(?:sum|total) over (?:all |the |it )*(?<list>.+?) of (?:all |the |it )*(?<of>.+?) $/,
  /^ (?:the )?(?:sum|total) of (?:all |the )*(?<of>.+?) over (?:all |the |it )*(?<list>.+?) $/,
  /^ (?:the )?(?:sum|total) of (?:all |the |it )*(?<list>\w+) (?:s )?(?<of>\w+(?: \w+)?) $/,
]

/** A number of all items of a list, or a product of numbers. */
function summed(
  document: Document,
  sentence: string,
  properties: ReadonlyMap<string, SchemaNode>,
): Value | undefined {
  const found = sums.map((pattern) => pattern.exec(sentence)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return undefined
  const { list: listed = '', of = '' } = found
  const list =
    [...properties].find(([name]) => singularWordsOf(name) === listed) ??
    soleListWith(document, properties, `${listed} ${of}`)
  const numbers = list ? numbersOfItems(document, list[1]) : new Map<string, string>()
  // "The sum of the line totals" may be about `lineTotal`.
  const single = numbers.get(of) ?? numbers.get(`${listed} ${of}`)
  const item: Value | undefined =
    single === undefined
      ? computed(` ${of} `, numbers)
      : { text: single, valueIn: (each) => numberIn(each, single) }
  if (!list || item === undefined) return undefined
  const [name] = list
  return {
    text: `the sum of ${item.text} of ${name}`,
    valueIn(object) {
      const all = object[name]
      if (all === undefined || !isArray(all)) return undefined
      const values = all.flatMap((each) => (isJsonObject(each) ? (item.valueIn(each) ?? []) : []))
      return values.length < all.length ? undefined : values.reduce((sum, each) => sum + each, 0)
    },
  }
}

/** The only list whose items have a number with that name: "The sum of the line totals", whatever the lines are called. */
function soleListWith(
  document: Document,
  properties: ReadonlyMap<string, SchemaNode>,
  number: string,
): readonly [string, SchemaNode] | undefined {
  const [only, ...others] = [...properties].filter(([, node]) => numbersOfItems(document, node).has(number))
  return others.length === 0 ? only : undefined
}

/** The numbers of the items of a list. */
function numbersOfItems(document: Document, node: SchemaNode): Names {
  const items = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  return items ? numbersAmong(document, possiblePropertiesOf(document, items)) : new Map()
}

function numberIn(object: JsonObject, name: string): number | undefined {
  return amountIn(object[name])
}
