import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, type Json } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'
import { unique } from './boundaries.ts'
import { containsBreaks, extraItemBreaks, itemCountBreaks, uniqueBreaks } from './breaks/arrays.ts'
import { pointerOf, type Break, type Breaks } from './breaks/break.ts'
import { createChoiceBreaks } from './breaks/choices.ts'
import { boundBreaks, multipleBreaks } from './breaks/numbers.ts'
import {
  closedBreaks,
  dependencyBreaks,
  forbiddenBreaks,
  nameBreaks,
  propertyCountBreaks,
  requiredBreaks,
} from './breaks/objects.ts'
import { formatBreaks, lengthBreaks, patternBreaks } from './breaks/strings.ts'
import { listBreaks, textBreaks, typeBreaks } from './breaks/types.ts'
import { isTextual, readings } from './text-values.ts'
import type { Violation, ViolationOptions } from './generated-values.ts'
import { isReal, type Goal } from './schema/goal.ts'
import type { Maker } from './values/maker.ts'
import { placeName, show } from './wording.ts'
import { sitesOf, type Site } from './sites.ts'

const untyped: readonly Breaks[] = [
  requiredBreaks,
  listBreaks,
  boundBreaks,
  multipleBreaks,
  lengthBreaks,
  patternBreaks,
  formatBreaks,
  itemCountBreaks,
  uniqueBreaks,
  extraItemBreaks,
  containsBreaks,
  closedBreaks,
  forbiddenBreaks,
  propertyCountBreaks,
  nameBreaks,
  dependencyBreaks,
]
const typed = { json: typeBreaks, text: textBreaks }

/** Violations of one kind at one place: a choice of hundreds has one for each branch, and a server one check for all. */
const mostAlike = 40

/** Values that each break one keyword of a goal, or of what is in it, and nothing else; none twice for the same reason. */
export function violationsOf(
  maker: Maker,
  goal: Goal,
  validator: Validator,
  validate: ValidateSchema,
  options: ViolationOptions,
): readonly Violation[] {
  const { base, as = 'json' } = options
  const { accepts: isValid } = validate
  const start = base !== undefined && isValid(base) ? base : undefined
  const found = new Map<string, Violation>()
  const titles = new Set<string>()
  const alike = new Map<string, readonly Json[]>()
  const choices = createChoiceBreaks()
  for (const site of sitesOf(maker, goal, start, isValid)) {
    if (!isValid(site.put(site.value))) continue
    const all = site.isRepeated ? [typed[as]] : [typed[as], ...untyped, choices]
    for (const breaks of all) {
      for (const each of breaks(site, maker, isValid)) {
        const value = site.put(each.value)
        const kind = `${pathOf(site, each)} ${each.says}`
        const key = `${kind} ${pointerOf(each.fact)}`
        const before = alike.get(kind) ?? []
        // What is wrong for one branch of a choice is mostly wrong for all.
        const isKnown =
          found.has(key) || before.length === mostAlike || before.some((other) => equalJson(other, value))
        if (isKnown || (as === 'text' && !staysBroken(site, each, validate))) continue
        if (!breaksOnly(site, each, validate(value), validator, maker)) continue
        alike.set(kind, [...before, value])
        found.set(key, violation(site, each, value, titles))
      }
    }
  }
  return [...found.values()]
}

function violation(site: Site, each: Break, value: Json, titles: Set<string>): Violation {
  const path = pathOf(site, each)
  const title =
    each.property === undefined
      ? `${placeName(path)} = ${show(each.value)}, ${each.says}`
      : `${placeName(path)} ${each.says}`
  return {
    value,
    keyword: each.fact.keyword,
    path,
    schemaPointer: pointerOf(each.fact),
    title: unique(title, titles),
    says: each.says,
  }
}

function pathOf(site: Site, { property }: Break): string {
  return property === undefined ? site.path : appendPointer(site.path, property)
}

/** In text a value may read as another: none of them may be valid. */
function staysBroken(site: Site, { value }: Break, { accepts }: ValidateSchema): boolean {
  if ((typeof value === 'object') !== (typeof site.value === 'object')) return false
  return isTextual(value) && readings(value).every((reading) => !accepts(site.put(reading)))
}

const outer = new Set([
  'oneOf',
  'anyOf',
  'not',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
])

/** Whether the issues are that keyword at that place, or an outer choice that fails because of it. A boolean schema has no place. */
function breaksOnly(
  site: Site,
  each: Break,
  issues: readonly SchemaIssue[],
  validator: Validator,
  maker: Maker,
): boolean {
  if (issues.length === 0) return false
  // Where the document says nullable in vain, a server may well take it at its word.
  if (each.value === null && issues.some(({ contradicts }) => contradicts)) return false
  const path = pathOf(site, each)
  const isIt = (issue: SchemaIssue): boolean => issue.keyword === each.fact.keyword && issue.path === path
  const isThis = (issue: SchemaIssue): boolean =>
    issue.schema === pointerOf(each.fact) || each.fact.keyword === 'false'
  const told = issues.filter(isIt)
  if (told.length > 0)
    return told.some(isThis) && issues.every((issue) => isIt(issue) || goesWith(each, issue, path))
  const isAround = (issue: SchemaIssue): boolean => outer.has(issue.keyword) && isWithin(path, issue.path)
  return issues.every(isAround) && breaksWithin(site, each, validator, maker)
}

/** A value of the wrong type is not one of an enum either; what a name or an item lacks is told as well. */
function goesWith({ fact }: Break, issue: SchemaIssue, path: string): boolean {
  if (fact.keyword === 'contains') return isWithin(issue.path, path)
  if (issue.path !== path) return false
  const isListed = ['type', 'enum', 'const'].includes(fact.keyword)
  return fact.keyword === 'propertyNames' || (isListed && ['enum', 'const'].includes(issue.keyword))
}

/** Whether the schema that holds the keyword says so itself, and none that applies at this place says anything else. */
function breaksWithin(site: Site, each: Break, validator: Validator, { inside }: Maker): boolean {
  const local = each.property === undefined ? '' : appendPointer('', each.property)
  const told = (node: SchemaNode): readonly SchemaIssue[] =>
    isReal(node) ? validator.of(node, inside.view)(each.value) : []
  const isIt = (issue: SchemaIssue): boolean => issue.keyword === each.fact.keyword && issue.path === local
  const isFine = (issue: SchemaIssue): boolean =>
    isIt(issue) || goesWith(each, issue, local) || outer.has(issue.keyword)
  return (
    told(each.fact.node).some(isIt) && [each.fact.node, ...site.shape.goal.parts].flatMap(told).every(isFine)
  )
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}/`)
}
