import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { Document, Pointer, SchemaNode } from '../document.ts'
import type { JsonSchema, SchemaConverter } from '../schema.ts'
import { schemaFeatures } from '../schemas/features.ts'
import { messageOf } from '../util/error-message.ts'
import { createAjv } from './ajv.ts'
import { schemaText } from './schema-text.ts'
import { createOnce, createPathCounter, protectEvaluated } from './validate-once.ts'

interface Compiled {
  readonly run: ValidateFunction | undefined
  /** Why it could not be compiled; undefined if it could. */
  readonly problem: string | undefined
}

/** A validator's reference to its compiled schema, which is cleared when ajv is replaced. */
export interface Slot {
  compiled: Compiled | undefined
}

/** Compiles the schemas of one document, each when it is first needed. */
export interface Compiler {
  /** The compiled schema of a node, which reports errors with its own pointers. */
  compile(node: SchemaNode): Compiled
  /** Fills a slot. Schemas with the same text share one compiled schema, which tells only whether a value is valid. */
  compileInto(slot: Slot, node: SchemaNode): Compiled
  /** To be called before each value that a compiled schema validates. */
  begin(): void
  /** Forgets all compiled schemas and clears the slots. */
  discard(): void
}

/** Compiled schemas kept at a time: a large document has tens of thousands, and each takes about 20 KB. */
export const maxCompiled = 3000

export function createCompiler(document: Document, converter: SchemaConverter): Compiler {
  const once = createOnce()
  const compiled = new Map<Pointer, Compiled>()
  const byText = new Map<string, Compiled>()
  const slots: Slot[] = []

  const targetOf = (pointer: string): object => {
    const target = converter.nodeAt(pointer)
    return (target && compile(target).run) ?? acceptAll
  }
  const hasManyPaths = createPathCounter((pointer) => {
    const target = converter.nodeAt(pointer)
    return target && converter.convert(target).schema
  })
  const create = (): Ajv2020 => {
    const created = createAjv(targetOf, hasManyPaths, once)
    created.opts.unevaluated = schemaFeatures(document).usesUnevaluated
    return created
  }
  let ajv = create()

  const compile = (node: SchemaNode): Compiled => {
    const known = compiled.get(node.pointer)
    if (known) return known
    if (compiled.size >= maxCompiled) discard()
    const result = compileWith(ajv, converter.convert(node).schema, node)
    compiled.set(node.pointer, result)
    return result
  }
  const compileShared = (node: SchemaNode): Compiled => {
    const text = schemaText(converter.convert(node).schema)
    const known = text === undefined ? undefined : byText.get(text)
    if (known) return known
    const result = compile(node)
    if (text !== undefined) byText.set(text, result)
    return result
  }
  /** Compiled schemas refer to each other and to their ajv instance, so memory is freed only by dropping all of them. */
  const discard = (): void => {
    for (const slot of slots.splice(0)) slot.compiled = undefined
    compiled.clear()
    byText.clear()
    ajv = create()
  }

  return {
    compile,
    compileInto: (slot, node) => {
      const result = compileShared(node)
      slots.push(slot)
      slot.compiled = result
      return result
    },
    begin: () => once.begin(),
    discard,
  }
}

function compileWith(ajv: Ajv2020, schema: JsonSchema, { pointer }: SchemaNode): Compiled {
  try {
    const run = ajv.compile(schema)
    if (run.evaluated) protectEvaluated(run.evaluated)
    return { run, problem: undefined }
  } catch (error) {
    return { run: undefined, problem: `${pointer}: ${messageOf(error)}.` }
  }
}

/** The validator of a `$ref` that cannot be compiled. */
const acceptAll = Object.assign(() => true, { evaluated: { props: true, items: true } })
