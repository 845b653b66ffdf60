import { decodeBody } from './body.ts'
import type { Document, MediaType, Operation, Parameter, ParameterLocation, SchemaNode } from './document.ts'
import { header, type HttpRequest } from './http.ts'
import type { Json, JsonObject } from './json.ts'
import { matchMediaType } from './http/media-type.ts'
import { memo } from './util/memo.ts'
import { createParameterDecoder } from './parameters.ts'
import { resolveRef } from './schemas/subschemas.ts'
import { documentResolver } from './schemas/resolver.ts'
import type { Issue, ValidateSchema, Validator } from './validate.ts'
import type { SchemaIssue } from './validation/issues.ts'

/** A request's parameters and body, decoded; parameters not sent are absent, defaults of the schema filled in. */
export interface RequestValues {
  readonly path: JsonObject
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  /** Undefined when there is no body. */
  readonly body: Json | Uint8Array | undefined
  /** The declared media type that matched the body. */
  readonly mediaType: MediaType | undefined
}

/** The JSON that a request has for its body; undefined for other content, and for none. */
export function jsonSent({ body }: RequestValues): Json | undefined {
  return body instanceof Uint8Array ? undefined : body
}

/** What reading a request came to. Only what was read has values; issues of parameters are told in any case. */
export type RequestReading =
  | { readonly kind: 'read'; readonly values: RequestValues; readonly issues: readonly Issue[] }
  /** No JSON, bad UTF-8, duplicate keys, bad percent-encoding. */
  | { readonly kind: 'malformed'; readonly message: string; readonly issues: readonly Issue[] }
  /** The Content-Type is not declared. */
  | { readonly kind: 'unsupported'; readonly message: string; readonly issues: readonly Issue[] }

/** Decodes and validates requests of one operation; `params` are the path's parameters, still percent-encoded. */
export type RequestReader = (request: HttpRequest, params: Readonly<Record<string, string>>) => RequestReading

type BodyReading =
  | {
      readonly kind: 'read'
      readonly body: RequestValues['body']
      readonly mediaType: MediaType | undefined
      readonly issues: readonly Issue[]
    }
  | { readonly kind: 'malformed' | 'unsupported'; readonly message: string }

type Place = Exclude<ParameterLocation, 'querystring'>
type Values = Record<Place, Record<string, Json>>

const noIssues: readonly Issue[] = []
const noBody: BodyReading = { kind: 'read', body: undefined, mediaType: undefined, issues: noIssues }

/** Works out once per operation how its requests are read. Every issue is reported: parameters and body together. */
export function createRequestReader(
  document: Document,
  operation: Operation,
  validator: Validator,
): RequestReader {
  const resolve = documentResolver(document)
  const decode = createParameterDecoder(operation.parameters, resolve)
  const judge = createParameterJudge(document, operation.parameters, validator)
  const readBody = createBodyReader(document, operation, validator)
  return (request, params) => {
    const decoded = decode(request, params)
    const { path, query, header: fields, cookie, issues: undecodable } = decoded
    const misplaced = judge(decoded)
    const found = undecodable.length === 0 ? misplaced : [...undecodable, ...misplaced]
    const encoding = undecodable.find(({ keyword }) => keyword === 'encoding')
    if (encoding) return { kind: 'malformed', message: encoding.message, issues: found }
    const reading = readBody(request)
    if (reading.kind !== 'read') return { ...reading, issues: found }
    const { body, mediaType } = reading
    const issues = reading.issues.length === 0 ? found : [...found, ...reading.issues]
    return { kind: 'read', values: { path, query, header: fields, cookie, body, mediaType }, issues }
  }
}

interface JudgedParameter {
  readonly place: Place
  readonly name: string
  readonly node: SchemaNode | undefined
  /** Made for the first value. */
  validate: ValidateSchema | undefined
  readonly fallback: Json | undefined
}

/** Validates each parameter that was sent and gives each that was not its schema's default. */
function createParameterJudge(
  document: Document,
  parameters: readonly Parameter[],
  validator: Validator,
): (values: Values) => readonly Issue[] {
  const judged = parameters.map(({ in: place, name, schema: node }): JudgedParameter => {
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
    for (const parameter of judged) {
      const { place, name, node, fallback } = parameter
      const value = values[place]?.[name]
      if (value === undefined) {
        if (fallback !== undefined) values[place][name] = fallback
        continue
      }
      if (node === undefined) continue
      const found = (parameter.validate ??= validator.of(node, 'request'))(value)
      if (found.length > 0)
        issues = [...(issues ?? []), ...found.map((issue) => inParameter(issue, place, name))]
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
    const issues =
      mediaType.schema && !(value instanceof Uint8Array)
        ? validator.of(mediaType.schema, 'request')(value)
        : []
    return {
      kind: 'read',
      body: value,
      mediaType,
      issues: issues.length === 0 ? noIssues : issues.map(inBody),
    }
  }
}

const inBody = (issue: SchemaIssue): Issue => ({ in: 'body', ...issue })

function unsupported(type: string | undefined, content: readonly MediaType[]): string {
  const accepted = content.map((each) => `'${each.type}'`).join(', ')
  return `${type === undefined ? 'The body has no Content-Type' : `The Content-Type '${type}' is not accepted`}; send ${accepted}.`
}
