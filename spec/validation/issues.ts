import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Document, Pointer, SchemaNode } from '../document.ts'
import { equalItems } from '../json/canonical.ts'
import type { Json } from '../json.ts'
import { appendPointer, resolvePointer } from '../json/pointer.ts'
import type { SchemaConverter } from '../schema.ts'
import { allowsNothing, isContradicted, saysNullable } from './contradictions.ts'
import { toDoubles } from './bigints.ts'
import { sentence } from './sentences.ts'

/** One way in which a value breaks its schema. */
export interface SchemaIssue {
  /** JSON pointer into the value, `/tags/0`; empty for the whole value. */
  readonly path: string
  /** The keyword broken: `minimum`, `required`, `format`, … */
  readonly keyword: string
  /** A sentence for people, ending in a full stop. */
  readonly message: string
  /** Where in the document the broken keyword stands. */
  readonly schema: Pointer
  /** Set where the document contradicts itself: several schemas of a `oneOf` allow the value, one of an `allOf` forbids
   *  what another describes, an `enum` lists but values of other types than its own, or null is not allowed where it says
   *  `nullable`. */
  readonly contradicts?: true
}

/** Of every valid value. */
export const noIssues: readonly SchemaIssue[] = []

/** What explaining a failure needs: the origin of ajv's schemas, and the raw errors of a value against any node. */
export interface Explain {
  readonly document: Document
  readonly converter: SchemaConverter
  /** Of one choice: each is compiled by itself. */
  readonly mostBranches: number
  readonly errors: (node: SchemaNode, value: Json) => readonly ErrorObject[]
}

/** Errors of one value that are told: a megabyte can hold more than anybody wants to be sent. */
const mostErrors = 10_000

/**
 * What ajv found. It knows no bigint, so a value that holds one is judged again with each replaced by a double on the
 * same side of every int64 bound; messages and uniqueness go by the exact value.
 */
export function issuesOf(node: SchemaNode, value: Json, explain: Explain): readonly SchemaIssue[] {
  const errors = [...new Set(explain.errors(node, toDoubles(value)).slice(0, mostErrors))]
  const found = errors.filter((error) => !isFalseDuplicate(error, value))
  const told = relevant(found, toDoubles(value), { ...explain, node, effort: { left: mostEffort } })
  return told.length === 0 ? noIssues : distinct(told.map((error) => toIssue(error, value, node, explain)))
}

/** A schema may be applied to one value in several ways. */
function distinct(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  if (issues.length === 1) return issues
  return [
    ...new Map(issues.map((issue) => [`${issue.path} ${issue.schema} ${issue.message}`, issue])).values(),
  ]
}

function toIssue(
  error: ErrorObject,
  value: Json,
  node: SchemaNode,
  { document, converter }: Explain,
): SchemaIssue {
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<
    string,
    string | undefined
  >
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty
  const path = name === undefined ? error.instancePath : appendPointer(error.instancePath, name)
  const schema = originOf(error, converter)
  const found = resolvePointer(value, error.instancePath) as Json
  const message = sentence(error, found)
  const reason = isContradicted(document, node, path, schema)
    ? closed
    : isMistyped(error)
      ? mistyped
      : found === null && saysNullable(document, node, path) && unheard
  return {
    path,
    keyword: error.keyword === 'false schema' ? 'false' : error.keyword,
    message: reason ? message.replace(/\.$/, reason) : message,
    schema,
    ...((reason || isOverlap(error)) && { contradicts: true }),
  }
}

const closed = ': the document contradicts itself, as another schema of the allOf names it.'

const mistyped =
  ': the document contradicts itself, as none of the values it lists is of the type it asks for.'

const unheard = ': the document contradicts itself, as it says nullable where that has no effect.'

const isMistyped = ({ keyword, parentSchema }: ErrorObject): boolean =>
  (keyword === 'enum' || keyword === 'type') && allowsNothing(parentSchema)

/** `passingSchemas` is null where no schema allows the value. */
const isOverlap = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'oneOf' && (params as { readonly passingSchemas: unknown }).passingSchemas !== null

