import { isImpossible, type Impossible } from '../../contracts/generate/impossible.ts'
import { encodeBody } from '../../spec/body.ts'
import type { Document, MediaType, Operation, Parameter, SchemaNode } from '../../spec/document.ts'
import type { HttpRequest } from '../../spec/http.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters/encode-parameters.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import type { Values } from './values.ts'

/** The reason why no request can be generated. */
export interface Unrequestable {
  readonly reason: string
}

/** Values that replace generated ones in a request. */
export interface Wishes {
  readonly path: Readonly<Record<string, Json>>
  /** Replaces values in the generated body. */
  readonly amend?: (body: Json) => Json
}

/** Generates a valid request with the required parameters and a body, if the operation has one. */
export function requestFor(
  document: Document,
  generator: Values,
  operation: Operation,
  { path, amend = (body) => body }: Wishes,
): HttpRequest | Unrequestable {
  const values: Record<'path' | 'query' | 'header' | 'cookie', Record<string, Json>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  }
  for (const parameter of operation.parameters) {
    if (!parameter.required) continue
    const node = parameter.schema ?? parameter.content?.schema
    const given = parameter.in === 'path' ? path[parameter.name] : unconditional(parameter)
    const value = given ?? (node ? generator.valid(node, 'request', 1) : 'x')
    if (isImpossible(value)) return { reason: `parameter ${parameter.name}: ${value.reason}` }
    const text =
      parameter.in === 'path' && (value === '' || (Array.isArray(value) && value.length === 0)) ? 'x' : value
    values[parameter.in === 'querystring' ? 'query' : parameter.in][parameter.name] = text
  }
  const encoded = encodeParameters(operation.path, operation.parameters, values)
  const content = bodyOf(document, generator, operation, amend)
  if (content && 'reason' in content) return content
  return {
    method: operation.method,
    path: encoded.path,
    query: encoded.query,
    headers: { ...encoded.headers, ...content?.headers },
    body: content?.body,
  }
}

/** A precondition that any existing record meets (RFC 9110 §13.1.1), since no entity tag has been read yet. */
function unconditional({ in: place, name }: Parameter): string | undefined {
  return place === 'header' && name.toLowerCase() === 'if-match' ? '*' : undefined
}

function bodyOf(
  document: Document,
  generator: Values,
  operation: Operation,
  amend: (body: Json) => Json,
): Pick<HttpRequest, 'headers' | 'body'> | Unrequestable | undefined {
  const mediaType = preferred(operation.requestBody?.content ?? [])
  if (!mediaType) return undefined
  const value = mediaType.schema ? valueFor(generator, mediaType, mediaType.schema) : {}
  if (isImpossible(value)) {
    return operation.requestBody?.required ? { reason: `body: ${value.reason}` } : undefined
  }
  const resolve = (node: SchemaNode): SchemaNode['schema'] => resolveRef(document, node).schema
  const { bytes, contentType } = encodeBody(amend(value), mediaType, resolve)
  return { headers: { 'content-type': contentType }, body: bytes }
}

/** Generates a body. For forms, which cannot represent an empty array, it is the first value without one. */
function valueFor(generator: Values, { type }: MediaType, schema: SchemaNode): Json | Impossible {
  const first = generator.valid(schema, 'request', 1)
  if (!/form/.test(type) || isImpossible(first)) return first
  for (let seed = 1; seed < 20; seed += 1) {
    const value = generator.valid(schema, 'request', seed)
    if (!isImpossible(value) && !hasEmptyList(value)) return value
  }
  return first
}

function hasEmptyList(value: Json): boolean {
  return (
    isJsonObject(value) && Object.values(value).some((member) => Array.isArray(member) && member.length === 0)
  )
}

function preferred(content: readonly MediaType[]): MediaType | undefined {
  return content.find(({ type }) => /json/i.test(type)) ?? content[0]
}
