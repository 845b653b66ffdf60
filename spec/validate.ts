import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Document, Pointer, SchemaNode } from './document.ts'
import type { Json } from './json.ts'
import type { SchemaConverter, View } from './schema.ts'
import { createSchemaConverter } from './schemas/converter.ts'
import { schemaFeatures } from './schemas/features.ts'
import { soleTargetOf } from './schemas/subschemas.ts'
import { holdsBigint, toDoubles } from './validation/bigints.ts'
import { createCompiler, maxCompiled, type Slot } from './validation/compiler.ts'
import { issuesOf, noIssues, type SchemaIssue } from './validation/issues.ts'

/** One violation of the document by a request or response. */
export interface Issue extends SchemaIssue {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'status'
}

/** Validates values against one schema, in one view. */
export interface ValidateSchema {
  /** All issues of a value; the same empty array for every valid one. Never throws. */
  (value: Json): readonly SchemaIssue[]
  /** Whether a value is valid: cheaper than listing the issues. */
  readonly accepts: (value: Json) => boolean
}

/** Whether a value is valid apart from issues caused by the document contradicting itself, which no value can avoid. */
export function allows(validate: ValidateSchema, value: Json): boolean {
  return validate.accepts(value) || validate(value).every(({ contradicts }) => contradicts)
}

/** Validates values against the schemas of one document. */
export interface Validator {
  /** The validator of a schema, compiled on its first call. A schema that cannot be compiled accepts any value. */
  of(node: SchemaNode, view: View): ValidateSchema
  /** What is invalid in the schema and those it refers to, and so is not checked, as sentences. */
  problems(node: SchemaNode, view: View): readonly string[]
}

const documentValidators = new WeakMap<Document, Validator>()

/** The validator of a document, which converts its schemas to JSON Schema 2020-12 for ajv. Cached per document. */
export function createValidator(document: Document): Validator {
  const known = documentValidators.get(document)
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
  documentValidators.set(document, validator)
  return validator
}

/** Validators kept at a time: several may share one compiled schema. */
const maxValidators = 20_000

interface SchemaView {
  of(node: SchemaNode): ValidateSchema
  problems(node: SchemaNode): readonly string[]
}

function createView(document: Document, view: View): SchemaView {
  const converter = createSchemaConverter(document, view)
  const compiler = createCompiler(document, converter)
  const validators = new Map<Pointer, ValidateSchema>()

  const errors = (node: SchemaNode, value: Json): readonly ErrorObject[] => {
    const { run } = compiler.compile(node)
    compiler.begin()
    return !run || run(value) ? [] : [...(run.errors ?? [])]
  }
  const explain = { document, converter, maxBranches: maxCompiled, errors }

  const validatorOf = (node: SchemaNode): ValidateSchema => {
    const slot: Slot = { compiled: undefined }
    /** Whether ajv accepts the value. */
    const passes = (value: Json): boolean => {
      const { run } = slot.compiled ?? compiler.compileInto(slot, node)
      compiler.begin()
      return !run || run(value)
    }
    /** The issues of a value that ajv did not accept. */
    const issues = (value: Json): readonly SchemaIssue[] => {
      const own = compiler.compile(node)
      const doubles = toDoubles(value)
      // A schema that others share does not tell where this one is, and cannot judge bigints.
      const isToldAlready = slot.compiled === own && doubles === value
      const found = isToldAlready ? (own.run?.errors ?? []) : errors(node, doubles)
      return issuesOf(node, value, doubles, found, explain)
    }
    // Validation fails for a schema that applies itself to the same value (`allOf` back to its owner): it has no defined
    // meaning, so any value is accepted.
    const validate = (value: Json): readonly SchemaIssue[] => {
      try {
        return passes(value) ? noIssues : issues(value)
      } catch {
        return noIssues
      }
    }
    const accepts = (value: Json): boolean => {
      try {
        return passes(value) || (holdsBigint(value) && issues(value).length === 0)
      } catch {
        return true
      }
    }
    return Object.assign(validate, { accepts })
  }

  return {
    of(node) {
      const known = validators.get(node.pointer)
      if (known) return known
      if (validators.size >= maxValidators) {
        validators.clear()
        compiler.discard()
      }
      const target = soleTargetOf(document, node)
      const validate = target ? this.of(target) : validatorOf(node)
      validators.set(node.pointer, validate)
      return validate
    },
    problems: (node) => {
      const all = reachable(converter, node)
      const invalid = all.flatMap((schema) => converter.convert(schema).problems)
      return [...invalid, ...all.flatMap((schema) => compiler.compile(schema).problem ?? [])]
    },
  }
}

/** A schema and every schema it refers to, directly or indirectly. */
function reachable(converter: SchemaConverter, node: SchemaNode): readonly SchemaNode[] {
  const seen = new Map([[node.pointer, node]])
  for (const current of seen.values()) {
    for (const reference of converter.convert(current).references) {
      const target = converter.nodeAt(reference)
      if (target && !seen.has(target.pointer)) seen.set(target.pointer, target)
    }
  }
  return [...seen.values()]
}
