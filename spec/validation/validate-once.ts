import type { ErrorObject } from 'ajv'
import type { SchemaEnv } from 'ajv/dist/compile/index.js'
import type { AnyValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js'
import type { JsonSchema } from '../schema.ts'
import { getOrInsertComputed } from '../util/memo.ts'
import { own } from '../util/object.ts'

/** Paths to a part of a schema, for one value, above which that part validates the value only once. */
const maxPaths = 1_000

/** Keywords whose subschemas apply to the value itself (JSON Schema 2020-12 core §10.2). */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'] as const

/**
 * Creates a function that says whether a schema's parts would validate one value along more than a thousand paths, which
 * are counted along `$ref`s and in-place applicators. Thirty schemas, each with the next one twice in its `allOf`, have
 * 2^30 paths.
 */
export function createPathCounter(
  targetOf: (ref: string) => JsonSchema | undefined,
): (schema: JsonSchema) => boolean {
  const known = new WeakMap<object, number>()
  const countPaths = (schema: JsonSchema | undefined): number => {
    if (typeof schema !== 'object') return 1
    const before = known.get(schema)
    if (before !== undefined) return before
    known.set(schema, 1)
    const ref = own(schema, '$ref')
    const parts = inPlace.flatMap((keyword) => schemasIn(keyword, own(schema, keyword)))
    const target = typeof ref === 'string' ? countPaths(targetOf(ref)) : 0
    const sum = parts.reduce((total, part) => total + countPaths(part), target)
    known.set(schema, Math.max(1, sum))
    return Math.max(1, sum)
  }
  return (schema) => countPaths(schema) > maxPaths
}

function schemasIn(keyword: (typeof inPlace)[number], value: unknown): readonly JsonSchema[] {
  if (value === undefined) return []
  if (keyword === 'dependentSchemas') return Object.values(value as object) as JsonSchema[]
  return Array.isArray(value) ? (value as JsonSchema[]) : [value as JsonSchema]
}

/** The result of a schema for a value. */
interface Result {
  readonly isValid: boolean
  /** One error is enough when the result is used again: all are listed already. */
  readonly error: ErrorObject | undefined
  readonly props: unknown
  readonly items: unknown
}

/** The properties and items that a schema has evaluated, which ajv records for `unevaluatedProperties`. */
interface Evaluated {
  props?: unknown
  items?: unknown
}

/** Makes each schema validate each part of a value once, however many paths lead there. */
export interface Once {
  /** Applies to a schema that ajv is about to compile. */
  wrap(schema: SchemaEnv): void
  /** Forgets the results: another value is validated from now on. */
  begin(): void
}

/** Caches the results of schemas while one value is validated. */
export function createOnce(): Once {
  let turn = 0
  const cached = (run: AnyValidateFunction): AnyValidateFunction => {
    const known = new Map<string, Map<unknown, Result>>()
    let cachedTurn = turn
    const validate = (data: unknown, context?: DataValidationCxt): boolean => {
      if (cachedTurn !== turn) known.clear()
      cachedTurn = turn
      const { instancePath = '' } = context ?? {}
      const here = getOrInsertComputed(known, instancePath, () => new Map<unknown, Result>())
      const before = here.get(data)
      const result = before ?? resultOf(run, data, context)
      here.set(data, result)
      once.errors = (before ? before.error && [before.error] : run.errors) ?? null
      restore(run.evaluated, result)
      return result.isValid
    }
    const once = Object.assign(validate, run) as unknown as AnyValidateFunction
    return once
  }
  return {
    wrap(schema) {
      let wrapped: AnyValidateFunction | undefined
      Object.defineProperty(schema, 'validate', {
        configurable: true,
        enumerable: true,
        get: () => wrapped,
        set: (run: AnyValidateFunction) => {
          wrapped = cached(run)
        },
      })
    },
    begin() {
      turn += 1
    },
  }
}

function resultOf(run: AnyValidateFunction, data: unknown, context: DataValidationCxt | undefined): Result {
  const isValid = run(data, context) as boolean
  const { props, items } = (run.evaluated ?? {}) as Evaluated
  return { isValid, error: run.errors?.[0], props: copyOf(props), items }
}

/** Ajv's generated code reads the evaluated properties and items from the function. */
function restore(evaluated: unknown, { props, items }: Result): void {
  if (evaluated === undefined) return
  Object.assign(evaluated as Evaluated, { props: copyOf(props), items })
}

/** Makes reads of the evaluated properties return copies: a schema with a `$ref` adds its own to those of the target. */
export function protectEvaluated(evaluated: Evaluated): void {
  let { props } = evaluated
  Object.defineProperty(evaluated, 'props', {
    enumerable: true,
    get: () => copyOf(props),
    set: (next: unknown) => {
      props = next
    },
  })
}

/** A copy, as the schema that asked adds to it. */
function copyOf(props: unknown): unknown {
  return typeof props === 'object' && props !== null ? { ...props } : props
}
