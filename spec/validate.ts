import {
  _,
  Ajv2020,
  type CodeKeywordDefinition,
  type ErrorObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import type { SchemaEnv } from 'ajv/dist/compile/index.js'
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js'
import { callRef } from 'ajv/dist/vocabularies/core/ref.js'
import type { Document, Pointer, SchemaNode } from './document.ts'
import { addFormats } from './formats.ts'
import { canonicalJson, equalItems } from './equal-items.ts'
import { flagsOf } from './flags.ts'
import { createOnce, createWays, handOutCopies, type Once } from './judge-once.ts'
import { equalJson, type Json } from './json.ts'
import { allowsNothing, isContradicted } from './contradicted.ts'
import { appendPointer, resolvePointer } from './pointer.ts'
import { placeBranchesSideBySide } from './many-branches.ts'
import { soleTargetOf } from './refs.ts'
import { schemaText } from './schema-text.ts'
import { toPattern } from './patterns/pattern.ts'
import { createSchemaConverter, type JsonSchema, type SchemaConverter } from './schema.ts'
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
   *  what another describes, or an `enum` lists but values of other types than its own. */
  readonly contradicts?: true
}

/** One way in which a request or response breaks the document. */
export interface Issue extends SchemaIssue {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'status'
}

/** A request omits readOnly properties, a response writeOnly ones (OpenAPI 3.0.4 §4.7.24.1). */
export type View = 'request' | 'response'

export interface ValidateSchema {
  /** Every issue, not the first; the same empty array for each valid value. Never throws. */
  (value: Json): readonly SchemaIssue[]
  /** Whether there is none: what is wrong costs more to tell than to notice. */
  readonly accepts: (value: Json) => boolean
}

/** Whether nothing is wrong with a value but what the document contradicts itself in: there is none that does better. */
export function allows(validate: ValidateSchema, value: Json): boolean {
  return validate.accepts(value) || validate(value).every(({ contradicts }) => contradicts)
}

export interface Validator {
  /** Compiled on its first call and kept. A schema that cannot be compiled is reported by `problems`. */
  of(node: SchemaNode, view: View): ValidateSchema
  /** What in the schema (and all it refers to) makes no sense and is therefore not checked, as sentences. */
  problems(node: SchemaNode, view: View): readonly string[]
}

const valid: readonly SchemaIssue[] = []

const validators = new WeakMap<Document, Validator>()

/** Validates values against schemas of the document, in JSON Schema 2020-12 by ajv. One for each document: compiling is dear. */
export function createValidator(document: Document): Validator {
  const known = validators.get(document)
  if (known) return known
  const request = createView(document, 'request')
  const views = {
    request,
    response: flagsOf(document).doViewsDiffer ? createView(document, 'response') : request,
  }
  const validator: Validator = {
    of: (node, view) => views[view].of(node),
    problems: (node, view) => views[view].problems(node),
  }
  validators.set(document, validator)
  return validator
}

interface Compiled {
  readonly run: ValidateFunction | undefined
  /** Why it could not be compiled. */
  readonly problem: string | undefined
}

/** Schemas that are compiled at a time: a large document has tens of thousands, and each takes some 20 KB. */
const mostCompiled = 3000
/** Schemas that have validators at a time: simple ones share what is compiled. */
const mostChecks = 20_000

/** Where a validator has its own, until it is forgotten. */
interface Slot {
  compiled: Compiled | undefined
}

interface SchemaView {
  of(node: SchemaNode): ValidateSchema
  problems(node: SchemaNode): readonly string[]
}

/** What explaining a failure needs: the origin of ajv's schemas, and the raw errors of a value against any node. */
interface Explain {
  readonly document: Document
  readonly converter: SchemaConverter
  readonly errors: (node: SchemaNode, value: Json) => readonly ErrorObject[]
}

