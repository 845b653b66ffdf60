import type { Document } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import type { View } from '../../../spec/schema.ts'
import type { Choice } from './choices.ts'
import { choicesOf } from './choices.ts'
import type { Converted, Keywords } from './converted.ts'
import { createConverted } from './converted.ts'
import type { Notes } from './notes.ts'
import { notesOf, saysMore } from './notes.ts'
import { typesOf, valuesOf } from './types.ts'

/** What a value must be: schemas that all apply to it, put together. */
export interface Shape {
  /** The same for all ways to refer to the same schemas; empty when they say nothing. */
  readonly core: string
  /** What it was asked for by. */
  readonly schemas: readonly JsonSchema[]
  /** The keywords of each schema in JSON Schema 2020-12; what `$ref` and `allOf` lead to is in the list already. */
  readonly keywords: readonly Keywords[]
  /** No value can satisfy it, as far as a look at types and values shows. */
  readonly isImpossible: boolean
  /** Types it may have, `null` last; empty when nothing is said. */
  readonly types: readonly TypeName[]
  /** Of `enum` and `const`; undefined when any value goes. */
  readonly values: readonly Json[] | undefined
  /** Still to be decided. */
  readonly choices: readonly Choice[]
  readonly required: ReadonlySet<string>
  readonly notes: Notes
  /** What is generated keyword by keyword may be wrong as a whole: it must be validated. */
  readonly needsCheck: boolean
}

/** The shapes that schemas of a document make. */
export interface Shapes {
  readonly converted: Converted
  of(schemas: readonly JsonSchema[]): Shape
  /** The shape with its first choice decided: in each way, and in those that may have a value. */
  decide(shape: Shape): Decisions
}

interface Decisions {
  readonly decided: readonly Shape[]
  readonly possible: readonly Shape[]
}

/** Shapes kept of a document, which may have far more; and of what is decided of them, a single one may have as many. */
const most = { asked: 20_000, decided: 50_000 }

/** Shapes of one document, seen in a request or in a response; each is worked out once, or seldom again. */
export function createShapes(document: Document, view: View): Shapes {
  const converted = createConverted(document, view)
  const numberOf = createNumbers()
  const known = new Map<string, Shape>()
  let decisions = 0
  const forget = (): void => {
    known.clear()
    decisions = 0
  }
  return {
    converted,
    of: (schemas) => {
      const id = schemas.map(numberOf).join()
      const before = known.get(id)
      if (before) return before
      if (known.size >= most.asked) forget()
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
      if (decisions > most.decided) forget()
      return { decided, possible: decided.filter(({ isImpossible }) => !isImpossible) }
    }),
  }
}

interface Parts {
  readonly schemas: readonly JsonSchema[]
  /** Left from before. */
  readonly choices: readonly Choice[]
  /** So many schemas whose own choices are known already. */
  readonly settled: number
}

function makeShape(converted: Converted, numberOf: NumberOf, { schemas, choices, settled }: Parts): Shape {
  const flat = converted.flatten(schemas)
  const keywords = flat.filter((schema) => typeof schema === 'object')
  const types = typesOf(keywords)
  const values = valuesOf(keywords, types)
  return {
    core: keywords.filter(saysMore).map(numberOf).join(),
    schemas,
    keywords,
    isImpossible: flat.includes(false) || types?.length === 0 || values?.length === 0,
    types: types ?? [],
    values,
    choices: [...choices, ...keywords.slice(settled).flatMap((each) => choicesOf(converted, each, flat))],
    required: new Set(keywords.flatMap((each) => (each['required'] ?? []) as readonly string[])),
    notes: notesOf(converted, flat),
    needsCheck: isHard(keywords),
  }
}

const hardKeywords = [
  ['not', 'oneOf', 'if', 'dependentSchemas', 'contains', 'propertyNames', 'patternProperties'],
  ['unevaluatedItems', 'unevaluatedProperties', 'uniqueItems', 'minProperties', 'maxProperties'],
].flat()

function isHard(keywords: readonly Keywords[]): boolean {
  const has = (name: string): boolean => keywords.some((each) => Object.hasOwn(each, name))
  return hardKeywords.some(has) || (has('pattern') && has('format'))
}

type NumberOf = (schema: JsonSchema) => string

/** Numbers schemas, to tell them apart in ids. */
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

/** Works something out once for each shape. */
export function perShape<T>(compute: (shape: Shape) => T): (shape: Shape) => T {
  const known = new WeakMap<Shape, { readonly value: T }>()
  return (shape) => {
    const found = known.get(shape)
    if (found) return found.value
    const value = compute(shape)
    known.set(shape, { value })
    return value
  }
}
