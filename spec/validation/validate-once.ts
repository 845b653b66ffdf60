import type { ErrorObject } from 'ajv'
import type { SchemaEnv } from 'ajv/dist/compile/index.js'
import type { AnyValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js'
import { own } from '../util/object.ts'
import type { JsonSchema } from '../schema.ts'

/** Ways to come to a schema for one value, from which on each of its parts is applied to that value but once. */
const mostWays = 1_000

/** Keywords whose schemas are applied to the value itself (JSON Schema 2020-12 core §10.2). */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'] as const

/**
 * Whether one value is judged by the parts of a schema in more than a thousand ways, counted along `$ref`s and what is
 * applied in place: thirty schemas, each the `allOf` of the next and the next again, are a thousand million.
 */
export function createWays(
  targetOf: (ref: string) => JsonSchema | undefined,
): (schema: JsonSchema) => boolean {
  const known = new WeakMap<object, number>()
  const ways = (schema: JsonSchema | undefined): number => {
    if (typeof schema !== 'object') return 1
    const before = known.get(schema)
    if (before !== undefined) return before
    known.set(schema, 1)
    const ref = own(schema, '$ref')
    const parts = inPlace.flatMap((keyword) => schemasIn(keyword, own(schema, keyword)))
    const target = typeof ref === 'string' ? ways(targetOf(ref)) : 0
    const sum = parts.reduce((total, part) => total + ways(part), target)
    known.set(schema, Math.max(1, sum))
    return Math.max(1, sum)
  }
  return (schema) => ways(schema) > mostWays
}

function schemasIn(keyword: (typeof inPlace)[number], value: unknown): readonly JsonSchema[] {
  if (value === undefined) return []
  if (keyword === 'dependentSchemas') return Object.values(value as object) as JsonSchema[]
  return Array.isArray(value) ? (value as JsonSchema[]) : [value as JsonSchema]
}

/** What a schema has said of a value. */
interface Verdict {
  readonly isValid: boolean
  /** One error stands for all when it is asked again: they are listed already. */
  readonly error: ErrorObject | undefined
  readonly props: unknown
  readonly items: unknown
}

/** What ajv keeps of the properties and items that a schema has looked at, for `unevaluatedProperties`. */
interface Evaluated {
  props?: unknown
  items?: unknown
}

/** Has each schema judge each part of a value once, however many ways lead there. */
export interface Once {
  /** Lets a schema that ajv is about to compile judge each value at each place once. */
  wrap(schema: SchemaEnv): void
  /** What is judged from now on is another value. */
  begin(): void
}

/** Remembers, while one value is judged, what schemas have said of its parts. */
export function createOnce(): Once {
  let turn = 0
  const remembering = (run: AnyValidateFunction): AnyValidateFunction => {
    const known = new Map<string, Map<unknown, Verdict>>()
    let since = turn
    const judge = (data: unknown, context?: DataValidationCxt): boolean => {
      if (since !== turn) known.clear()
      since = turn
      const { instancePath = '' } = context ?? {}
      const here = known.get(instancePath) ?? new Map<unknown, Verdict>()
      known.set(instancePath, here)
      const before = here.get(data)
      const verdict = before ?? verdictOf(run, data, context)
      here.set(data, verdict)
      once.errors = (before ? before.error && [before.error] : run.errors) ?? null
      restore(run.evaluated, verdict)
      return verdict.isValid
    }
    const once = Object.assign(judge, run) as unknown as AnyValidateFunction
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
          wrapped = remembering(run)
        },
      })
    },
    begin() {
      turn += 1
    },
  }
}

function verdictOf(run: AnyValidateFunction, data: unknown, context: DataValidationCxt | undefined): Verdict {
  const isValid = run(data, context) as boolean
  const { props, items } = (run.evaluated ?? {}) as Evaluated
  return { isValid, error: run.errors?.[0], props: copyOf(props), items }
}

/** Ajv's code reads what was looked at from the function itself. */
function restore(evaluated: unknown, { props, items }: Verdict): void {
  if (evaluated === undefined) return
  Object.assign(evaluated as Evaluated, { props: copyOf(props), items })
}

/** Hands out copies of what has been looked at: whoever asks by `$ref` adds what it has looked at itself. */
export function handOutCopies(evaluated: Evaluated): void {
  let { props } = evaluated
  Object.defineProperty(evaluated, 'props', {
    enumerable: true,
    get: () => copyOf(props),
    set: (next: unknown) => {
      props = next
    },
  })
}

/** Whoever asked adds to it. */
function copyOf(props: unknown): unknown {
  return typeof props === 'object' && props !== null ? { ...props } : props
}
