import { perName } from '../../../spec/util/memo.ts'
import { dateFor } from './dates.ts'
import type { NameRule } from './name-rule.ts'
import type { Source } from './source.ts'
import { textRules, vagueTextRules } from './text-rules.ts'

/** Returns a text that fits the name of a property; undefined if the name suggests none. */
export function textFor(words: string, source: Source): string | undefined {
  return firstValue(textRulesFor(words), words, source)
}

/** Returns a text for a vague name, for use only if the document has no example. */
export function vagueTextFor(words: string, source: Source): string | undefined {
  return firstValue(vagueRulesFor(words), words, source)
}

/** Returns a number that fits the name of a property, not yet rounded for integers. */
export function numberFor(words: string, source: Source, isInteger: boolean): number | undefined {
  return firstValue((isInteger ? integerRulesFor : numberRulesFor)(words), words, source)
}

const rulesFor = <T>(rules: readonly NameRule<T>[]): ((words: string) => readonly NameRule<T>[]) =>
  perName((words) => rules.filter(({ name }) => name.test(words)))

function firstValue<T>(rules: readonly NameRule<T>[], words: string, source: Source): T | undefined {
  for (const { parent, make } of rules) {
    if (parent && !parent.test(source.parent)) continue
    const value = make(source, words)
    if (value !== undefined) return value
  }
  return undefined
}

/** Generates an integer in the range. */
const between =
  (min: number, max: number): NameRule<number>['make'] =>
  ({ random }) =>
    random.int(min, max)

/** Generates an amount of money with two decimals, more often a small one. */
const amount: NameRule<number>['make'] = ({ random }) =>
  Math.round(random.pick([10, 50, 250]) * (0.5 + random.next()) * 20) / 20

const money =
  /^(?!.*\b(?:quantity|count|items|days|hours|minutes|seconds)\b).*\b(?:price|amount|cost|total|subtotal|fee|balance|salary|income|revenue|tax|discount|budget|value|payment|deposit|refund|spent)\b/

/** Percentages of taxes and of discounts. */
const percentRules: readonly NameRule<number>[] = [
  {
    name: /\b(?:tax|vat) (?:rate|percent(?:age)?)$/,
    make: ({ random }) => random.pick([0, 7, 10, 19, 20, 21]),
  },
  {
    name: /\bpercent(?:age)? off$|\bdiscount (?:percent(?:age)?|rate)$/,
    make: ({ random }) => random.pick([5, 10, 15, 20, 25, 30, 50]),
  },
  { name: /\btrial(?: period)? days$/, make: ({ random }) => random.pick([0, 7, 14, 30]) },
]

const integerRules: readonly NameRule<number>[] = [
  {
    name: /\b(?:(?:timestamp|time|date|epoch|at|created|updated|modified|exp|iat)(?: in)?|expires)(?: s| sec| seconds)?$/,
    make: (source, words) => dateFor(words, source).getTime() / 1000,
  },
  { name: /\b(?:ms|millis|milliseconds)$/, make: between(5, 2500) },
  // In cents.
  { name: money, make: (source) => (source.inMinorUnits ? source.random.pick(prices) : undefined) },
]

/** Usual prices in the smallest unit of a currency. */
const prices = [500, 900, 1200, 1900, 2500, 2900, 3900, 4500, 4900, 7500, 9900, 12_900, 19_900, 24_900]

const numberRules: readonly NameRule<number>[] = [
  ...percentRules,
  { name: /^id$|^uid$|^pk$/, make: between(1, 9999) },
  { name: /\bid$/, make: between(1, 99) },
  { name: /\bage$/, parent: /\b(?:pet|animal|dog|cat)\b/, make: between(1, 15) },
  { name: /\bage$/, make: between(18, 79) },
  {
    name: /\btotal (?:count|items|entries|results|records|elements|pages|hits|size|rows|tracks)$|^total$/,
    make: between(1, 250),
  },
  { name: money, make: amount },
  {
    name: /\b(?:percent|percentage|progress|ratio|completion|battery|humidity|probability)\b/,
    make: between(0, 100),
  },
  { name: /\b(?:rating|stars)\b/, make: ({ random }) => random.int(20, 50) / 10 },
  { name: /\bscore\b/, make: between(40, 100) },
  { name: /\blat(?:itude)?$/, make: ({ faker }) => faker.location.latitude() },
  { name: /\b(?:lon|lng|long|longitude)$/, make: ({ faker }) => faker.location.longitude() },
  { name: /\byear\b/, make: (source) => source.moment('created').getUTCFullYear() },
  { name: /\bmonth\b/, make: between(1, 12) },
  { name: /\bday\b/, make: between(1, 28) },
  { name: /\bhour\b/, make: between(0, 23) },
  { name: /\bminute\b/, make: between(0, 59) },
  { name: /^(?:page|current page|page number)$/, make: () => 1 },
  { name: /^(?:limit|per page|page size|size)$/, make: () => 20 },
  { name: /^(?:offset|skip|start index)$/, make: () => 0 },
  { name: /\b(?:width|height)\b/, make: ({ random }) => random.pick([320, 480, 640, 800, 1024, 1280]) },
  { name: /\b(?:bytes|file size|content length)\b/, make: between(1_200, 900_000) },
  {
    name: /\b(?:duration|seconds|timeout|ttl|expires in|max age)\b/,
    make: ({ random }) => random.pick([30, 60, 300, 900, 3600]),
  },
  {
    name: /\b(?:weight|distance|length|depth|area|volume|mass)\b/,
    make: ({ random }) => random.int(5, 950) / 10,
  },
  { name: /\b(?:temperature|temp)\b/, make: ({ random }) => random.int(-50, 320) / 10 },
  { name: /\bcapacity$/, make: ({ random }) => random.pick([20, 40, 60, 80, 100, 150, 200, 300, 500]) },
  { name: /\bport$/, make: ({ random }) => random.pick([80, 443, 3000, 5432, 8080]) },
  { name: /\b(?:http status|status code)\b/, make: () => 200 },
  {
    name: /\b(?:quantity|qty|stock|inventory|seats|guests|capacity|rooms|copies|units)\b/,
    make: between(1, 20),
  },
  { name: /^unread\b/, make: between(0, 5) },
  {
    name: /\b(?:count|number of|num|likes|views|followers|members|comments|orders|items|shares|visits)\b/,
    make: between(0, 250),
  },
  {
    name: /\b(?:position|order|index|rank|priority|level|version|revision|attempts|sort|step)\b/,
    make: between(1, 10),
  },
]

const textRulesFor = rulesFor(textRules)
const vagueRulesFor = rulesFor(vagueTextRules)
const integerRulesFor = rulesFor([...integerRules, ...numberRules])
const numberRulesFor = rulesFor(numberRules)
