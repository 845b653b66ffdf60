import type { SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { toPattern } from '../../../spec/patterns/pattern.ts'
import { subschema } from '../../../spec/schemas/subschemas.ts'
import { own } from '../../../spec/util/object.ts'
import type { Allowance } from '../effort.ts'
import type { Made } from '../values/checked.ts'
import { goalOf, type Goal } from './goal.ts'
import {
  factsOf,
  listOf,
  mapOf,
  schemaOf,
  sibling,
  valuesOf,
  type Context,
  type Fact,
  type Shape,
} from './shape.ts'

/** What is needed to make an array or an object: how to make and validate the values inside it. */
export interface BuildContext extends Context {
  /** Whether to make minimal values, without optional parts. */
  readonly isLeast: boolean
  readonly make: (goal: Goal) => Made<Json>
  /** Whether a value is valid by a schema of the document; always true for a synthetic schema. */
  readonly accepts: (node: SchemaNode, value: Json) => boolean
  /** The budget of the search for values. */
  readonly effort: Allowance
}

/** What the property of that name must satisfy, by all keywords that apply to it. */
export function propertyGoal(shape: Shape, name: string): Goal {
  const properties = factsOf(shape, 'properties').flatMap((fact) => propertyNode(fact, name) ?? [])
  const patterns = factsOf(shape, 'patternProperties').flatMap((fact) => patternNodes(fact, name))
  const additional = factsOf(shape, 'additionalProperties')
    .filter((fact) => isAdditional(fact, name))
    .map(schemaOf)
  const unevaluated = factsOf(shape, 'unevaluatedProperties')
    .filter((fact) => !isEvaluated(shape, fact, name))
    .map(schemaOf)
  return goalOf([...properties, ...patterns, ...additional, ...unevaluated])
}

/** What the item at an index must satisfy. */
export function itemGoal(shape: Shape, index: number): Goal {
  const unevaluated = factsOf(shape, 'unevaluatedItems').filter(
    (fact) => !isItemEvaluated(shape, fact, index),
  )
  return goalOf([...itemNodes(shape, index), ...unevaluated.map(schemaOf)])
}

/** What the item at an index must satisfy to match a `contains`, which evaluates it (core §10.3.1.3). */
export function containedGoal(shape: Shape, index: number, contains: Fact): Goal {
  const unevaluated = factsOf(shape, 'unevaluatedItems').filter(
    (fact) => !isItemEvaluated(shape, fact, index) && !contains.scopes.includes(fact.node.pointer),
  )
  return goalOf([...itemNodes(shape, index), schemaOf(contains), ...unevaluated.map(schemaOf)])
}

function itemNodes(shape: Shape, index: number): readonly SchemaNode[] {
  const prefix = factsOf(shape, 'prefixItems').flatMap((fact) => listOf(fact)[index] ?? [])
  const rest = factsOf(shape, 'items').filter((fact) => index >= prefixLength(fact))
  return [...prefix, ...rest.map(schemaOf)]
}

/** The length of the longest `prefixItems`. */
export function prefixOf(shape: Shape): number {
  return Math.max(0, ...factsOf(shape, 'prefixItems').map((fact) => listOf(fact).length))
}

/** The property names that a shape mentions, in document order. */
export function namesOf(shape: Shape): readonly string[] {
  const declared = factsOf(shape, 'properties').flatMap(({ value }) => Object.keys(value as object))
  const dependencies = valuesOf(shape, 'dependentRequired')
  const dependent = dependencies.flatMap((map) => Object.entries(map).flat(2))
  return [...new Set([...declared, ...requiredNames(shape), ...dependent])]
}

/** The names of required properties, including those that they require by `dependentRequired`. */
export function requiredNames(shape: Shape): ReadonlySet<string> {
  return withDependents(shape, valuesOf(shape, 'required').flat())
}

/** The names, and those that they require by `dependentRequired`. */
export function withDependents(shape: Shape, names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names)
  const maps = valuesOf(shape, 'dependentRequired')
  for (const name of all)
    for (const map of maps) ((own(map, name) ?? []) as readonly string[]).forEach((each) => all.add(each))
  return all
}

function propertyNode({ node }: Fact, name: string): SchemaNode | undefined {
  return subschema(node, 'properties', name)
}

function patternNodes(fact: Fact, name: string): readonly SchemaNode[] {
  return mapOf(fact).flatMap(([pattern, node]) => (toPattern(pattern)?.test(name) ? [node] : []))
}

/** Whether `additionalProperties` applies to a name: not if its own schema's `properties` or patterns do (core §10.3.2.3). */
function isAdditional(fact: Fact, name: string): boolean {
  if (own(sibling(fact, 'properties'), name) !== undefined) return false
  const patterns = sibling(fact, 'patternProperties')
  return !Object.keys(Object(patterns) as object).some((pattern) => toPattern(pattern)?.test(name))
}

/** Whether another keyword within the schema of an `unevaluatedProperties` applies to that name (core §11.3). */
function isEvaluated(shape: Shape, { node }: Fact, name: string): boolean {
  const within = (keyword: string): readonly Fact[] =>
    factsOf(shape, keyword).filter(({ scopes }) => scopes.includes(node.pointer))
  return (
    within('properties').some((fact) => propertyNode(fact, name) !== undefined) ||
    within('patternProperties').some((fact) => patternNodes(fact, name).length > 0) ||
    within('additionalProperties').some((fact) => isAdditional(fact, name)) ||
    within('unevaluatedProperties').some(
      (fact) => fact.node.pointer !== node.pointer && !isEvaluated(shape, fact, name),
    )
  )
}

function isItemEvaluated(shape: Shape, { node }: Fact, index: number): boolean {
  const within = (keyword: string): readonly Fact[] =>
    factsOf(shape, keyword).filter(({ scopes }) => scopes.includes(node.pointer))
  return (
    within('items').length > 0 ||
    within('prefixItems').some((fact) => index < listOf(fact).length) ||
    within('unevaluatedItems').some((fact) => fact.node.pointer !== node.pointer)
  )
}

function prefixLength(fact: Fact): number {
  const prefix = sibling(fact, 'prefixItems')
  return Array.isArray(prefix) ? prefix.length : 0
}
