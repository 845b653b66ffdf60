/**
 * The types of requests and answers. They are in one file because they refer to each other: a draft is bound to fixtures,
 * and a fixture keeps the answer that created it.
 */
import type { Document, MediaType, Operation } from '../spec/document.ts'
import type { Json, JsonObject } from '../spec/json.ts'
import type { Issue } from '../spec/validate.ts'
import type { Exchange } from './client/client.ts'

/** A request of an operation as values, before they are encoded. */
export interface Draft {
  readonly operation: Operation
  /** The method if it is not the operation's: HEAD, or one that the path does not have. */
  readonly method?: string
  readonly path: JsonObject
  readonly query: JsonObject
  readonly header: JsonObject
  readonly cookie: JsonObject
  readonly body: DraftBody | undefined
  /** Header fields that are not parameters of the operation, with names in lower case. */
  readonly fields?: Readonly<Record<string, string>>
  /** Sent instead of the encoded path or query. */
  readonly raw?: { readonly path?: string; readonly query?: string }
  readonly bindings: readonly Binding[]
  readonly version?: DraftVersion
}

export type DraftBody =
  | {
      readonly kind: 'value'
      readonly mediaType: MediaType
      readonly value: Json
      /** Sent instead of the media type's own. */
      readonly contentType?: string
    }
  /** Sent unchanged. */
  | { readonly kind: 'bytes'; readonly contentType: string | undefined; readonly bytes: Uint8Array }

/** A version in a request body. It is replaced by the record's current version when the request is sent. */
export interface DraftVersion {
  readonly property: string
  readonly value: Json
}

/** A place in a draft that holds the id of a fixture. */
export interface Binding {
  readonly in: 'path' | 'body'
  /** The name of the path parameter, or the JSON pointer in the body. */
  readonly at: string
  readonly fixture: Fixture
}

/** A record of the target that cases work on. */
export interface Fixture {
  /** The name of its resource. */
  readonly resource: string
  readonly id: Json
  /** Values of the parameters of the resource's item path, outermost first. */
  readonly key: readonly Json[]
  /** The record as the target returned it when it was created or found. */
  readonly record: JsonObject | undefined
  /** The answer to the request that created it; undefined for a record that existed before the run. */
  readonly creation: Answer | undefined
  /** The accepted requests that brought it into the state it is in, in order. */
  steps?: readonly Answer[]
  /** Whether it was deleted, or turned out not to exist. */
  gone: boolean
  /** The status with which its deletion was last refused; it is tried again at the end of the run. */
  stuck?: number
}

/**
 * The intent of a request. `valid`: it meets all requirements of the document. `invalid`: it breaks one constraint of the
 * document. `probe`: it has something that the document does not mention, such as a path that cannot be decoded.
 */
export type Intent = 'valid' | 'invalid' | 'probe'

export type Content =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json'
      readonly value: Json
      /** A name that occurs twice in one object. */
      readonly duplicate: string | undefined
    }
  | { readonly kind: 'malformed'; readonly message: string }
  /** Not JSON by its Content-Type. */
  | { readonly kind: 'other'; readonly text: string | undefined }

/** A request and its response, parsed once for all checks that look at it. */
export interface Answer {
  /** The operation id; method and path if the document has no such operation. */
  readonly subject: string
  readonly operation: Operation | undefined
  readonly document: Document
  readonly draft: Draft
  readonly exchange: Exchange
  readonly method: string
  readonly status: number
  readonly intent: Intent
  /** Whether the request had the credentials that the operation requires; `unknown` if the run has none. */
  readonly credentials: 'sent' | 'withheld' | 'unknown'
  readonly content: Content
  /** The violations of the operation's declaration by the response. */
  readonly issues: readonly Issue[]
}
