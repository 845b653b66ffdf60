import addFormats, { type FormatsPlugin } from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isDateTime } from '../shared/date-time.ts'
import { isArray, isObject, type Json, type JsonObject } from '../shared/json.ts'
import { viewOf, type Direction } from './directional-schemas.ts'

interface Violation {
  readonly path: string
  readonly keyword: string
  readonly message: string
}

/** Lists every way in which a value violates the schema at a JSON Pointer of the document. */
export type Validate = (pointer: string, value: Json) => readonly Violation[]

const schemaId = 'document:'

/** Returns the cached validator of an equal document, since compiling takes longest. */
export function createValidator(document: JsonObject, direction: Direction): Validate {
  const key = `${direction} ${JSON.stringify(document)}`
  const validate = validators.get(key) ?? compile(document, direction)
  validators.set(key, validate)
  return validate
}

const validators = new Map<string, Validate>()

function compile(document: JsonObject, direction: Direction): Validate {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    multipleOfPrecision: 9,
  })
  ;(addFormats as unknown as FormatsPlugin)(ajv, [
    'date',
    'uuid',
    'uri',
    'uri-reference',
    'email',
    'ipv4',
    'json-pointer',
  ])
  ajv.addFormat('date-time', { type: 'string', validate: isDateTime })
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value: number) => value >= -(2 ** 31) && value < 2 ** 31,
  })
  ajv.addFormat('int64', {
    type: 'number',
    validate: (value: number) => value >= -(2 ** 63) && value < 2 ** 63,
  })
  ajv.addSchema(viewOf(document, direction), schemaId)
  return (pointer, value) => {
    const validate = ajv.getSchema(`${schemaId}#${pointer.split('/').map(encodeURIComponent).join('/')}`)
    if (validate === undefined) throw new Error(`There is no schema at ${pointer}.`)
    void validate(withoutBigints(value))
    return (validate.errors ?? []).map(({ instancePath, keyword, params, message = '' }) => {
      const { missingProperty } = params as { readonly missingProperty?: string }
      const path = missingProperty === undefined ? instancePath : `${instancePath}/${missingProperty}`
      return { path, keyword, message: `Breaks ${keyword}: ${message}.` }
    })
  }
}

const largest = 9223372036854774784

/** ajv does not support bigints: one within int64 becomes the nearest double within int64. */
function withoutBigints(value: Json): Json {
  if (typeof value === 'bigint')
    return value >= -(2n ** 63n) && value < 2n ** 63n ? Math.min(Number(value), largest) : Number(value)
  if (isArray(value)) return value.map(withoutBigints)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigints(member)]))
}
