import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'
import type { Method } from './http.ts'
import type { Json } from './json.ts'
import type { Lifecycle } from './lifecycle.ts'

/** The document as parsed: plain JSON. Its `$ref`s are kept, and all local: the loader has bundled its files. */
export type OpenApiObject = (OpenAPIV3.Document | OpenAPIV3_1.Document) & {
  readonly [extension: `x-${string}`]: unknown
}

export type SpecVersion = '3.0' | '3.1' | '3.2'

/** A Schema Object as written in the document: the values of its keywords may be invalid. */
export type Schema = boolean | { readonly [keyword: string]: unknown }

/** A JSON pointer as a URI fragment, `#/paths/~1pets/get`, not percent-encoded (RFC 6901 §6). */
export type Pointer = string

/** A schema and its pointer, which identifies it: each schema is compiled once. */
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
  /** The path or URL it was loaded from, or `(object)`. */
  readonly source: string
  readonly root: OpenApiObject
  readonly problems: readonly SpecProblem[]
  readonly locate: Locate
  /** Whether it is known to have neither problems nor invalid examples, so that nothing looks for them: the embedded document. */
  readonly verified?: boolean
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

/** An Example Object with a value (OpenAPI 3.0.4 §4.7.19), or the value of an `example` field, which is named `example`. */
export interface NamedExample {
  readonly name: string
  readonly value: Json
  readonly pointer: Pointer
}

/** A Parameter Object with `$ref`s resolved and defaults filled in (OpenAPI 3.0.4 §4.7.12). */
export interface Parameter {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
  readonly deprecated: boolean
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly allowReserved: boolean
  readonly allowEmptyValue: boolean
  /** Undefined only when it has neither `schema` nor `content`. */
  readonly schema: SchemaNode | undefined
  /** The media type it is serialized as, when it has `content` instead of `schema`. */
  readonly content: MediaType | undefined
  readonly examples: readonly NamedExample[]
  /** The members of an object that a query has in parts, `page[size]=3`, by name. */
  readonly members?: ReadonlyMap<string, Parameter> | undefined
  readonly pointer: Pointer
}

/** A Header Object; `name` is its key, `in` is `header` and `style` is `simple`. */
export type HeaderParameter = Parameter

/** A Media Type Object with its key (OpenAPI 3.0.4 §4.7.14). */
export interface MediaType {
  /** The key as written, `application/json; charset=utf-8`. */
  readonly type: string
  /** The schema of the content; of sequential content, of the array of its items. */
  readonly schema: SchemaNode | undefined
  /** The schema of each item of sequential content (OpenAPI 3.2 §4.14.2). */
  readonly itemSchema?: SchemaNode
  readonly examples: readonly NamedExample[]
  /** Encoding Objects by property name, as written. */
  readonly encoding: Readonly<Record<string, unknown>>
  readonly pointer: Pointer
}

/** A Request Body Object with `$ref`s resolved (OpenAPI 3.0.4 §4.7.13). */
export interface RequestBody {
  readonly required: boolean
  readonly content: readonly MediaType[]
  readonly pointer: Pointer
}

/** A Response Object with `$ref`s resolved, and its key (OpenAPI 3.0.4 §4.7.17). */
export interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string
  /** Without the {@link errorCodes} that it names. */
  readonly description: string
  readonly headers: readonly HeaderParameter[]
  readonly content: readonly MediaType[]
  readonly links: readonly Link[]
  readonly errorCodes: readonly ErrorCode[]
  readonly pointer: Pointer
}

/** What a description says of a refusal, and the code that it names for it: "409 with code `email_taken` if the email is taken". */
export interface ErrorCode {
  readonly status: number
  readonly code: string | undefined
  readonly sentence: string
}

/** A Link Object (OpenAPI 3.0.4 §4.7.20) with its target resolved to an operation id. */
export interface Link {
  readonly name: string
  readonly operationId: string | undefined
  /** Runtime expressions or constants by parameter name, which may be qualified (`path.id`). */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly requestBody: unknown
  readonly pointer: Pointer
}

/** A Security Scheme Object with `$ref`s resolved (OpenAPI 3.0.4 §4.7.27). */
export interface SecurityScheme {
  readonly name: string
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS'
  /** HTTP authentication scheme in lower case (`bearer`, `basic`) when type is `http`. */
  readonly scheme: string | undefined
  readonly in: 'query' | 'header' | 'cookie' | undefined
  readonly parameterName: string | undefined
  /** The object as written; it has the flows and URLs. */
  readonly raw: Readonly<Record<string, unknown>>
}

/** All of its schemes must be satisfied; an empty requirement allows anonymous access. */
export type SecurityRequirement = readonly {
  readonly scheme: SecurityScheme
  readonly scopes: readonly string[]
}[]

/** An Operation Object with its method and path, and what it inherits from path item and document (OpenAPI 3.0.4 §4.7.10). */
export interface Operation {
  /** The `operationId`, made unique; `GET /pets` when there is none. */
  readonly id: string
  readonly method: Method
  /** The path template, `/pets/{petId}`. */
  readonly path: string
  readonly summary: string | undefined
  /** Without the {@link errorCodes} that it names. */
  readonly description: string | undefined
  readonly errorCodes: readonly ErrorCode[]
  readonly tags: readonly string[]
  /** With those of the path item; without `Accept`, `Content-Type` and `Authorization` (OpenAPI 3.0.4 §4.7.12.1). */
  readonly parameters: readonly Parameter[]
  readonly requestBody: RequestBody | undefined
  readonly responses: readonly Response[]
  /** Alternatives, one of which must be satisfied; empty when the operation needs no authentication. */
  readonly security: readonly SecurityRequirement[]
  readonly lifecycle: Lifecycle
  readonly pointer: Pointer
}

/** The path parameter of that name, if the operation has one. */
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

/** Whether every alternative of the operation's `security` requires some scheme. */
export function needsCredentials({ security }: Operation): boolean {
  return security.length > 0 && security.every((requirement) => requirement.length > 0)
}

/** Whether an operation has a response for a status: a text that names the status may be about `4XX` or `default`. */
export const declaresStatus = (operation: Operation, status: number): boolean =>
  responseFor(operation, status) !== undefined

/** The operations that declare exactly that status; if there are none, those with a response for it (`4XX`, `default`). */
export function operationsWithResponse(
  operations: readonly Operation[],
  status: number,
): readonly Operation[] {
  const exact = operations.filter(({ responses }) =>
    responses.some((response) => response.status === String(status)),
  )
  return exact.length > 0 ? exact : operations.filter((operation) => declaresStatus(operation, status))
}

/** Whether an operation only switches to another protocol, such as WebSocket (RFC 9110 §15.2.2). */
export function isUpgrade({ responses }: Operation): boolean {
  const statuses = responses.map(({ status }) => status)
  return statuses.includes('101') && !statuses.some((status) => /^[23]|^default$/.test(status))
}
