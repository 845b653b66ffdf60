import type { Document } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import type { JsonSchema, View } from '../../../spec/schema.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { annotationsOf, hasOwnKeywords, type Annotations } from './annotations.ts'
import type { Choice } from './choices.ts'
import { choicesOf } from './choices.ts'
import type { Converted, Keywords } from './converted.ts'
import { createConverted } from './converted.ts'
import { typesOf, valuesOf } from './types.ts'

/** The combined constraints of all schemas that apply to a value. */
export interface Shape {
  /** Identifies the schemas, however they were referenced; empty if they have no keywords. Used to detect recursion. */
  readonly core: string
  /** The schemas the shape was created from. */
  readonly schemas: readonly JsonSchema[]
  /** The schemas in JSON Schema 2020-12, including those that `$ref` and `allOf` lead to. */
  readonly keywords: readonly Keywords[]
  /** Whether no value can satisfy it, judging by types and values only. */
  readonly isImpossible: boolean
  /** The allowed types, `null` last; empty if there is no constraint. */
  readonly types: readonly TypeName[]
  /** The values of `enum` and `const`, or that a description lists; undefined if there are none. */
  readonly values: readonly Json[] | undefined
  /** The choices that are still to be decided. */
  readonly choices: readonly Choice[]
  readonly required: ReadonlySet<string>
  readonly annotations: Annotations
  /** Whether generated values must be validated, since it has keywords that generation does not fully honour. */
  readonly needsCheck: boolean
}

/** Creates and caches the shapes of a document's schemas. */
export interface Shapes {
  readonly converted: Converted
  of(schemas: readonly JsonSchema[]): Shape
  /** Returns the shape with its first choice decided, once for each option. */
  decide(shape: Shape): Decisions
}

interface Decisions {
  readonly decided: readonly Shape[]
  /** Those that are not impossible. */
  readonly possible: readonly Shape[]
}

/** The maximum number of cached shapes, and of cached decisions, of which a single shape can have very many. */
const maxCached = { shapes: 20_000, decisions: 50_000 }

/** Creates the shapes of one document, for requests or for responses. The cache is cleared when it is full. */
export function createShapes(document: Document, view: View): Shapes {
  const converted = createConverted(document, view)
  const numberOf = createNumbers()
  const known = new Map<string, Shape>()
  let decisions = 0
  const clearCache = (): void => {
    known.clear()
    decisions = 0
  }
  return {
    converted,
    of: (schemas) => {
      const id = schemas.map(numberOf).join()
      const cached = known.get(id)
      if (cached) return cached
      if (known.size >= maxCached.shapes) clearCache()
      const shape = makeShape(converted, numberOf, { schemas, choices: [], settled: 0 })
      known.set(id, shape)
      return shape
    },
    decide: perShape((shape) => {
      const [choice, ...choices] = shape.choices
      const never = shape.isImpossible ? [false] : []
      const settled = shape.keywords.length
      const decided = (choice?.options ?? []).map((chosen) => {
        const schemas = [...shape.keywords, ...chosen, ...never] as readonly JsonSchema[]
        return makeShape(converted, numberOf, { schemas, choices, settled })
      })
      decisions += decided.length
      if (decisions > maxCached.decisions) clearCache()
      return { decided, possible: decided.filter(({ isImpossible }) => !isImpossible) }
    }),
  }
}

interface Parts {
  readonly schemas: readonly JsonSchema[]
  /** The choices that remain from the previous shape. */
  readonly choices: readonly Choice[]
  /** The number of leading schemas whose choices are already in `choices` or decided. */
  readonly settled: number
}

function makeShape(converted: Converted, numberOf: NumberOf, { schemas, choices, settled }: Parts): Shape {
  const flat = converted.flatten(schemas)
  const keywords = flat.filter((schema) => typeof schema === 'object')
  const types = typesOf(keywords)
  const annotations = annotationsOf(converted, flat)
  const values = valuesOf(keywords, types) ?? annotations.described.find((each) => each.values)?.values
  return {
    core: keywords.filter(hasOwnKeywords).map(numberOf).join(),
    schemas,
    keywords,
    isImpossible: flat.includes(false) || types?.length === 0 || values?.length === 0,
    types: types ?? [],
    values,
    choices: [...choices, ...keywords.slice(settled).flatMap((each) => choicesOf(converted, each, flat))],
    required: new Set(keywords.flatMap((each) => (each['required'] ?? []) as readonly string[])),
    annotations,
    needsCheck: needsValidation(keywords),
  }
}

/** Keywords that the generated value may violate. */
const hardKeywords = [
  ['not', 'oneOf', 'if', 'dependentSchemas', 'contains', 'propertyNames', 'patternProperties'],
  ['unevaluatedItems', 'unevaluatedProperties', 'uniqueItems', 'minProperties', 'maxProperties'],
].flat()

function needsValidation(keywords: readonly Keywords[]): boolean {
  const has = (name: string): boolean => keywords.some((each) => Object.hasOwn(each, name))
  return hardKeywords.some(has) || (has('pattern') && has('format'))
}

type NumberOf = (schema: JsonSchema) => string

/** Numbers schemas by identity, for use in cache keys. */
function createNumbers(): NumberOf {
  const numbers = new WeakMap<object, number>()
  let count = 0
  return (schema) => {
    if (typeof schema === 'boolean') return String(schema)
    const number = numbers.get(schema) ?? ++count
    numbers.set(schema, number)
    return String(number)
  }
}

/** Caches a function's results by shape. */
export const perShape: <T>(compute: (shape: Shape) => T) => (shape: Shape) => T = perObject
