import { decodeBody } from './body.ts'
import type { Document, MediaType, Operation, Parameter, ParameterLocation, SchemaNode } from './document.ts'
import { header, type HttpRequest } from './http.ts'
import { isJsonPatch, matchMediaType } from './http/media-type.ts'
import type { Json, JsonObject } from './json.ts'
import { createParameterDecoder } from './parameters.ts'
import { documentResolver } from './schemas/resolver.ts'
import { resolveRef } from './schemas/subschemas.ts'
import { typesOf } from './schemas/types.ts'
import { memo } from './util/memo.ts'
import type { Issue, ValidateSchema, Validator } from './validate.ts'
import type { SchemaIssue } from './validation/issues.ts'

/** The decoded parameters and body of a request. Parameters that were not sent have their schema's default, if any. */
export interface RequestValues {
  readonly path: JsonObject
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  /** Undefined when there is no body. */
  readonly body: Json | Uint8Array | undefined
  /** The declared media type that matched the body. */
  readonly mediaType: MediaType | undefined
  /** The Content-Type of the body. */
  readonly contentType?: string | undefined
}

/** The JSON body of a request; undefined for other content, and when there is none. */
export function jsonSent({ body }: RequestValues): Json | undefined {
  return body instanceof Uint8Array ? undefined : body
}

/** The result of reading a request. The issues of parameters are listed in any case. */
export type RequestReading =
  | { readonly kind: 'read'; readonly values: RequestValues; readonly issues: readonly Issue[] }
  /** Invalid syntax: of JSON, UTF-8 or percent-encoding. */
  | { readonly kind: 'malformed'; readonly message: string; readonly issues: readonly Issue[] }
  /** The Content-Type is not declared. */
  | { readonly kind: 'unsupported'; readonly message: string; readonly issues: readonly Issue[] }

/** Decodes and validates requests of one operation; `params` are the path parameters, still percent-encoded. */
export type RequestReader = (request: HttpRequest, params: Readonly<Record<string, string>>) => RequestReading

type BodyReading =
  | {
      readonly kind: 'read'
      readonly body: RequestValues['body']
      readonly mediaType: MediaType | undefined
      readonly contentType: string | undefined
      readonly issues: readonly Issue[]
    }
  | { readonly kind: 'malformed' | 'unsupported'; readonly message: string }

type Place = Exclude<ParameterLocation, 'querystring'>
type Values = Record<Place, Record<string, Json>>

const noIssues: readonly Issue[] = []
const noBody: BodyReading = {
  kind: 'read',
  body: undefined,
  mediaType: undefined,
  contentType: undefined,
  issues: noIssues,
}

/** Creates the reader of an operation's requests. It reports all issues of parameters and body together. */
export function createRequestReader(
  document: Document,
  operation: Operation,
  validator: Validator,
): RequestReader {
  const resolve = documentResolver(document)
  const decode = createParameterDecoder(operation.parameters, resolve)
  const validateParameters = createParameterValidator(document, operation.parameters, validator)
  const readBody = createBodyReader(document, operation, validator)
  return (request, params) => {
    const decoded = decode(request, params)
    const { path, query, header: fields, cookie, issues: undecodable } = decoded
    const invalid = validateParameters(decoded)
    const parameterIssues = undecodable.length === 0 ? invalid : [...undecodable, ...invalid]
    const encoding = undecodable.find(({ keyword }) => keyword === 'encoding')
    if (encoding) return { kind: 'malformed', message: encoding.message, issues: parameterIssues }
    const reading = readBody(request)
    if (reading.kind !== 'read') return { ...reading, issues: parameterIssues }
    const { body, mediaType, contentType } = reading
    const issues = reading.issues.length === 0 ? parameterIssues : [...parameterIssues, ...reading.issues]
    const values = { path, query, header: fields, cookie, body, mediaType, contentType }
    return { kind: 'read', values, issues }
  }
}

interface ParameterCheck {
  readonly place: Place
  readonly name: string
  readonly node: SchemaNode | undefined
  /** Created for the first value. */
  validate: ValidateSchema | undefined
  readonly fallback: Json | undefined
}

/** Creates a function that validates the parameters that were sent, and sets the others to their default. */
function createParameterValidator(
  document: Document,
  parameters: readonly Parameter[],
  validator: Validator,
): (values: Values) => readonly Issue[] {
  const checks = parameters.map(({ in: place, name, schema: node }): ParameterCheck => {
    const resolved = node && resolveRef(document, node).schema
    return {
      place: place === 'querystring' ? 'query' : place,
      name: place === 'header' ? name.toLowerCase() : name,
      node,
      validate: undefined,
      fallback: typeof resolved === 'object' ? (resolved['default'] as Json | undefined) : undefined,
    }
  })
  return (values) => {
    let issues: Issue[] | undefined
    for (const parameter of checks) {
      const { place, name, node, fallback } = parameter
      const value = values[place]?.[name]
      if (value === undefined) {
        if (fallback !== undefined) values[place][name] = fallback
        continue
      }
      if (node === undefined) continue
      const invalid = (parameter.validate ??= validator.of(node, 'request'))(value)
      if (invalid.length > 0)
        issues = [...(issues ?? []), ...invalid.map((issue) => inParameter(issue, place, name))]
    }
    return issues ?? noIssues
  }
}

function inParameter(issue: SchemaIssue, place: Place, name: string): Issue {
  return { in: place, ...issue, path: `${name}${issue.path}` }
}

function createBodyReader(
  document: Document,
  operation: Operation,
  validator: Validator,
): (request: HttpRequest) => BodyReading {
  const { requestBody } = operation
  if (!requestBody || requestBody.content.length === 0) return () => noBody
  const resolve = documentResolver(document)
  const matching = memo((type) => matchMediaType(requestBody.content, type))
  const missing = [
    {
      in: 'body',
      path: '',
      keyword: 'required',
      message: 'The request must have a body.',
      schema: requestBody.pointer,
    },
  ] as const
  return ({ headers, body }) => {
    if (body === undefined || body.length === 0)
      return requestBody.required ? { ...noBody, issues: missing } : noBody
    const type = header(headers, 'content-type')
    const mediaType = type === undefined ? undefined : matching(type)
    if (type === undefined || !mediaType)
      return { kind: 'unsupported', message: unsupported(type, requestBody.content) }
    const decoded = decodeBody(body, type, mediaType, resolve)
    if (decoded.kind === 'malformed') return decoded
    const { value } = decoded
    // A JSON Patch is a list, which some documents describe as an object.
    const isList = Array.isArray(value) && isJsonPatch(mediaType.type)
    const { schema } = mediaType
    const isMistaken = isList && schema !== undefined && !typesOf(document, schema).has('array')
    const issues =
      schema && !isMistaken && !(value instanceof Uint8Array) ? validator.of(schema, 'request')(value) : []
    return {
      kind: 'read',
      body: value,
      mediaType,
      contentType: type,
      issues: issues.length === 0 ? noIssues : issues.map(inBody),
    }
  }
}

const inBody = (issue: SchemaIssue): Issue => ({ in: 'body', ...issue })

function unsupported(type: string | undefined, content: readonly MediaType[]): string {
  const accepted = content.map((mediaType) => `'${mediaType.type}'`).join(', ')
  const problem =
    type === undefined ? 'The body has no Content-Type' : `The Content-Type '${type}' is not accepted`
  return `${problem}; send ${accepted}.`
}