function createView(document: Document, view: View): SchemaView {
  const converter = createSchemaConverter(document, view)
  const once = createOnce()
  const compiled = new Map<Pointer, Compiled>()
  const checks = new Map<Pointer, ValidateSchema>()
  const slots: Slot[] = []
  const byText = new Map<string, Compiled>()

  const compile = (node: SchemaNode): Compiled => {
    const known = compiled.get(node.pointer)
    if (known) return known
    if (compiled.size >= mostCompiled) forget()
    const result = compiledBy(ajv, converter.convert(node).schema, node)
    compiled.set(node.pointer, result)
    return result
  }
  /** Schemas that say the same are one to ajv where it is asked only whether a value is valid, not where one is refused. */
  const compileAlone = (node: SchemaNode): Compiled => {
    const text = schemaText(converter.convert(node).schema)
    const known = text === undefined ? undefined : byText.get(text)
    if (known) return known
    const result = compile(node)
    if (text !== undefined) byText.set(text, result)
    return result
  }
  const compileInto = (slot: Slot, node: SchemaNode): Compiled => {
    const result = compileAlone(node)
    slots.push(slot)
    slot.compiled = result
    return result
  }
  /** All of it: whatever one instance of ajv has compiled holds together. */
  const forget = (): void => {
    for (const slot of slots.splice(0)) slot.compiled = undefined
    compiled.clear()
    byText.clear()
    ajv = create()
  }
  const targetOf = (pointer: string): object => {
    const target = converter.nodeAt(pointer)
    return (target && compile(target).run) ?? acceptAll
  }
  const hasManyWays = createWays((pointer) => {
    const target = converter.nodeAt(pointer)
    return target && converter.convert(target).schema
  })
  const { hasUnevaluated } = flagsOf(document)
  const create = (): Ajv2020 => {
    const created = createAjv(targetOf, hasManyWays, once)
    created.opts.unevaluated = hasUnevaluated
    return created
  }
  let ajv = create()
  const errors = (node: SchemaNode, value: Json): readonly ErrorObject[] => {
    const { run } = compile(node)
    once.begin()
    return !run || run(value) ? [] : [...(run.errors ?? [])]
  }
  const explain = { document, converter, errors }

  const validatorOf = (node: SchemaNode): ValidateSchema => {
    const slot: Slot = { compiled: undefined }
    /** Whether ajv has nothing against it. */
    const passes = (value: Json): boolean => {
      const { run } = slot.compiled ?? compileInto(slot, node)
      once.begin()
      return !run || run(value)
    }
    // A schema that applies itself to the same value (`allOf` back to its owner), or that ajv cannot carry out, demands
    // nothing that can be told.
    const validate = (value: Json): readonly SchemaIssue[] => {
      try {
        return passes(value) ? valid : issuesOf(node, value, explain)
      } catch {
        return valid
      }
    }
    const accepts = (value: Json): boolean => {
      try {
        return passes(value) || (holdsBigint(value) && issuesOf(node, value, explain).length === 0)
      } catch {
        return true
      }
    }
    return Object.assign(validate, { accepts })
  }

  return {
    of(node) {
      const known = checks.get(node.pointer)
      if (known) return known
      if (checks.size >= mostChecks) {
        checks.clear()
        forget()
      }
      const target = soleTargetOf(document, node)
      const check = target ? this.of(target) : validatorOf(node)
      checks.set(node.pointer, check)
      return check
    },
    problems: (node) => {
      const all = reachable(converter, node)
      const found = all.flatMap((each) => converter.convert(each).problems)
      return [...found, ...all.flatMap((each) => compile(each).problem ?? [])]
    },
  }
}

function compiledBy(ajv: Ajv2020, schema: JsonSchema, { pointer }: SchemaNode): Compiled {
  try {
    const run = ajv.compile(schema)
    if (run.evaluated) handOutCopies(run.evaluated)
    return { run, problem: undefined }
  } catch (error) {
    return { run: undefined, problem: `${pointer}: ${(error as Error).message}.` }
  }
}

