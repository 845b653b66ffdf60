import { readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { isArray, isObject, type Json, type JsonObject, textOf } from '../shared/json.ts'

/** An object of a document, which a defect may change. */
export type Part = Record<string, Json>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly style: string
  readonly explode: boolean
  /** Whether its value is JSON, rather than of that style. */
  readonly isJson: boolean
  readonly schema: JsonObject
  /** JSON Pointer of the schema. */
  readonly pointer: string
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly template: string
  readonly parameters: readonly Parameter[]
  readonly bodyRequired: boolean
  /** JSON Pointers of the body's schemas, by media type. */
  readonly bodies: Readonly<Record<string, string>>
  /** Whether it wants no credentials, whatever other operations want. */
  readonly isOpen: boolean
  /** Whether a success has content. */
  readonly hasContent: boolean
  /** Whether a success has an ETag. */
  readonly hasTag: boolean
}

const documents = new Map<string, JsonObject>()

/** Returns a copy of the document, since a defect may change it. */
export function readDocument(path: string): JsonObject {
  const known = documents.get(path) ?? (parseYaml(readFileSync(path, 'utf8')) as JsonObject)
  documents.set(path, known)
  return structuredClone(known)
}

/** The object at a JSON Pointer. References on the way are not followed. */
export function partAt(document: JsonObject, pointer: string): Part {
  const names = pointer.split('/').slice(1)
  let part: Json | undefined = document
  for (const name of names)
    part = (part as Part | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')]
  if (part === undefined || !isObject(part)) throw new Error(`There is no object at ${pointer}.`)
  return part
}

/** The pointer itself, or the pointer that its `$ref` leads to. */
export function resolve(document: JsonObject, pointer: string): string {
  const { $ref } = partAt(document, pointer)
  return typeof $ref === 'string' ? resolve(document, $ref.slice(1)) : pointer
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

/** The operations, those of concrete paths before those of templated ones (OpenAPI 3.0.4 §4.7.8.2). */
export function operationsOf(document: JsonObject): readonly Operation[] {
  const templates = Object.keys(partAt(document, '/paths')).sort((a, b) => concreteFirst(a, b))
  return templates.flatMap((template) => {
    const pointer = `/paths/${escape(template)}`
    const own = methods.filter((method) => Object.hasOwn(partAt(document, pointer), method))
    return own.map((method) => readOperation(document, template, method, pointer))
  })
}

const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
const concreteFirst = (a: string, b: string): number => a.split('{').length - b.split('{').length

function readOperation(document: JsonObject, template: string, method: string, path: string): Operation {
  const pointer = `${path}/${method}`
  const successResponses = successes(document, pointer)
  const body =
    'requestBody' in partAt(document, pointer) ? resolve(document, `${pointer}/requestBody`) : undefined
  return {
    id: textOf(partAt(document, pointer)['operationId']),
    method: method.toUpperCase(),
    template,
    parameters: [path, pointer].flatMap((owner) => parametersOf(document, owner)),
    bodyRequired: body !== undefined && partAt(document, body)['required'] === true,
    bodies: body === undefined ? {} : schemasOf(document, body),
    isOpen: (partAt(document, pointer)['security'] as Json[] | undefined)?.length === 0,
    hasContent: successResponses.some((response) => 'content' in response),
    hasTag: successResponses.some(({ headers }) => isObject(headers ?? null) && 'ETag' in (headers as Part)),
  }
}

function successes(document: JsonObject, operation: string): Part[] {
  const statuses = Object.keys(partAt(document, `${operation}/responses`)).filter((status) =>
    status.startsWith('2'),
  )
  return statuses.map((status) => partAt(document, resolve(document, `${operation}/responses/${status}`)))
}

function schemasOf(document: JsonObject, body: string): Record<string, string> {
  const types = Object.keys(partAt(document, `${body}/content`))
  return Object.fromEntries(types.map((type) => [type, `${body}/content/${escape(type)}/schema`]))
}

function parametersOf(document: JsonObject, owner: string): Parameter[] {
  const { parameters = [] } = partAt(document, owner)
  if (!isArray(parameters)) return []
  return parameters.map((_, index) =>
    readParameter(document, resolve(document, `${owner}/parameters/${index}`)),
  )
}

function readParameter(document: JsonObject, pointer: string): Parameter {
  const { name, in: place, required, style, explode, content } = partAt(document, pointer)
  const isForm = place === 'query' || place === 'cookie'
  const styled = typeof style === 'string' ? style : isForm ? 'form' : 'simple'
  const isJson = content !== undefined
  const schema = resolve(document, `${pointer}${isJson ? '/content/application~1json' : ''}/schema`)
  return {
    name: textOf(name),
    in: place as Parameter['in'],
    required: required === true,
    style: styled,
    explode: typeof explode === 'boolean' ? explode : styled === 'form',
    isJson,
    schema: partAt(document, schema),
    pointer: schema,
  }
}
