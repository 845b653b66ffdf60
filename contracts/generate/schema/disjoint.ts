import type { SchemaNode } from '../../../spec/document.ts'
import { canonicalJson } from '../../../spec/json/canonical.ts'
import { memo } from '../../../spec/util/memo.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { goalOf, type Goal } from './goal.ts'
import { propertyGoal, requiredNames } from './members.ts'
import { declaredKinds, enumerated } from './types-and-enums.ts'
import { factsOf, shapeOf, type Context, type Shape } from './shape.ts'

/**
 * Whether it is plain that no value of a branch, nor of the branch and the goal it is in, matches another: their types
 * differ, or a property that must be there can only hold values that the other does not take. False says nothing.
 */
export function disjointFrom(
  context: Context,
  goal: Goal,
  branch: SchemaNode,
): (other: SchemaNode) => boolean {
  const traitsOf = (nodes: readonly SchemaNode[]): Traits =>
    knownTraits(context, shapeOf(context, goalOf(nodes)))
  const alone = traitsOf([branch])
  const within = traitsOf([...goal.parts, branch])
  return (other) => {
    const traits = traitsOf([other])
    return excludes(alone, traits) || excludes(within, traits)
  }
}

/** What shapes are told apart by. */
interface Traits {
  /** `number` includes integers; undefined when all may come. */
  readonly kinds: ReadonlySet<TypeName> | undefined
  /** Properties that an object must have; undefined unless it is one. */
  readonly required: readonly string[] | undefined
  /** Properties that are spoken of. */
  readonly named: ReadonlySet<string>
  /** The values a property may have, as canonical JSON; undefined when they are not listed. */
  readonly valuesAt: (name: string) => ReadonlySet<string> | undefined
}

/** Of hundreds of branches each is compared with all others. */
const known = new WeakMap<Shape, Traits>()

function knownTraits(context: Context, shape: Shape): Traits {
  const before = known.get(shape)
  if (before) return before
  const kinds = declaredKinds(shape)
  const traits: Traits = {
    kinds: kinds && new Set(kinds.map((kind) => (kind === 'integer' ? 'number' : kind))),
    required: kinds?.every((kind) => kind === 'object') ? [...requiredNames(shape)] : undefined,
    named: new Set(factsOf(shape, 'properties').flatMap(({ value }) => Object.keys(value as object))),
    valuesAt: memo((name) => {
      const values = enumerated(shapeOf(context, propertyGoal(shape, name)))
      return values && new Set(values.map(canonicalJson))
    }),
  }
  known.set(shape, traits)
  return traits
}

function excludes(one: Traits, other: Traits): boolean {
  if (areApart(one.kinds, other.kinds)) return true
  return (one.required ?? []).some(
    (name) => other.named.has(name) && areApart(one.valuesAt(name), other.valuesAt(name)),
  )
}

/** Whether both list what they allow, and nothing is in both lists. */
function areApart<T>(one: ReadonlySet<T> | undefined, other: ReadonlySet<T> | undefined): boolean {
  return one !== undefined && other !== undefined && ![...one].some((each) => other.has(each))
}
