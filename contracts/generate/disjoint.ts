import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, type Json } from '../../spec/json.ts'
import { goalOf, type Goal } from './goal.ts'
import { propertyGoal, requiredNames } from './inside.ts'
import { declaredKinds, enumerated } from './listed.ts'
import { factsOf, mapOf, shapeOf, type Context, type Shape } from './shape.ts'

/**
 * Whether it is plain that no value of `one` matches `other`: their types differ, or a property that `one` must have
 * can only hold values that `other` does not take. False says nothing.
 */
export function areDisjoint(context: Context, one: readonly SchemaNode[], other: SchemaNode): boolean {
  const [first, second] = [shapeOf(context, goalOf(one)), shapeOf(context, goalOf([other]))]
  if (differInKind(first, second)) return true
  const named = new Set(factsOf(second, 'properties').flatMap((fact) => mapOf(fact).map(([name]) => name)))
  if (!declaredKinds(first)?.every((kind) => kind === 'object')) return false
  return [...requiredNames(first)].some(
    (name) =>
      named.has(name) && differInValue(context, propertyGoal(first, name), propertyGoal(second, name)),
  )
}

function differInKind(one: Shape, other: Shape): boolean {
  const [kinds, others] = [declaredKinds(one), declaredKinds(other)]
  const asNumber = (kind: string): string => (kind === 'integer' ? 'number' : kind)
  return (
    kinds !== undefined &&
    others !== undefined &&
    !kinds.some((kind) => others.map(asNumber).includes(asNumber(kind)))
  )
}

function differInValue(context: Context, one: Goal, other: Goal): boolean {
  const [values, others] = [enumerated(shapeOf(context, one)), enumerated(shapeOf(context, other))]
  return values !== undefined && others !== undefined && !values.some((value) => includes(others, value))
}

function includes(values: readonly Json[], value: Json): boolean {
  return values.some((each) => equalJson(each, value))
}
