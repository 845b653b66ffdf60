import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Pointer, SchemaNode } from './document.ts'
import { schemaFeatures } from './schemas/features.ts'
import type { Json } from './json.ts'
import { soleTargetOf } from './schemas/subschemas.ts'
import { createSchemaConverter, type JsonSchema, type SchemaConverter, type View } from './schema.ts'
import { createAjv } from './validation/ajv.ts'
import { holdsBigint } from './validation/bigints.ts'
import { issuesOf, noIssues, type SchemaIssue } from './validation/issues.ts'
import { createOnce, createWays, handOutCopies } from './validation/validate-once.ts'
import { schemaText } from './validation/schema-text.ts'

/** One way in which a request or response breaks the document. */
export interface Issue extends SchemaIssue {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'status'
}

/** Judges values by one schema, in one view. */
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

/** Judges values by the schemas of one document. */
export interface Validator {
  /** Compiled on its first call and kept. A schema that cannot be compiled is reported by `problems`. */
  of(node: SchemaNode, view: View): ValidateSchema
  /** What in the schema (and all it refers to) makes no sense and is therefore not checked, as sentences. */
  problems(node: SchemaNode, view: View): readonly string[]
}

const validators = new WeakMap<Document, Validator>()

/** Validates values against schemas of the document, in JSON Schema 2020-12 by ajv. One for each document: compiling is dear. */
export function createValidator(document: Document): Validator {
  const known = validators.get(document)
  if (known) return known
  const request = createView(document, 'request')
  const views = {
    request,
    response: schemaFeatures(document).viewsDiffer ? createView(document, 'response') : request,
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
  const { usesUnevaluated } = schemaFeatures(document)
  const create = (): Ajv2020 => {
    const created = createAjv(targetOf, hasManyWays, once)
    created.opts.unevaluated = usesUnevaluated
    return created
  }
  let ajv = create()
  const errors = (node: SchemaNode, value: Json): readonly ErrorObject[] => {
    const { run } = compile(node)
    once.begin()
    return !run || run(value) ? [] : [...(run.errors ?? [])]
  }
  const explain = { document, converter, mostBranches: mostCompiled, errors }

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
        return passes(value) ? noIssues : issuesOf(node, value, explain)
      } catch {
        return noIssues
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
