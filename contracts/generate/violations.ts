import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, type Json } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import type { ValidateSchema, Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'
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
import type { Carrier, Violation, ViolationOptions } from './generated-values.ts'
import { isReal, type Goal } from './schema/goal.ts'
import { sitesOf, type Site } from './sites.ts'
import { isTextual, readings } from './text-values.ts'
import type { Maker } from './values/maker.ts'
import { placeName, show, unique } from './wording.ts'

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

/** The most violations of one kind at one place: `oneOf` has one for each branch, of which there can be hundreds. */
const maxAlike = 40

/** Values that each violate exactly one keyword of a goal or of something nested in it, without duplicates. */
export function violationsOf(
  maker: Maker,
  goal: Goal,
  validator: Validator,
  validate: ValidateSchema,
  options: ViolationOptions,
): readonly Violation[] {
  const { base, as = 'json', known = [] } = options
  const start = base !== undefined && validate.accepts(base) ? base : undefined
  const found = new Map<string, Violation>()
  const titles = new Set(known.map(({ title }) => title))
  const foundBefore = new Set(known.map(({ path, schemaPointer }) => `${path} ${schemaPointer}`))
  const alike = new Map<string, readonly Json[]>()
  for (const { site, proposal } of proposals(maker, goal, start, validate, as)) {
    const path = pathOf(site, proposal)
    const value = site.put(proposal.value)
    const kind = `${path} ${proposal.says}`
    const key = `${kind} ${pointerOf(proposal.fact)}`
    const others = alike.get(kind) ?? []
    // A value that is invalid for one branch of a choice usually is for all of them.
    if (found.has(key) || others.length === maxAlike || others.some((other) => equalJson(other, value)))
      continue
    if (as === 'text' && !isInvalidAsText(site, proposal, validate)) continue
    const isKnown = foundBefore.has(`${path} ${pointerOf(proposal.fact)}`)
    if (!isKnown && !breaksOnly(site, proposal, validate(value), validator, maker)) continue
    alike.set(kind, [...others, value])
    if (!isKnown) found.set(key, violation(site, proposal, value, titles))
  }
  return [...found.values()]
}

/** What may violate a keyword, at each place of a value; still to be validated. */
function* proposals(
  maker: Maker,
  goal: Goal,
  start: Json | undefined,
  { accepts }: ValidateSchema,
  as: Carrier,
): Generator<{ readonly site: Site; readonly proposal: Break }> {
  const choices = createChoiceBreaks()
  for (const site of sitesOf(maker, goal, start, accepts)) {
    if (!accepts(site.put(site.value))) continue
    const all = site.isRepeated ? [typed[as]] : [typed[as], ...untyped, choices]
    for (const breaks of all) for (const proposal of breaks(site, maker, accepts)) yield { site, proposal }
  }
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
    ...(each.isClear && { isClear: true }),
  }
}

function pathOf(site: Site, { property }: Break): string {
  return property === undefined ? site.path : appendPointer(site.path, property)
}

/** Whether a value is still invalid as text: none of the values that its text can be read as may be valid. */
function isInvalidAsText(site: Site, { value }: Break, { accepts }: ValidateSchema): boolean {
  if ((typeof value === 'object') !== (typeof site.value === 'object')) return false
  return isTextual(value) && readings(value).every((reading) => !accepts(site.put(reading)))
}

/** Keywords that a validator may report in place of the keyword that is violated within them. */
const enclosing = new Set([
  'oneOf',
  'anyOf',
  'not',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
])

/**
 * Whether the issues are exactly the violated keyword at its place, or enclosing keywords that fail because of it. A `false` schema has
 * no pointer of a keyword.
 */
function breaksOnly(
  site: Site,
  each: Break,
  issues: readonly SchemaIssue[],
  validator: Validator,
  maker: Maker,
): boolean {
  if (issues.length === 0) return false
  // Where `nullable` contradicts another keyword, a server may well accept null.
  if (each.value === null && issues.some(({ contradicts }) => contradicts)) return false
  const path = pathOf(site, each)
  const isIt = (issue: SchemaIssue): boolean => issue.keyword === each.fact.keyword && issue.path === path
  const isThis = (issue: SchemaIssue): boolean =>
    issue.schema === pointerOf(each.fact) || each.fact.keyword === 'false'
  const matching = issues.filter(isIt)
  if (matching.length > 0)
    return matching.some(isThis) && issues.every((issue) => isIt(issue) || isImplied(each, issue, path))
  const isAround = (issue: SchemaIssue): boolean => enclosing.has(issue.keyword) && isWithin(path, issue.path)
  return issues.every(isAround) && breaksWithin(site, each, validator, maker)
}

/**
 * Whether an issue follows from the violation: a value of the wrong type is not in an enum either, and `propertyNames` and `contains`
 * report what is wrong with the name or the items as well.
 */
function isImplied({ fact }: Break, issue: SchemaIssue, path: string): boolean {
  if (fact.keyword === 'contains') return isWithin(issue.path, path)
  if (issue.path !== path) return false
  const isListed = ['type', 'enum', 'const'].includes(fact.keyword)
  return fact.keyword === 'propertyNames' || (isListed && ['enum', 'const'].includes(issue.keyword))
}

/** Whether the schema with the keyword reports the violation itself, and no schema that applies at this place reports another. */
function breaksWithin(site: Site, each: Break, validator: Validator, { build }: Maker): boolean {
  const local = each.property === undefined ? '' : appendPointer('', each.property)
  const issuesBy = (node: SchemaNode): readonly SchemaIssue[] =>
    isReal(node) ? validator.of(node, build.view)(each.value) : []
  const isIt = (issue: SchemaIssue): boolean => issue.keyword === each.fact.keyword && issue.path === local
  const isFine = (issue: SchemaIssue): boolean =>
    isIt(issue) || isImplied(each, issue, local) || enclosing.has(issue.keyword)
  return (
    issuesBy(each.fact.node).some(isIt) &&
    [each.fact.node, ...site.shape.goal.parts].flatMap(issuesBy).every(isFine)
  )
}

function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}/`)
}
