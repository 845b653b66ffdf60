import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import type { Json } from './json.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Method } from './http.ts'

/** The document as parsed: plain JSON, with every `$ref` local (files are bundled by the loader) and kept. */
export type OpenApiObject = (OpenAPIV3.Document | OpenAPIV3_1.Document) & {
  readonly [extension: `x-${string}`]: unknown
}

export type SpecVersion = '3.0' | '3.1' | '3.2'

/** A Schema Object as written in the document; any keyword may hold anything. */
export type Schema = boolean | { readonly [keyword: string]: unknown }

/** JSON pointer as a URI fragment, `#/paths/~1pets/get` (RFC 6901 §6, not percent-encoded). */
export type Pointer = string

/** A schema and where it stands: the pointer is its identity, so that each is compiled once. */
export interface SchemaNode {
  readonly schema: Schema
  readonly pointer: Pointer
}

/** A place in the text of one file. */
export interface SourceLocation {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** Finds where the node at a pointer (or its nearest existing ancestor) stands in the text; undefined for an object. */
export type Locate = (pointer: Pointer) => SourceLocation | undefined

/** Something wrong with the document. `error`: the part it concerns cannot be served; `warning`: it can. */
export interface SpecProblem {
  /** Stable, kebab-case: `unresolved-ref`, `duplicate-operation-id`. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly pointer: Pointer
  readonly location: SourceLocation | undefined
}

/** A loaded document. Nothing in it ever changes. */
export interface Document {
  readonly version: SpecVersion
  /** What it was loaded from: a path, a URL, or `(object)`. */
  readonly source: string
  readonly root: OpenApiObject
  readonly problems: readonly SpecProblem[]
  readonly locate: Locate
}

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring'
export type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'form'
  | 'simple'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie'

/** An Example Object with a value, or the `example` beside which it stands, which is called so (OpenAPI 3.0.4 §4.7.19). */
export interface NamedExample {
  readonly name: string
  readonly value: Json
  readonly pointer: Pointer
}

/** Parameter Object with `$ref`s followed and defaults filled in (OpenAPI 3.0.4 §4.7.12). */
export interface Parameter {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
  readonly deprecated: boolean
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly allowReserved: boolean
  readonly allowEmptyValue: boolean
  /** Undefined only when neither `schema` nor `content` is given. */
  readonly schema: SchemaNode | undefined
  /** The media type that serialises it, when `content` is used instead of `schema`. */
  readonly content: MediaType | undefined
  readonly examples: readonly NamedExample[]
  readonly pointer: Pointer
}

/** Header Object: a Parameter without `name` and `in`, always style `simple`. */
export type HeaderParameter = Parameter

/** Media Type Object, with the key it stands under (OpenAPI 3.0.4 §4.7.14). */
export interface MediaType {
  /** The key as written, `application/json; charset=utf-8`. */
  readonly type: string
  readonly schema: SchemaNode | undefined
  readonly examples: readonly NamedExample[]
  /** Encoding Object by property name, as written. */
  readonly encoding: Readonly<Record<string, unknown>>
  readonly pointer: Pointer
}

/** Request Body Object with `$ref`s followed (OpenAPI 3.0.4 §4.7.13). */
export interface RequestBody {
  readonly required: boolean
  readonly content: readonly MediaType[]
  readonly pointer: Pointer
}

/** Response Object with `$ref`s followed, and the key it stands under (OpenAPI 3.0.4 §4.7.17). */
export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  readonly description: string
  readonly headers: readonly HeaderParameter[]
  readonly content: readonly MediaType[]
  readonly links: readonly Link[]
  readonly pointer: Pointer
}

/** Link Object (OpenAPI 3.0.4 §4.7.20) with its target resolved to an operation id. */
export interface Link {
  readonly name: string
  readonly operationId: string | undefined
  /** Parameter name, optionally qualified (`path.id`), to a runtime expression or constant. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly requestBody: unknown
  readonly pointer: Pointer
}

/** Security Scheme Object with `$ref`s followed. */
export interface SecurityScheme {
  readonly name: string
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS'
  /** HTTP authentication scheme in lower case (`bearer`, `basic`) when type is `http`. */
  readonly scheme: string | undefined
  readonly in: 'query' | 'header' | 'cookie' | undefined
  readonly parameterName: string | undefined
  /** The object as written, for flows and URLs. */
  readonly raw: Readonly<Record<string, unknown>>
}

/** All of these schemes together satisfy the requirement; none at all means anonymous access. */
export type SecurityRequirement = readonly {
  readonly scheme: SecurityScheme
  readonly scopes: readonly string[]
}[]

/** Operation Object with its method and path, and what it has of the path and the document (OpenAPI 3.0.4 §4.7.10). */
export interface Operation {
  /** `operationId`, made unique; `GET /pets` when the document gives none. */
  readonly id: string
  readonly method: Method
  /** Path template, `/pets/{petId}`. */
  readonly path: string
  readonly summary: string | undefined
  readonly description: string | undefined
  readonly tags: readonly string[]
  /** Path-level ones merged in; `Accept`, `Content-Type`, `Authorization` headers left out (OpenAPI 3.0.4 §4.7.12.1). */
  readonly parameters: readonly Parameter[]
  readonly requestBody: RequestBody | undefined
  readonly responses: readonly Response[]
  /** Alternatives, any of which admits; empty when the operation is open. */
  readonly security: readonly SecurityRequirement[]
  readonly lifecycle: Lifecycle
  readonly pointer: Pointer
}

/** The path parameter of that name; undefined when the operation has none. */
export function pathParameter({ parameters }: Operation, name: string | undefined): Parameter | undefined {
  return parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
}

/** The response an operation declares for a status: the exact one, then `4XX`, then `default`. */
export function responseFor({ responses }: Operation, status: number): Response | undefined {
  const exact = String(status)
  let ranged: Response | undefined
  let fallback: Response | undefined
  for (const response of responses) {
    const declared = response.status
    if (declared === exact) return response
    if (declared === 'default') fallback ??= response
    else if (declared[0] === exact[0] && declared.slice(1) === 'XX') ranged ??= response
  }
  return ranged ?? fallback
}

/** The operations that name a status; where none does, those that describe it among others. */
export function describing(operations: readonly Operation[], status: number): readonly Operation[] {
  const named = operations.filter(({ responses }) => responses.some((each) => each.status === String(status)))
  return named.length > 0 ? named : operations.filter((each) => responseFor(each, status) !== undefined)
}

/** Whether all that an operation does is to change to another protocol, such as WebSocket (RFC 9110 §15.2.2). */
export function isUpgrade({ responses }: Operation): boolean {
  const statuses = responses.map(({ status }) => status)
  return statuses.includes('101') && !statuses.some((status) => /^[23]|^default$/.test(status))
}
