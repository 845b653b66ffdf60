import type { Document, Pointer, Schema, SchemaNode } from '../../../spec/document.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { soleTargetOf } from '../../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { plainKey } from './plain.ts'

/** A schema that is part of a goal. */
export interface Part extends SchemaNode {
  /** The schemas that apply it in place, outermost first: their `unevaluated…` keywords depend on what it evaluates. */
  readonly scopes: readonly Pointer[]
}

/** What a value must satisfy: all of `parts`, and none of `never`. */
export interface Goal {
  /** The same for goals with the same requirements. */
  readonly key: string
  readonly parts: readonly Part[]
  readonly never: readonly SchemaNode[]
  /** Pointers to the choices (`oneOf`, `anyOf`, `if`, `not`, …) that have been made, and are represented by a part. */
  readonly decided: ReadonlySet<Pointer>
}

/** What a choice adds to a goal. */
export interface Addition {
  readonly parts: readonly (SchemaNode & { readonly scopes?: readonly Pointer[] })[]
  readonly never?: readonly SchemaNode[]
  readonly decided?: Pointer
}

export function goalOf(nodes: readonly SchemaNode[]): Goal {
  return goal({
    parts: nodes.filter(({ schema }) => isDemanding(schema)).map((node) => ({ ...node, scopes: [] })),
    never: [],
    decided: new Set(),
  })
}

/** The goal with its `$ref`s replaced by their targets, so that all references to a schema share one goal. */
function withTargets(document: Document, before: Goal): Goal {
  const parts = before.parts.map((part) => {
    const target = part.scopes.length === 0 ? soleTargetOf(document, part) : undefined
    return target ? { ...target, scopes: [] } : part
  })
  return parts.some((part, index) => part !== before.parts[index]) ? goal({ ...before, parts }) : before
}

/** As {@link withTargets}; in addition, equal plain schemas share one goal wherever they are in the document. */
export function createSharing(document: Document): (asked: Goal) => Goal {
  const known = new Map<string, Goal>()
  return (asked) => {
    const goal = withTargets(document, asked)
    const [part, ...others] = goal.parts
    const isOne = part?.scopes.length === 0 && others.length + goal.never.length + goal.decided.size === 0
    const key = isOne ? plainKey(part.schema) : undefined
    if (key === undefined) return goal
    return getOrInsertComputed(known, key, () => goal)
  }
}

export function refine(before: Goal, { parts, never = [], decided }: Addition): Goal {
  return goal({
    parts: [...before.parts, ...parts.map((part) => ({ scopes: [], ...part }))],
    never: [...before.never, ...never],
    decided: decided === undefined ? before.decided : new Set([...before.decided, decided]),
  })
}

const syntheticMark = '(made)'

/** A schema that is not in the document. It can refer to schemas of the document by `$ref`. */
export function synthetic(schema: Schema): SchemaNode {
  return { schema, pointer: syntheticMark + stringifyJson(schema as Json) }
}

/** Whether a node is in the document, so that the validator can validate values against it. */
export function isReal(node: SchemaNode): boolean {
  return !node.pointer.startsWith(syntheticMark)
}

/** The place of a goal in the document, for messages. */
export function placeOf({ parts }: Goal): Pointer {
  return (parts.find(isReal) ?? parts[0])?.pointer ?? '#'
}

function goal({ parts, never, decided }: Omit<Goal, 'key'>): Goal {
  const byIdentity = new Map(parts.map((part) => [identity(part), part]))
  const key = [[...byIdentity.keys()].sort(), never.map(({ pointer }) => pointer).sort(), [...decided].sort()]
  return {
    key: key.map((list) => list.join(' ')).join(' ! '),
    parts: [...byIdentity.values()],
    never,
    decided,
  }
}

function identity({ pointer, scopes }: Part): string {
  return scopes.length === 0 ? pointer : `${scopes.join('>')}>${pointer}`
}

function isDemanding(schema: unknown): boolean {
  return schema === false || Object.keys(Object(schema) as object).length > 0
}