/** What a `$ref` to nothing that can be compiled asks of a value. */
const acceptAll = Object.assign(() => true, { evaluated: { props: true, items: true } })

/** @param targetOf what a `$ref` leads to, compiled */
function createAjv(
  targetOf: (ref: string) => object,
  hasManyWays: (schema: JsonSchema) => boolean,
  once: Once,
): Ajv2020 {
  const regExp = Object.assign((source: string) => toPattern(source) ?? /(?:)/, { code: 'toPattern' })
  const process = (code: string, schema?: SchemaEnv): string => {
    if (schema && hasManyWays(schema.schema)) once.wrap(schema)
    return joinInPlace(code)
  }
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    messages: false,
    validateSchema: false,
    meta: false,
    logger: false,
    ownProperties: true,
    addUsedSchema: false,
    multipleOfPrecision: 9,
    code: { regExp, optimize: false, process },
  })
  addFormats(ajv)
  referLazily(ajv, targetOf)
  placeBranchesSideBySide(ajv)
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: hasNoEqualItems,
  })
  compareByValue(ajv, 'const', (only) => [only])
  compareByValue(ajv, 'enum', (list) => list as readonly Json[])
  return ajv
}

/**
 * With a schema ajv's own compiles all that it refers to, and what that refers to: hundreds of schemas, of which a value
 * has a few. Here each is compiled when the first value comes to it.
 */
function referLazily(ajv: Ajv2020, targetOf: (ref: string) => object): void {
  const targets = new Map<string, object>()
  const lazily = (ref: string): object => {
    const known = targets.get(ref)
    if (known) return known
    const target = {
      get validate(): object {
        const value = targetOf(ref)
        Object.defineProperty(target, 'validate', { value })
        return value
      },
    }
    targets.set(ref, target)
    return target
  }
  const definition = ajv.getKeyword('$ref') as CodeKeywordDefinition
  definition.code = (context) => {
    const ref = lazily(context.schema as string)
    callRef(context, _`${context.gen.scopeValue('wrapper', { ref })}.validate`)
  }
}

/** Ajv's own asks objects for their `valueOf` and `toString`, which a body may have as members. */
function compareByValue(ajv: Ajv2020, keyword: string, allowed: (schema: Json) => readonly Json[]): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
  const { code } = definition
  definition.code = (context, ruleType) => {
    const values = allowed(context.schema as Json)
    const hasObjects = values.some((value) => typeof value === 'object' && value !== null)
    if (!hasObjects && values.length < manyValues) return code(context, ruleType)
    const ref = values.length > fewValues ? among(values) : oneOf(values)
    context.fail(_`!${context.gen.scopeValue('func', { ref })}(${context.data})`)
  }
}

/** So many are compared one by one. */
const fewValues = 16

/** Ajv looks for a scalar in so many one by one. */
const manyValues = 200

const oneOf =
  (values: readonly Json[]) =>
  (value: Json): boolean =>
    values.some((each) => equalJson(each, value))

function among(values: readonly Json[]): (value: Json) => boolean {
  let texts: ReadonlySet<string> | undefined
  return (value) => (texts ??= new Set(values.map(canonicalJson))).has(canonicalJson(value))
}

/** What a `$ref` finds is copied together with all before it: minutes for a long list of wrong items. It is added here. */
function joinInPlace(code: string): string {
  return code.replaceAll(
    /vErrors\.concat\(([\w.]+)\)/g,
    '($1.forEach((each) => vErrors.push(each)), vErrors)',
  )
}

/** Ajv's own compares every item with every other, which takes minutes for what fits into a megabyte. */
const hasNoEqualItems: SchemaValidateFunction = (
  isAsked: boolean,
  items: readonly Json[],
  parentSchema?: object,
) => {
  const found = isAsked && items.length > 1 ? equalItems(items) : undefined
  if (found === undefined) return true
  const [j, i] = found
  hasNoEqualItems.errors = [{ keyword: 'uniqueItems', params: { i, j }, parentSchema: parentSchema ?? {} }]
  return false
}

