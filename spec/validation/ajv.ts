import { _, Ajv2020, type CodeKeywordDefinition } from 'ajv/dist/2020.js'
import type { SchemaEnv } from 'ajv/dist/compile/index.js'
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js'
import { callRef } from 'ajv/dist/vocabularies/core/ref.js'
import { equalJson, type Json } from '../json.ts'
import { canonicalJson, equalItems } from '../json/canonical.ts'
import { toPattern } from '../patterns/pattern.ts'
import type { JsonSchema } from '../schema.ts'
import { addFormats } from './formats.ts'
import { compileLargeChoices } from './large-choices.ts'
import type { Once } from './validate-once.ts'

/**
 * Creates an ajv instance with our formats and replacements for keywords that are slow or unsafe in its own implementation.
 *
 * @param targetOf the compiled target of a `$ref`
 */
export function createAjv(
  targetOf: (ref: string) => object,
  hasManyPaths: (schema: JsonSchema) => boolean,
  once: Once,
): Ajv2020 {
  const regExp = Object.assign((source: string) => toPattern(source) ?? /(?:)/, { code: 'toPattern' })
  const process = (code: string, schema?: SchemaEnv): string => {
    if (schema && hasManyPaths(schema.schema)) once.wrap(schema)
    return appendErrorsInPlace(code)
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
  compileRefsLazily(ajv, targetOf)
  compileLargeChoices(ajv)
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
 * Ajv compiles a schema together with all it refers to: hundreds of schemas, of which a value uses a few. Here each target
 * is compiled when the first value reaches it.
 */
function compileRefsLazily(ajv: Ajv2020, targetOf: (ref: string) => object): void {
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

/** Ajv's own comparison calls `valueOf` and `toString` of objects, which may be members of a body. */
function compareByValue(ajv: Ajv2020, keyword: string, allowed: (schema: Json) => readonly Json[]): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
  const { code } = definition
  definition.code = (context, ruleType) => {
    const values = allowed(context.schema as Json)
    const hasObjects = values.some((value) => typeof value === 'object' && value !== null)
    if (!hasObjects && values.length < manyValues) return code(context, ruleType)
    const ref = values.length > maxLinear ? isInSet(values) : isInList(values)
    context.fail(_`!${context.gen.scopeValue('func', { ref })}(${context.data})`)
  }
}

/** Up to this many values are compared one by one. */
const maxLinear = 16

/** From this many scalars on, a set is faster than ajv's comparison one by one. */
const manyValues = 200

const isInList =
  (values: readonly Json[]) =>
  (value: Json): boolean =>
    values.some((allowed) => equalJson(allowed, value))

function isInSet(values: readonly Json[]): (value: Json) => boolean {
  let texts: ReadonlySet<string> | undefined
  return (value) => (texts ??= new Set(values.map(canonicalJson))).has(canonicalJson(value))
}

/** Ajv copies all earlier errors for each `$ref`, which takes minutes for a long list of invalid items. Appends them instead. */
function appendErrorsInPlace(code: string): string {
  return code.replaceAll(
    /vErrors\.concat\(([\w.]+)\)/g,
    '($1.forEach((each) => vErrors.push(each)), vErrors)',
  )
}

/** Ajv's own compares every item with every other, which takes minutes for a megabyte of items. */
const hasNoEqualItems: SchemaValidateFunction = (
  isUnique: boolean,
  items: readonly Json[],
  parentSchema?: object,
) => {
  const equal = isUnique && items.length > 1 ? equalItems(items) : undefined
  if (equal === undefined) return true
  const [j, i] = equal
  hasNoEqualItems.errors = [{ keyword: 'uniqueItems', params: { i, j }, parentSchema: parentSchema ?? {} }]
  return false
}
