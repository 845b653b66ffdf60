import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Incoming, Reply, Wire } from '../shared/exchange.ts'
import { matchesTag } from '../shared/header-fields.ts'
import { parseJson, stringifyJson, type JsonObject } from '../shared/json.ts'
import { listen, type Running } from '../shared/server.ts'
import type { Call, Handler, Refuse } from './call.ts'
import { operationsOf, readDocument, type Operation } from './document.ts'
import { readInput, type Codec, type Reader } from './read-input.ts'
import { createValidator } from './schema-validator.ts'
import { answer, createSteps, route, type Options, type Parts } from './steps.ts'

/** What distinguishes one service from another. */
export interface Definition<State> {
  /** Path of its OpenAPI document. */
  readonly document: string
  readonly createState: (now: Date) => State
  readonly handlers: Readonly<Record<string, Handler<State>>>
  readonly refuse: Refuse
  /** Media type of errors. */
  readonly errorType: string
  readonly invalidBody: 400 | 422
  readonly isAuthorized: (headers: Incoming['headers'], state: State) => boolean
  readonly challenge: string
  /** Headers that every response to a request has. */
  readonly announce?: (call: Call, status: number) => Readonly<Record<string, string>>
}

/** A running service. A defect may replace each of its parts. */
export interface Service<State> extends Parts<State> {
  readonly document: JsonObject
  readonly codec: Codec
  tag: (text: string, call: Call) => string
  answer: (call: Call) => Reply
  encode: (call: Call, reply: Reply) => Wire
}

export function createService<State>(definition: Definition<State>, options: Options): Service<State> {
  const { refuse, errorType, invalidBody, challenge, isAuthorized } = definition
  const document = readDocument(definition.document)
  let reader: Reader | undefined
  let operations: readonly Operation[] | undefined
  const service: Service<State> = {
    document,
    get operations() {
      return (operations ??= operationsOf(document))
    },
    handlers: { ...definition.handlers },
    context: { state: definition.createState(options.now), now: options.now },
    codec: { parse: parseJson, stringify: stringifyJson },
    steps: createSteps(options),
    refuse,
    challenge,
    isAuthorized,
    read(call, operation) {
      reader ??= {
        document,
        codec: service.codec,
        validate: createValidator(document, 'request'),
        refuse,
        invalidBody,
      }
      return readInput(call, operation, reader)
    },
    currentTag(call, { id }, values) {
      const { status, body } = service.handlers[id]!(values, service.context)
      return status === 200 ? service.tag(service.codec.stringify(body!, call), call) : undefined
    },
    tag: (text) => `"${createHash('sha1').update(text).digest('base64url').slice(0, 16)}"`,
    answer: (call) => answer(call, service),
    encode(call, reply) {
      const withAnnouncements = {
        ...reply,
        headers: { ...reply.headers, ...definition.announce?.(call, reply.status) },
      }
      return encode(call, withAnnouncements, service, errorType)
    },
  }
  return service
}

/** Encodes the reply. Adds the ETag if the document declares one, and answers 304 if the client has that version. */
function encode<State>(call: Call, reply: Reply, { codec, tag }: Service<State>, errorType: string): Wire {
  const { status, headers, body } = reply
  if (body === undefined) return { status, headers, text: undefined }
  const text = codec.stringify(body, call)
  const typed = { 'Content-Type': status < 400 ? 'application/json' : errorType, ...headers }
  if (status >= 300 || call.operation?.hasTag !== true) return { status, headers: typed, text }
  const current = tag(text, call)
  const given = call.operation.method === 'GET' ? call.headers['if-none-match'] : undefined
  const isKnown = given !== undefined && matchesTag(given, current, 'weak')
  if (isKnown) return { status: 304, headers: { ...headers, ETag: current }, text: undefined }
  return { status, headers: { ...typed, ETag: current }, text }
}

/** Serves on a free port of 127.0.0.1. */
export async function serve<State>({
  operations,
  answer: answered,
  encode: encoded,
}: Service<State>): Promise<Running> {
  return listen((incoming) => {
    const call = route(incoming, operations)
    return encoded(call, answered(call))
  })
}

/** A temporary copy of the document in which every operation requires credentials. */
export function requireCredentials(document: string): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'saboteur-'))
  const path = join(folder, 'openapi.yaml')
  writeFileSync(path, readFileSync(document, 'utf8').replace(/^(security:\n) {2}- \{\}\n/m, '$1'))
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}
