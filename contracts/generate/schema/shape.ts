import type { Document, Pointer, Schema, SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import { refTarget } from '../../../spec/json/refs.ts'
import type { View } from '../../../spec/schema.ts'
import { isKeywordValue } from '../../../spec/schemas/keywords.ts'
import { isSchema, subschema } from '../../../spec/schemas/subschemas.ts'
import { type TypeName } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { isObject, own } from '../../../spec/util/object.ts'
import { synthetic, type Goal, type Part } from './goal.ts'

/** The document, and whether values are for requests or responses. */
export interface Context {
  readonly document: Document
  readonly view: View
}

/** A keyword in one of the schemas of a goal. */
export interface Fact {
  readonly keyword: string
  readonly value: unknown
  /** The schema that has the keyword. */
  readonly node: SchemaNode
  /** That schema and the schemas that apply it in place, outermost first. */
  readonly scopes: readonly Pointer[]
}

/** All keywords that a value must satisfy, collected through `$ref` and `allOf`, but not from the branches of choices. */
export interface Shape {
  readonly goal: Goal
  readonly facts: ReadonlyMap<string, readonly Fact[]>
  /** The schemas that the facts come from. */
  readonly pointers: ReadonlySet<Pointer>
}

const known = new WeakMap<Document, Map<string, Shape>>()
/** How many shapes are cached: a shape is needed repeatedly while values are made of it, and rarely later. */
const maxShapes = 2000

/** Reads the keywords of a goal. Those whose value makes no sense are left out, as the validator does. */
export function shapeOf(context: Context, goal: Goal): Shape {
  const shapes = getOrInsertComputed(known, context.document, () => new Map<string, Shape>())
  const key = `${context.view} ${goal.key}`
  const before = shapes.get(key)
  if (before) return before
  if (shapes.size >= maxShapes) shapes.clear()
  const shape = readShape(context, goal)
  shapes.set(key, shape)
  return shape
}

function readShape({ document, view }: Context, goal: Goal): Shape {
  const facts = new Map<string, Fact[]>()
  const pointers = new Set<Pointer>()
  const seen = new Set<string>()
  /** Schemas that look at nothing but themselves: whoever comes to another through them comes to the same. */
  const plain = new Set<Pointer>()

  const visit = (part: Part, family: Set<string>): void => {
    const identity = [...part.scopes.filter((scope) => !plain.has(scope)), part.pointer].join('>')
    if (part.scopes.includes(part.pointer) || seen.has(identity)) return
    seen.add(identity)
    pointers.add(part.pointer)
    if (!hasUnevaluated(part.schema)) plain.add(part.pointer)
    const scopes = [...part.scopes, part.pointer]
    for (const fact of ownFacts(document, part).map((each) => ({ ...each, scopes }))) {
      if (fact.keyword === '$ref') enter({ ...target(document, fact.value)!, scopes })
      else if (fact.keyword === 'allOf') listOf(fact).forEach((node) => visit({ ...node, scopes }, family))
      else add(facts, withoutHidden(fact, family))
    }
  }
  const enter = (part: Part): void => visit(part, hiddenNames({ document, view }, part))
  goal.parts.forEach(enter)
  return { goal, facts, pointers }
}

/** Whether a schema depends on what other schemas have evaluated (JSON Schema 2020-12 core §11). */
function hasUnevaluated(schema: Schema): boolean {
  return own(schema, 'unevaluatedProperties') !== undefined || own(schema, 'unevaluatedItems') !== undefined
}

/** The facts of a shape with that keyword. */
export function factsOf({ facts }: Shape, keyword: string): readonly Fact[] {
  return facts.get(keyword) ?? []
}

/** The types of keywords with valid values. */
interface KeywordValues {
  readonly type: TypeName | readonly TypeName[]
  readonly enum: readonly Json[]
  readonly const: Json
  readonly minimum: number
  readonly maximum: number
  readonly exclusiveMinimum: number
  readonly exclusiveMaximum: number
  readonly multipleOf: number
  readonly minLength: number
  readonly maxLength: number
  readonly pattern: string
  readonly format: string
  readonly minItems: number
  readonly maxItems: number
  readonly uniqueItems: boolean
  readonly minProperties: number
  readonly maxProperties: number
  readonly required: readonly string[]
  readonly dependentRequired: Readonly<Record<string, readonly string[]>>
  readonly additionalProperties: Schema
}

/** The values of a keyword, one from each schema that has it. */
export function valuesOf<K extends keyof KeywordValues>(
  shape: Shape,
  keyword: K,
): readonly KeywordValues[K][] {
  return factsOf(shape, keyword).map(({ value }) => value as KeywordValues[K])
}

/** The schemas in a keyword that holds a list of them. */
export function listOf({ keyword, value, node }: Fact): readonly SchemaNode[] {
  const at = keyword === 'prefixItems' && own(node.schema, 'prefixItems') === undefined ? 'items' : keyword
  return (value as readonly Schema[]).flatMap((_, index) => subschema(node, at, index) ?? [])
}

/** The schema in a keyword that holds one. */
export function schemaOf({ keyword, value, node }: Fact): SchemaNode {
  return { schema: value as Schema, pointer: appendPointer(node.pointer, keyword) }
}

/** The schemas in a keyword that maps names to them. */
export function mapOf({ keyword, value, node }: Fact): readonly (readonly [string, SchemaNode])[] {
  const pointer = appendPointer(node.pointer, keyword)
  const entries = Object.entries(value as Readonly<Record<string, Schema>>)
  return entries.map(([name, schema]) => [name, { schema, pointer: appendPointer(pointer, name) }])
}

/** The value of another keyword in a fact's schema; undefined when it is missing or invalid. */
export function sibling({ node }: Fact, keyword: string): unknown {
  const value = own(node.schema, keyword)
  return value !== undefined && isKeywordValue(keyword, value) ? value : undefined
}

/** The shape without the facts of some keywords and with others added. */
export function withFacts(
  shape: Shape,
  dropped: readonly string[],
  added: Readonly<Record<string, unknown>>,
): Shape {
  const facts = new Map(
    [...shape.facts]
      .filter(([keyword]) => !dropped.includes(keyword))
      .map(([keyword, list]) => [keyword, [...list]]),
  )
  const node = synthetic(added)
  for (const [keyword, value] of Object.entries(added))
    add(facts, { keyword, value, node, scopes: [node.pointer] })
  return { ...shape, facts }
}

/** Whether a property must not be sent in this view: `readOnly` ones in requests, `writeOnly` ones in responses. */
export function isHidden({ document, view }: Context, node: SchemaNode): boolean {
  const flag = view === 'request' ? 'readOnly' : 'writeOnly'
  const seen = new Set<Pointer>()
  let at: SchemaNode | undefined = node
  while (at !== undefined && !seen.has(at.pointer)) {
    if (own(at.schema, flag) === true) return true
    seen.add(at.pointer)
    at = target(document, own(at.schema, '$ref'))
  }
  return false
}

function add(facts: Map<string, Fact[]>, fact: Fact): void {
  const before = facts.get(fact.keyword)
  if (before === undefined) facts.set(fact.keyword, [fact])
  else before.push(fact)
}

/** The facts of a single schema, translated to JSON Schema 2020-12. */
function ownFacts(document: Document, node: SchemaNode): readonly Omit<Fact, 'scopes'>[] {
  const { schema } = node
  if (typeof schema === 'boolean') return schema ? [] : [{ keyword: 'false', value: false, node }]
  const is30 = document.version === '3.0'
  const ref = schema['$ref'] ?? (is30 ? undefined : schema['$dynamicRef'])
  const refs = typeof ref === 'string' && target(document, ref) ? [{ keyword: '$ref', value: ref, node }] : []
  if (is30 && typeof ref === 'string') return refs
  const facts = Object.entries(schema).flatMap(([keyword, value]) => fact(keyword, value, node, is30))
  return [...refs, ...facts]
}

/** Keywords that assert nothing but help to make realistic values. */
const hints = new Set(['discriminator', 'contentEncoding', 'default', 'example', 'examples'])

function fact(
  keyword: string,
  value: unknown,
  node: SchemaNode,
  is30: boolean,
): readonly Omit<Fact, 'scopes'>[] {
  if (keyword === 'items' && Array.isArray(value)) return fact('prefixItems', value, node, is30)
  if (is30 && /^(?:minimum|maximum)$/.test(keyword) && own(node.schema, exclusive(keyword)) === true)
    return fact(exclusive(keyword), value, node, false)
  if (hints.has(keyword)) return [{ keyword, value, node }]
  if (!isKeywordValue(keyword, value)) return []
  const nullable =
    is30 && keyword === 'type' && typeof value === 'string' && own(node.schema, 'nullable') === true
  return [{ keyword, value: nullable ? [value, 'null'] : value, node }]
}

function exclusive(bound: string): string {
  return bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
}

function target(document: Document, ref: unknown): SchemaNode | undefined {
  const found = typeof ref === 'string' ? refTarget(document, ref) : undefined
  return found && isSchema(found.value) ? { schema: found.value, pointer: found.pointer } : undefined
}

function withoutHidden(fact: Fact, hidden: ReadonlySet<string>): Fact {
  if (fact.keyword !== 'required' || hidden.size === 0) return fact
  return { ...fact, value: (fact.value as readonly string[]).filter((name) => !hidden.has(name)) }
}

/** Hidden properties of a schema and the `allOf` written within it: though listed in `required`, they may be missing. */
function hiddenNames(context: Context, node: SchemaNode): Set<string> {
  const properties = own(node.schema, 'properties')
  const names = Object.keys(isObject(properties) ? properties : {}).filter((name) => {
    const property = subschema(node, 'properties', name)
    return property !== undefined && isHidden(context, property)
  })
  const all = own(node.schema, 'allOf')
  const parts = Array.isArray(all) ? all.flatMap((_, index) => subschema(node, 'allOf', index) ?? []) : []
  return new Set([...names, ...parts.flatMap((part) => [...hiddenNames(context, part)])])
}
