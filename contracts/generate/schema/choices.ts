import type { Document, Pointer, SchemaNode } from '../../../spec/document.ts'
import { appendPointer } from '../../../spec/json/pointer.ts'
import { partsOf, resolveRef, soleTargetOf } from '../../../spec/schemas/subschemas.ts'
import { groupBy } from '../../../spec/util/group-by.ts'
import { lazily } from '../../../spec/util/lazily.ts'
import { unknownFormatIn } from '../values/formats.ts'
import { discriminated, discriminatorPart } from './discriminator.ts'
import { disjointFrom } from './disjoint.ts'
import { isReal, synthetic, type Addition } from './goal.ts'
import { negations } from './negation.ts'
import { factsOf, listOf, mapOf, schemaOf, sibling, type Context, type Fact, type Shape } from './shape.ts'

/** The alternative ways to satisfy one keyword. */
export interface Choice {
  readonly pointer: Pointer
  readonly ways: readonly Way[]
}

/**
 * Attempts to go one way, in order: a later one is used when the earlier ones cannot be made. They are computed on demand, because the
 * first of hundreds of ways is mostly enough.
 */
export type Way = readonly (() => Addition)[]

type Chooser = (context: Context, shape: Shape, fact: Fact) => readonly Way[] | undefined

/** The first choice in a shape that has not been made yet. */
export function nextChoice(context: Context, shape: Shape): Choice | undefined {
  for (const [keyword, choose] of choosers) {
    for (const fact of factsOf(shape, keyword)) {
      const pointer = appendPointer(fact.node.pointer, keyword)
      const ways = shape.goal.decided.has(pointer) ? undefined : choose(context, shape, fact)
      if (ways)
        return {
          pointer,
          ways: ways.map((way) => way.map((attempt) => () => ({ decided: pointer, ...attempt() }))),
        }
    }
  }
  return undefined
}

/** The other branches must not match. Usually they do not, so that is only checked at first, and constructed in a later attempt. */
const oneOf: Chooser = (context, shape, fact) => {
  const { document } = context
  const branches = branchesOf(document, fact)
  const judged = lazily(() =>
    branches.filter((branch) => isReal(branch) && !isCircular(document, fact, branch)),
  )
  // A value that matches a branch listed twice matches both, so such branches are left out.
  return likeliestFirst(document, unrepeated(document, branches)).map((branch) => {
    const named = discriminatorPart(document, fact, branch)
    const inScope = { ...branch, scopes: fact.scopes }
    const plain = lazily((): Addition => {
      const isDisjoint = disjointFrom(context, shape.goal, branch)
      const never = judged().filter((other) => other !== branch && !isDisjoint(other))
      return { parts: [inScope], never }
    })
    const constructed = (): Addition => {
      const others = branches.filter((other) => other !== branch)
      return { ...plain(), parts: [inScope, ...others.map(negated)] }
    }
    return named
      ? [() => ({ ...plain(), parts: [inScope, named] }), plain, constructed]
      : [plain, constructed]
  })
}

const anyOf: Chooser = ({ document }, _, fact) =>
  likeliestFirst(document, distinct(document, branchesOf(document, fact))).map((branch) => {
    const named = discriminatorPart(document, fact, branch)
    const inScope = { ...branch, scopes: fact.scopes }
    const plain = (): Addition => ({ parts: [inScope] })
    return named ? [() => ({ parts: [inScope, named] }), plain] : [plain]
  })

/** Moves branches with strings of an unknown format to the end: a value made for them is probably refused. */
function likeliestFirst(document: Document, branches: readonly SchemaNode[]): readonly SchemaNode[] {
  const isUnsure = (branch: SchemaNode): boolean => {
    const { schema } = resolveRef(document, branch)
    return typeof schema === 'object' && unknownFormatIn(schema) !== undefined
  }
  return branches.some(isUnsure)
    ? branches.toSorted((a, b) => Number(isUnsure(a)) - Number(isUnsure(b)))
    : branches
}

const conditional: Chooser = ({ document }, _, fact) => {
  const [condition, yes, no] = [schemaOf(fact), branchOf(fact, 'then'), branchOf(fact, 'else')]
  if (!yes && !no) return undefined
  if (isCircular(document, fact, condition)) return []
  const { scopes } = fact
  const inScope = (node: SchemaNode | undefined): Addition['parts'] => (node ? [{ ...node, scopes }] : [])
  return [
    [() => ({ parts: [...inScope(condition), ...inScope(yes)] })],
    [() => ({ parts: [negated(condition), ...inScope(no)], never: [condition].filter(isReal) })],
  ]
}

/** Whether a schema applies one of its enclosing schemas in place again, so that validation would not terminate. */
function isCircular(document: Document, { scopes }: Fact, node: SchemaNode): boolean {
  return partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).some(({ pointer }) => scopes.includes(pointer))
}

/** The branches except those that are the schema itself again. */
function branchesOf(document: Document, fact: Fact): readonly SchemaNode[] {
  return listOf(fact).filter((branch) => !fact.scopes.includes(resolveRef(document, branch).pointer))
}

const targetOf = (document: Document, branch: SchemaNode): Pointer =>
  (soleTargetOf(document, branch) ?? branch).pointer

/** The branches without repeated references to one schema. */
function distinct(document: Document, branches: readonly SchemaNode[]): readonly SchemaNode[] {
  const first = new Map<Pointer, SchemaNode>()
  for (const branch of branches) {
    const target = targetOf(document, branch)
    if (!first.has(target)) first.set(target, branch)
  }
  return [...first.values()]
}

/** The branches without any that refer to the same schema as another. */
function unrepeated(document: Document, branches: readonly SchemaNode[]): readonly SchemaNode[] {
  const all = groupBy(branches, (branch) => targetOf(document, branch))
  return [...all.values()].flatMap((same) => (same.length === 1 ? same : []))
}

/** Decides one property name at a time, each under a pointer of its own; later rounds decide the others. */
const dependentSchemas: Chooser = (_, shape, fact) => {
  const open = mapOf(fact).find(([, node]) => !shape.goal.decided.has(node.pointer))
  if (!open) return undefined
  const [name, node] = open
  const absent = synthetic({ properties: { [name]: false } })
  return [
    [() => ({ parts: [absent], decided: node.pointer })],
    [
      () => ({
        parts: [synthetic({ required: [name] }), { ...node, scopes: fact.scopes }],
        decided: node.pointer,
      }),
    ],
  ]
}

const not: Chooser = (context, _, fact) =>
  isCircular(context.document, fact, schemaOf(fact))
    ? []
    : negations(context, schemaOf(fact)).map((way) => [() => way])

const choosers: readonly (readonly [string, Chooser])[] = [
  [
    'discriminator',
    ({ document }, shape, fact) =>
      discriminated(document, shape, fact)?.map((way) => way.map((attempt) => () => attempt)),
  ],
  ['oneOf', oneOf],
  ['anyOf', anyOf],
  ['if', conditional],
  ['dependentSchemas', dependentSchemas],
  ['not', not],
]

function branchOf(fact: Fact, keyword: 'then' | 'else'): SchemaNode | undefined {
  const schema = sibling(fact, keyword)
  return schema === undefined ? undefined : schemaOf({ ...fact, keyword, value: schema })
}

function negated({ pointer }: SchemaNode): SchemaNode {
  return synthetic({ not: { $ref: pointer } })
}