function originOf(error: ErrorObject, converter: SchemaConverter): Pointer {
  const origin = converter.originOf(Object(error.parentSchema) as object)
  return origin === undefined ? '#' : appendPointer(origin, error.keyword)
}

/**
 * ajv lists the errors of every branch of a failed oneOf or anyOf. Where one branch alone takes a value of this type,
 * its errors say it best; else the branches are noise and the keyword stands for them.
 */
function relevant(errors: readonly ErrorObject[], value: Json, explain: Effort): readonly ErrorObject[] {
  const identity = (error: ErrorObject): string =>
    `${error.instancePath} ${originOf(error, explain.converter)}`
  const dropped = new Set<string>()
  const added: (readonly ErrorObject[])[] = []
  // The outermost first, which ajv names last: those within it come to nothing, or up again with its branch.
  for (const choice of errors.filter(isChoice).reverse()) {
    const isTooMany = (choice.schema as readonly unknown[]).length > explain.mostBranches
    if (explain.effort.left <= 0 || isTooMany || dropped.has(identity(choice))) continue
    const branches = branchErrors(choice, value, explain)
    const all = branches.flat()
    explain.effort.left -= all.length + 1
    for (const error of all) dropped.add(identity(error))
    const candidates = branches.filter((branch) => !branch.some((error) => isWrongKind(error, choice)))
    const told =
      candidates.length === 1
        ? relevant(candidates[0] ?? [], value, explain)
        : contradictionsWithin(candidates, value, explain)
    if (told.length === 0) continue
    dropped.add(identity(choice))
    added.push(told)
  }
  const isKept = (error: ErrorObject): boolean => dropped.size === 0 || !dropped.has(identity(error))
  const kept = errors.filter((error) => error.keyword !== 'if' && isKept(error))
  return [...kept, ...added.reverse().flat()]
}

/**
 * What the one branch comes to that has nothing against the value but what is the document's fault: schemas of a `oneOf` in it
 * overlap, or it says `nullable` where that has no effect.
 */
function contradictionsWithin(
  branches: readonly (readonly ErrorObject[])[],
  value: Json,
  explain: Effort,
): readonly ErrorObject[] {
  const isUnheard = ({ instancePath }: ErrorObject): boolean =>
    resolvePointer(value, instancePath) === null && saysNullable(explain.document, explain.node, instancePath)
  const isFault = (error: ErrorObject): boolean => isOverlap(error) || isUnheard(error)
  for (const branch of branches.filter((errors) => errors.some(isFault))) {
    const told = relevant(branch, value, explain)
    if (told.every(isFault)) return told
  }
  return []
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/** What each branch of a oneOf or anyOf has against the value there, with paths from the whole value. */
function branchErrors(
  choice: ErrorObject,
  value: Json,
  { converter, errors }: Explain,
): readonly (readonly ErrorObject[])[] {
  const part = resolvePointer(value, choice.instancePath) as Json
  const origin = originOf(choice, converter)
  return (choice.schema as readonly unknown[]).map((_, index) => {
    const node = converter.nodeAt(appendPointer(origin, String(index)))
    if (!node) return []
    return errors(node, part).map((error) => ({
      ...error,
      instancePath: choice.instancePath + error.instancePath,
    }))
  })
}

/** How many errors of branches are looked through for one value. A recursive choice brings them up at each level. */
const mostEffort = 5_000

interface Effort extends Explain {
  /** The schema of the whole value. */
  readonly node: SchemaNode
  readonly effort: { left: number }
}

/** The branch is for another kind of value altogether. */
const isWrongKind = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.instancePath === choice.instancePath && (error.keyword === 'type' || error.keyword === 'const')

/** Two integers may fall on one double. */
function isFalseDuplicate(error: ErrorObject, value: Json): boolean {
  if (error.keyword !== 'uniqueItems') return false
  return equalItems(resolvePointer(value, error.instancePath) as readonly Json[]) === undefined
}
