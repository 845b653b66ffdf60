import { isDateTime } from '../../shared/date-time.ts'
import { isArray, isObject, type Json } from '../../shared/json.ts'

/** A subset of JSON Schema, as mutable data that a defect can loosen or tighten. */
export interface Shape {
  type: 'string' | 'integer' | 'boolean' | 'array' | 'object'
  enum?: Json[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: 'int32' | 'int64' | 'date-time'
  minProperties?: number
  required?: string[]
  properties?: Record<string, Shape>
  items?: Shape
}

export interface Violation {
  readonly path: string
  readonly keyword: string
  readonly message: string
}

/** Lists every way in which the value violates the shape. */
export function violations(shape: Shape, value: Json, path = ''): Violation[] {
  if (!hasType(shape.type, value))
    return [{ path, keyword: 'type', message: `Must be of type ${shape.type}.` }]
  const broken = Object.entries(limits).filter(([, limit]) => !limit(shape, value))
  const own = broken.map(([keyword]) => ({ path, keyword, message: `Breaks ${keyword}.` }))
  return [...own, ...missing(shape, value, path), ...nested(shape, value, path)]
}

function hasType(type: Shape['type'], value: Json): boolean {
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value)
  if (type === 'array') return isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}

type Limit = (shape: Shape, value: Json) => boolean

const limits: Readonly<Record<string, Limit>> = {
  enum: (shape, value) => shape.enum === undefined || shape.enum.includes(value),
  minLength: (shape, value) => typeof value !== 'string' || [...value].length >= (shape.minLength ?? 0),
  maxLength: (shape, value) =>
    typeof value !== 'string' || [...value].length <= (shape.maxLength ?? Infinity),
  minimum: (shape, value) => !isNumeric(value) || value >= (shape.minimum ?? -Infinity),
  maximum: (shape, value) => !isNumeric(value) || value <= (shape.maximum ?? Infinity),
  format: (shape, value) => shape.format === undefined || formats[shape.format](value),
  minProperties: (shape, value) =>
    !isObject(value) || Object.keys(value).length >= (shape.minProperties ?? 0),
}

const isNumeric = (value: Json): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

const formats: Readonly<Record<NonNullable<Shape['format']>, (value: Json) => boolean>> = {
  int32: (value) => isNumeric(value) && value >= -(2 ** 31) && value < 2 ** 31,
  int64: (value) => isNumeric(value) && value >= -(2n ** 63n) && value < 2n ** 63n,
  'date-time': (value) => typeof value === 'string' && isDateTime(value),
}

function missing(shape: Shape, value: Json, path: string): Violation[] {
  if (!isObject(value)) return []
  const absent = (shape.required ?? []).filter((name) => !Object.hasOwn(value, name))
  return absent.map((name) => ({
    path: `${path}/${name}`,
    keyword: 'required',
    message: `${name} is required.`,
  }))
}

function nested(shape: Shape, value: Json, path: string): Violation[] {
  if (isArray(value)) {
    return value.flatMap((item, index) =>
      shape.items ? violations(shape.items, item, `${path}/${index}`) : [],
    )
  }
  if (!isObject(value)) return []
  return Object.entries(shape.properties ?? {}).flatMap(([name, property]) =>
    Object.hasOwn(value, name) ? violations(property, value[name]!, `${path}/${name}`) : [],
  )
}
