import type { SchemaNode, SpecVersion } from '../document.ts'
import { isJsonObject, type Json, type JsonObject } from '../json.ts'
import { typeOfValue, type TypeName } from '../schemas/types.ts'

type Keywords = Readonly<Record<string, unknown>>

/** The schemas of what clients send of such values, by property. They say more than an example does. */
export interface Sent {
  readonly properties: ReadonlyMap<string, SchemaNode>
  /** Whether all the values may be valid by the schema. */
  readonly fits: (node: SchemaNode, values: readonly Json[]) => boolean
}

interface Reading {
  readonly version: SpecVersion
  readonly sent: Sent
  /** The number of levels to descend; deeper values get an empty schema. */
  readonly levels: number
}

const maxLevels = 16
/** The number of items of an array that are read. */
const maxItems = 100
const nothing: Sent = { properties: new Map(), fits: () => false }

/** Infers a schema that all the values are valid by. Properties that all objects have are required. */
export function schemaOf(values: readonly Json[], version: SpecVersion, sent: Sent = nothing): Keywords {
  return read(values, { version, sent, levels: maxLevels })
}

function read(values: readonly Json[], { levels, ...rest }: Reading): Keywords {
  const some = values.filter((value) => value !== null)
  const type = typeOfAll(some)
  if (type === undefined || levels === 0) return {}
  const nullable = some.length < values.length
  const types =
    rest.version === '3.0'
      ? { type, ...(nullable && { nullable }) }
      : { type: nullable ? [type, 'null'] : type }
  return { ...types, ...keywordsOf(type, some, { ...rest, levels: levels - 1 }) }
}

function typeOfAll(values: readonly Json[]): TypeName | undefined {
  const types = new Set(values.map((value) => (typeof value === 'bigint' ? 'integer' : typeOfValue(value))))
  if (types.size === 2 && types.has('integer') && types.has('number')) return 'number'
  return types.size === 1 ? [...types][0] : undefined
}

function keywordsOf(type: TypeName, values: readonly Json[], reading: Reading): Keywords {
  switch (type) {
    case 'object':
      return objectKeywords(values.filter(isJsonObject), reading)
    case 'array': {
      const arrays = values as readonly (readonly Json[])[]
      return {
        items: read(
          arrays.flatMap((items) => items.slice(0, maxItems)),
          reading,
        ),
      }
    }
    case 'string':
      return formatOf(values as readonly string[])
    default:
      return {}
  }
}

function objectKeywords(objects: readonly JsonObject[], reading: Reading): Keywords {
  const { properties: known, fits } = reading.sent
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const required = names.filter((name) => objects.every((object) => Object.hasOwn(object, name)))
  const isSent = names.filter((name) => known.has(name)).length >= known.size / 2
  const properties = names.map((name) => {
    const values = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] as Json] : []))
    const node = isSent ? known.get(name) : undefined
    return [name, node && fits(node, values) ? { $ref: node.pointer } : read(values, reading)]
  })
  return { properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
}

const formats: readonly (readonly [format: string, shape: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i],
  ['email', /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/],
  ['uri', /^https?:\/\/[^\s<>"{}|\\^`[\]]+$/],
]

function formatOf(texts: readonly string[]): Keywords {
  const format = formats.find(([, shape]) => texts.every((text) => shape.test(text)))?.[0]
  return format === undefined ? {} : { format }
}
