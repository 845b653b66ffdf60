import type { SchemaNode } from '../../../spec/document.ts'
import { canonicalJson } from '../../../spec/json/canonical.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { memo } from '../../../spec/util/memo.ts'
import { goalOf, type Goal } from './goal.ts'
import { propertyGoal, requiredNames } from './members.ts'
import { factsOf, shapeOf, type Context, type Shape } from './shape.ts'
import { declaredTypes, enumValues } from './types-and-enums.ts'

/**
 * Whether a value of a branch, alone or together with its goal, can be shown not to match another branch: their types differ, or a
 * required property has an enumeration of values that the other does not accept. False means unknown.
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

/** The properties of a shape by which it can be told from another. */
interface Traits {
  /** Its types, where `number` includes integers; undefined when it has no `type`. */
  readonly kinds: ReadonlySet<TypeName> | undefined
  /** Required properties; undefined unless it is an object. */
  readonly required: readonly string[] | undefined
  /** Declared properties. */
  readonly named: ReadonlySet<string>
  /** The enumValues values of a property, as canonical JSON; undefined when there is no enumeration. */
  readonly valuesAt: (name: string) => ReadonlySet<string> | undefined
}

/** Cached, because each of hundreds of branches is compared with all others. */
const known = new WeakMap<Shape, Traits>()

function knownTraits(context: Context, shape: Shape): Traits {
  const before = known.get(shape)
  if (before) return before
  const kinds = declaredTypes(shape)
  const traits: Traits = {
    kinds: kinds && new Set(kinds.map((kind) => (kind === 'integer' ? 'number' : kind))),
    required: kinds?.every((kind) => kind === 'object') ? [...requiredNames(shape)] : undefined,
    named: new Set(factsOf(shape, 'properties').flatMap(({ value }) => Object.keys(value as object))),
    valuesAt: memo((name) => {
      const values = enumValues(shapeOf(context, propertyGoal(shape, name)))
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

/** Whether both sets are known and have no element in common. */
function areApart<T>(one: ReadonlySet<T> | undefined, other: ReadonlySet<T> | undefined): boolean {
  return one !== undefined && other !== undefined && ![...one].some((each) => other.has(each))
}
