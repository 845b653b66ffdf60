import { _, Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js'
import type { SchemaEnv } from 'ajv/dist/compile/index.js'
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js'
import { callRef } from 'ajv/dist/vocabularies/core/ref.js'
import { canonicalJson, equalItems } from '../json/canonical.ts'
import { addFormats } from './formats.ts'
import { equalJson, type Json } from '../json.ts'
import { toPattern } from '../patterns/pattern.ts'
import type { JsonSchema } from '../schema.ts'
import type { Once } from './validate-once.ts'
import { placeBranchesSideBySide } from './large-choices.ts'

/** @param targetOf what a `$ref` leads to, compiled */
export function createAjv(
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
