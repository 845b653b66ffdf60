import type { SchemaNode } from '../../spec/document.ts'
import { equalJson, type Json } from '../../spec/json.ts'
import { goalOf, type Goal } from './goal.ts'
import { propertyGoal, requiredNames } from './inside.ts'
import { declaredKinds, enumerated } from './listed.ts'
import { factsOf, mapOf, shapeOf, type Context, type Shape } from './shape.ts'

/**
 * Whether it is plain that no value of a branch, nor of the branch and the goal it is in, matches another: their types
 * differ, or a property that must be there can only hold values that the other does not take. False says nothing.
 */
export function disjointFrom(
  context: Context,
  goal: Goal,
  branch: SchemaNode,
): (other: SchemaNode) => boolean {
  const alone = shapeOf(context, goalOf([branch]))
  const within = shapeOf(context, goalOf([...goal.parts, branch]))
  return (other) => {
    const shape = shapeOf(context, goalOf([other]))
    return excludes(context, alone, shape) || excludes(context, within, shape)
  }
}

function excludes(context: Context, one: Shape, other: Shape): boolean {
  if (differInKind(one, other)) return true
  if (!declaredKinds(one)?.every((kind) => kind === 'object')) return false
  const named = new Set(factsOf(other, 'properties').flatMap((fact) => mapOf(fact).map(([name]) => name)))
  const shared = [...requiredNames(one)].filter((name) => named.has(name))
  return shared.some((name) => differInValue(context, propertyGoal(one, name), propertyGoal(other, name)))
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