/** A schema and all it refers to. */
function reachable(converter: SchemaConverter, node: SchemaNode): readonly SchemaNode[] {
  const seen = new Map([[node.pointer, node]])
  for (const each of seen.values()) {
    for (const reference of converter.convert(each).references) {
      const target = converter.nodeAt(reference)
      if (target && !seen.has(target.pointer)) seen.set(target.pointer, target)
    }
  }
  return [...seen.values()]
}

/** Errors of one value that are told: a megabyte can hold more than anybody wants to be sent. */
const mostErrors = 10_000

/**
 * What ajv found. It knows no bigint, so a value that holds one is judged again with each replaced by a double on the
 * same side of every int64 bound; messages and uniqueness go by the exact value.
 */
function issuesOf(node: SchemaNode, value: Json, explain: Explain): readonly SchemaIssue[] {
  const errors = [...new Set(explain.errors(node, toDoubles(value)).slice(0, mostErrors))]
  const found = errors.filter((error) => !isFalseDuplicate(error, value))
  const told = relevant(found, toDoubles(value), { ...explain, effort: { left: mostEffort } })
  return told.length === 0 ? valid : distinct(told.map((error) => toIssue(error, value, node, explain)))
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
  const message = sentence(error, resolvePointer(value, error.instancePath) as Json)
  const reason = isContradicted(document, node, path, schema) ? closed : isMistyped(error) && mistyped
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
    // Each branch is compiled by itself.
    const isTooMany = (choice.schema as readonly unknown[]).length > mostCompiled
    if (explain.effort.left <= 0 || isTooMany || dropped.has(identity(choice))) continue
    const branches = branchErrors(choice, value, explain)
    const all = branches.flat()
    explain.effort.left -= all.length + 1
    for (const error of all) dropped.add(identity(error))
    const candidates = branches.filter((branch) => !branch.some((error) => isWrongKind(error, choice)))
    const told =
      candidates.length === 1
        ? relevant(candidates[0] ?? [], value, explain)
        : overlapsWithin(candidates, value, explain)
    if (told.length === 0) continue
    dropped.add(identity(choice))
    added.push(told)
  }
  const isKept = (error: ErrorObject): boolean => dropped.size === 0 || !dropped.has(identity(error))
  const kept = errors.filter((error) => error.keyword !== 'if' && isKept(error))
  return [...kept, ...added.reverse().flat()]
}

/** What the one branch comes to that has nothing against the value but that schemas of a `oneOf` in it overlap. */
function overlapsWithin(
  branches: readonly (readonly ErrorObject[])[],
  value: Json,
  explain: Effort,
): readonly ErrorObject[] {
  for (const branch of branches.filter((errors) => errors.some(isOverlap))) {
    const told = relevant(branch, value, explain)
    if (told.every(isOverlap)) return told
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

function holdsBigint(value: Json): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsBigint)
}

const int64Max = 2n ** 63n - 1n

/** The largest double within int64 for what is within, the next one outside for what is not. */
function toDouble(integer: bigint): number {
  const [magnitude, sign] = integer < 0n ? [-integer, -1] : [integer, 1]
  const limit = integer < 0n ? int64Max + 1n : int64Max
  if (magnitude > limit) return sign * Math.max(Number(magnitude), 9223372036854777856)
  if (integer === -(2n ** 63n)) return -9223372036854775808
  return sign * Math.min(Number(magnitude), 9223372036854774784)
}

/** The same value where it holds no bigint. */
function toDoubles(value: Json): Json {
  return holdsBigint(value) ? replaceBigints(value) : value
}

function replaceBigints(value: Json): Json {
  if (typeof value === 'bigint') return toDouble(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(replaceBigints)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceBigints(each)]))
}
