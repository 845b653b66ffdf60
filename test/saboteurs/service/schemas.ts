import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats, { type FormatsPlugin } from 'ajv-formats'
import { isArray, isObject, type Json, type JsonObject } from '../json.ts'
import { isDateTime, type Violation } from '../shapes.ts'
import { viewOf, type Direction } from './view.ts'

/** Every way in which a value breaks the schema at a pointer of the document. */
export type Judge = (pointer: string, value: Json) => readonly Violation[]

const name = 'document:'

/** The same one for the same document, as compiling takes longer than all the rest. */
export function createJudge(document: JsonObject, direction: Direction): Judge {
  const key = `${direction} ${JSON.stringify(document)}`
  const judge = judges.get(key) ?? compile(document, direction)
  judges.set(key, judge)
  return judge
}

const judges = new Map<string, Judge>()

function compile(document: JsonObject, direction: Direction): Judge {
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
  ajv.addSchema(viewOf(document, direction), name)
  return (pointer, value) => {
    const validate = ajv.getSchema(`${name}#${pointer.split('/').map(encodeURIComponent).join('/')}`)
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

/** ajv knows no bigint: one within int64 becomes a double within int64. */
function withoutBigints(value: Json): Json {
  if (typeof value === 'bigint')
    return value >= -(2n ** 63n) && value < 2n ** 63n ? Math.min(Number(value), largest) : Number(value)
  if (isArray(value)) return value.map(withoutBigints)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withoutBigints(each)]))
}
