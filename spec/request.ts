import type { HttpRequest } from './http.ts'
import type { Issue, Validator } from './validate.ts'
import type { Json, JsonObject } from './json.ts'
import type { Document, MediaType, Operation } from './document.ts'

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

/** Why a request could not be read. `malformed`: no JSON, bad UTF-8, duplicate keys. `unsupported`: the Content-Type is not declared. */
export type RequestReading =
  | { readonly kind: 'read'; readonly values: RequestValues; readonly issues: readonly Issue[] }
  | { readonly kind: 'malformed' | 'unsupported'; readonly message: string; readonly issues: readonly Issue[] }

/** Decodes and validates requests of one operation; `params` are the path's parameters, still percent-encoded. */
export type RequestReader = (request: HttpRequest, params: Readonly<Record<string, string>>) => RequestReading

export declare function createRequestReader(document: Document, operation: Operation, validator: Validator): RequestReader
