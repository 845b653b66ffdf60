import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Document, Pointer, SchemaNode } from '../document.ts'
import type { Json } from '../json.ts'
import { equalItems } from '../json/canonical.ts'
import { appendPointer, resolvePointer } from '../json/pointer.ts'
import type { SchemaConverter } from '../schema.ts'
import { allowsNothing, hasNullable, isContradicted } from './contradictions.ts'
import { sentence } from './sentences.ts'

/** One violation of a schema by a value. */
export interface SchemaIssue {
  /** JSON pointer into the value, `/tags/0`; empty for the whole value. */
  readonly path: string
  /** The violated keyword: `minimum`, `required`, `format`, … */
  readonly keyword: string
  /** A sentence, with its full stop. */
  readonly message: string
  /** The pointer of the violated keyword in the document. */
  readonly schema: Pointer
  /**
   * Set if the document contradicts itself: several schemas of a `oneOf` accept the value, one schema of an `allOf` forbids
   * what another declares, no value of an `enum` has the schema's `type`, or `nullable` has no effect.
   */
  readonly contradicts?: true
}

/** The issues of every valid value. */
export const noIssues: readonly SchemaIssue[] = []

/** What explaining a validation failure needs. */
export interface Explain {
  readonly document: Document
  readonly converter: SchemaConverter
  /** Branches of a `oneOf` or `anyOf` above which they are not explained, as each has to be compiled. */
  readonly maxBranches: number
  /** Ajv's errors of a value against any schema. */
  readonly errors: (node: SchemaNode, value: Json) => readonly ErrorObject[]
}

/** Most errors reported for one value: a megabyte may have more than anybody wants to receive. */
const maxErrors = 10_000

/**
 * Lists the issues of a value. Ajv does not support bigints, so each is replaced by a double on the same side of the int64
 * bounds; messages and uniqueness are based on the exact value.
 *
 * @param doubles the value with doubles in place of bigints
 * @param found ajv's errors of that
 */
export function issuesOf(
  node: SchemaNode,
  value: Json,
  doubles: Json,
  found: readonly ErrorObject[],
  explain: Explain,
): readonly SchemaIssue[] {
  const errors = [...new Set(found.slice(0, maxErrors))]
  const actual = errors.filter((error) => !isFalseDuplicate(error, value))
  const reported = relevant(actual, doubles, { ...explain, node, effort: { left: maxEffort } })
  return reported.length === 0
    ? noIssues
    : distinct(reported.map((error) => toIssue(error, value, node, explain)))
}

/** Removes repetitions: a schema may be applied to one value along several paths. */
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
  const invalid = resolvePointer(value, error.instancePath) as Json
  const message = sentence(error, invalid)
  const reason = contradiction()
  return {
    path,
    keyword: error.keyword === 'false schema' ? 'false' : error.keyword,
    message: reason ? message.replace(/\.$/, reason) : message,
    schema,
    ...((reason || isOverlap(error)) && { contradicts: true }),
  }

  function contradiction(): string | undefined {
    if (isContradicted(document, node, path, schema)) return forbiddenByAllOf
    if (isMistyped(error)) return mistypedEnum
    return invalid === null && hasNullable(document, node, path) ? ineffectiveNullable : undefined
  }
}

const forbiddenByAllOf = ': the document contradicts itself, as another schema of the allOf declares it.'

const mistypedEnum =
  ': the document contradicts itself, as none of the values of the enum has the required type.'

const ineffectiveNullable = ': the document contradicts itself, as nullable has no effect here.'

const isMistyped = ({ keyword, parentSchema }: ErrorObject): boolean =>
  (keyword === 'enum' || keyword === 'type') && allowsNothing(parentSchema)

/** `passingSchemas` is null when no schema accepts the value. */
const isOverlap = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'oneOf' && (params as { readonly passingSchemas: unknown }).passingSchemas !== null

function originOf(error: ErrorObject, converter: SchemaConverter): Pointer {
  const origin = converter.originOf(Object(error.parentSchema) as object)
  return origin === undefined ? '#' : appendPointer(origin, error.keyword)
}

/**
 * Selects the helpful errors. Ajv lists those of every branch of a failed `oneOf` or `anyOf`. If a single branch accepts
 * values of this type, its errors describe the failure best; otherwise they are noise, and the keyword itself is reported.
 */
function relevant(errors: readonly ErrorObject[], value: Json, explain: Effort): readonly ErrorObject[] {
  const identity = (error: ErrorObject): string =>
    `${error.instancePath} ${originOf(error, explain.converter)}`
  const dropped = new Set<string>()
  const added: (readonly ErrorObject[])[] = []
  // The outermost choice first, which ajv lists last: those within it are dropped, or explained with its branch.
  for (const choice of errors.filter(isChoice).reverse()) {
    const isTooMany = (choice.schema as readonly unknown[]).length > explain.maxBranches
    if (explain.effort.left <= 0 || isTooMany || dropped.has(identity(choice))) continue
    const branches = branchErrors(choice, value, explain)
    const all = branches.flat()
    explain.effort.left -= all.length + 1
    for (const error of all) dropped.add(identity(error))
    const candidates = branches.filter((branch) => !branch.some((error) => isWrongKind(error, choice)))
    const reported =
      candidates.length === 1
        ? relevant(candidates[0] ?? [], value, explain)
        : contradictionsWithin(candidates, value, explain)
    if (reported.length === 0) continue
    dropped.add(identity(choice))
    added.push(reported)
  }
  const isKept = (error: ErrorObject): boolean => dropped.size === 0 || !dropped.has(identity(error))
  const kept = errors.filter((error) => error.keyword !== 'if' && isKept(error))
  return [...kept, ...added.reverse().flat()]
}

/**
 * The errors of the branch that only refuses the value because the document contradicts itself: schemas of a `oneOf` in it
 * overlap, or a `nullable` has no effect. Empty when there is none.
 */
function contradictionsWithin(
  branches: readonly (readonly ErrorObject[])[],
  value: Json,
  explain: Effort,
): readonly ErrorObject[] {
  const isRefusedNull = ({ instancePath }: ErrorObject): boolean =>
    resolvePointer(value, instancePath) === null && hasNullable(explain.document, explain.node, instancePath)
  const isFault = (error: ErrorObject): boolean => isOverlap(error) || isRefusedNull(error)
  for (const branch of branches.filter((errors) => errors.some(isFault))) {
    const reported = relevant(branch, value, explain)
    if (reported.every(isFault)) return reported
  }
  return []
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/** The errors of each branch of a `oneOf` or `anyOf`, with paths relative to the whole value. */
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

/** Most errors of branches examined for one value: a recursive choice lists them again at each level. */
const maxEffort = 5_000

interface Effort extends Explain {
  /** The schema of the whole value. */
  readonly node: SchemaNode
  readonly effort: { left: number }
}

/** Whether an error shows that its branch is for another kind of value. */
const isWrongKind = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.instancePath === choice.instancePath && (error.keyword === 'type' || error.keyword === 'const')

/** Whether items are reported as equal only because their bigints became the same double. */
function isFalseDuplicate(error: ErrorObject, value: Json): boolean {
  if (error.keyword !== 'uniqueItems') return false
  return equalItems(resolvePointer(value, error.instancePath) as readonly Json[]) === undefined
}
