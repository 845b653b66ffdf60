import { decodeBody } from '../spec/body.ts'
import { responseFor, type MediaType, type Operation } from '../spec/document.ts'
import { header, headerValues, isSafe } from '../spec/http.ts'
import { isJsonType, isXmlType, matchMediaType, sequenceOf, type Sequence } from '../spec/http/media-type.ts'
import { decodeUtf8, isArray, isJsonObject, type Json } from '../spec/json.ts'
import { mediaTypeResolver } from '../spec/schemas/resolver.ts'
import type { Issue } from '../spec/validate.ts'
import type { Api } from './api/api.ts'
import type { JsonReader } from './api/json-reader.ts'
import type { Exchange, Received } from './client/client.ts'
import type { Answer, Content, Draft, Intent } from './interaction.ts'

export interface About {
  readonly draft: Draft
  readonly intent: Intent
  readonly foreign: boolean
  readonly credentials: Answer['credentials'] | 'wrong'
}

const noIssues: readonly Issue[] = []

/** Creates the answer that checks judge. Its content and issues are computed on first use. */
export function createAnswer(
  api: Api,
  exchanged: Exchange,
  { draft, intent, foreign, credentials }: About,
): Answer {
  const operation = foreign ? undefined : draft.operation
  const { request, response } = exchanged
  let content: Content | undefined
  let issues: readonly Issue[] | undefined
  return {
    subject: draft.operation.id,
    operation,
    document: api.document,
    draft,
    exchange: exchanged,
    method: request.method,
    status: response.status,
    intent,
    // Responses to wrong credentials are judged by their own check.
    credentials: credentials === 'wrong' ? 'unknown' : credentials,
    get content() {
      const declared = operation && responseFor(operation, response.status)
      content ??= readContent(response, api.readJson, declared?.content)
      return content
    },
    get issues() {
      issues ??= operation ? issuesOf(api, operation, exchanged, this.content) : noIssues
      return issues
    },
  }
}

/** The issues of a response; those of its body are left out if it was not read to its end, unless it consists of items. */
function issuesOf(
  api: Api,
  operation: Operation,
  { request, response }: Exchange,
  content: Content,
): readonly Issue[] {
  const read =
    content.kind === 'json' && content.duplicate === undefined
      ? ({ kind: 'ok', value: content.value } as const)
      : undefined
  if (!response.truncated) return api.responses(operation)(response, request.method, read)
  const sequence = describedSequence(operation, response)
  const whole = sequence ? wholeItems(response, sequence) : response
  // What the schema says of the whole, such as a number of items, is not known.
  return api
    .responses(operation)(whole, request.method, read)
    .filter((issue) => issue.in !== 'body' || (sequence !== undefined && issue.path !== ''))
}

/** How a response is divided into items that the document describes, so that each can be judged before the last has come. */
function describedSequence(operation: Operation, { status, headers }: Received): Sequence | undefined {
  const type = header(headers, 'content-type')
  // Coded content that was cut off is not decoded.
  if (type === undefined || headerValues(headers, 'content-encoding').length > 0) return undefined
  const mediaType = matchMediaType(responseFor(operation, status)?.content ?? [], type)
  return mediaType?.schema && mediaType.itemSchema && sequenceOf(type)
}

/** Whether a response that is not read to its end is judged by the items that were. */
export const isJudgedInItems = ({ operation, exchange: { response } }: Answer): boolean =>
  operation !== undefined && describedSequence(operation, response) !== undefined

/** The response with the items that were read to their end. */
function wholeItems(response: Received, sequence: Sequence): Received {
  const text = decodeUtf8(response.body.subarray(0, response.body.lastIndexOf(10) + 1)) ?? ''
  const ended = sequence === 'events' ? (/^.*\n\r?\n/s.exec(text)?.[0] ?? '') : text
  return { ...response, body: new TextEncoder().encode(ended) }
}

/** Whether a response calls its content JSON, whatever it says besides. */
export function isJson(contentType: string | undefined): boolean {
  return isJsonType(contentType?.split(';', 1)[0] ?? '')
}

/** The content of a response; XML and sequences are read by the one of the declared media types that describes them. */
export function readContent(
  response: Received,
  readJson: JsonReader,
  declared: readonly MediaType[] = [],
): Content {
  if (response.truncated) return { kind: 'other', text: undefined }
  if (response.body.length === 0) return { kind: 'none' }
  const text = decodeUtf8(response.body)
  const type = header(response.headers, 'content-type')
  if (type !== undefined && (isXmlType(type) || sequenceOf(type)))
    return readDeclared(response.body, type, declared) ?? { kind: 'other', text }
  if (!isJson(type)) return { kind: 'other', text }
  if (text === undefined) return { kind: 'malformed', message: 'The body is not UTF-8.' }
  const reading = readJson(text)
  if (reading.kind === 'ok') return { kind: 'json', value: reading.value, duplicate: undefined }
  const lenient = withDuplicateKey(reading.duplicateKey, text)
  return lenient ?? { kind: 'malformed', message: reading.message }
}

function readDeclared(body: Uint8Array, type: string, declared: readonly MediaType[]): Content | undefined {
  const mediaType = matchMediaType(declared, type)
  if (mediaType?.schema === undefined) return undefined
  const reading = decodeBody(body, type, mediaType, mediaTypeResolver(mediaType))
  if (reading.kind === 'malformed') return reading
  return reading.value instanceof Uint8Array
    ? undefined
    : { kind: 'json', value: reading.value, duplicate: undefined }
}

/** The content of JSON with a repeated key, which other parsers accept: they keep its last value. */
function withDuplicateKey(key: string | undefined, text: string): Content | undefined {
  if (key === undefined) return undefined
  try {
    return { kind: 'json', value: JSON.parse(text) as Json, duplicate: JSON.stringify(key) }
  } catch {
    return undefined
  }
}

/** The JSON value in an answer; undefined if it has none. */
export function jsonOf(answer: Answer): Json | undefined {
  return answer.content.kind === 'json' ? answer.content.value : undefined
}

/** Whether the server does not support HEAD, and the document does not declare it either. */
export const lacksHead = ({ method, operation, status }: Answer): boolean =>
  method === 'HEAD' && operation?.method !== 'HEAD' && (status === 405 || status === 501)

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Whether a request did what it should: the response is a success, or a redirection where the operation declares no other success. */
export const isAccepted = ({ status, operation }: Pick<Answer, 'status' | 'operation'>): boolean =>
  isAcceptance(status, operation?.responses.map((each) => each.status) ?? [])

/** The same by the statuses that an operation declares. */
export function isAcceptance(status: number, declared: readonly string[]): boolean {
  const redirects =
    status >= 300 && status < 400 && declared.some((each) => each === String(status) || each === '3XX')
  return isSuccess(status) || (redirects && !declared.some((each) => each.startsWith('2')))
}

/** Whether all responses that an operation declares are refusals or failures, as those of one that always fails. */
export const declaresRefusalsOnly = ({ responses }: Operation): boolean =>
  responses.length > 0 && responses.every(({ status }) => /^[45]/.test(status))

/** Whether a refusal may depend on the records or values of the request, so that another request may be accepted. */
export function isBusiness(status: number): boolean {
  return (
    status === 404 || status === 409 || status === 410 || status === 412 || status === 422 || status === 423
  )
}

/** Whether 400 may be a refusal because of the state in which an earlier request left the record. */
export const mayBeStateRefusal = ({ status, draft: { operation } }: Answer): boolean =>
  status === 400 && !isSafe(operation.method) && operation.path.includes('{')

/** Describes an answer for messages: `404 (There is no pet 61.)`. */
export function describeAnswer(answer: Answer): string {
  const text = errorText(answer)
  return text === undefined ? String(answer.status) : `${String(answer.status)} (${clip(text)})`
}

/** The same for all answers of one kind, whatever they quote from their requests: `404 (There is no pet ….)`. */
export function kindOfAnswer(answer: Answer): string {
  const text = errorText(answer)
  return text === undefined ? String(answer.status) : `${String(answer.status)} (${withoutValues(text)})`
}

const withoutValues = (text: string): string =>
  text.replaceAll(/"[^"]*"|(?<!\w)'[^']*'|\{.*\}|\[.*\]/g, '…').replaceAll(/…(?:, …)+/g, '…')

function errorText(answer: Answer): string | undefined {
  if (answer.status < 400) return undefined
  const body = jsonOf(answer)
  const text = (messageIn(body) ?? fieldMessageIn(body) ?? plainTextOf(answer))?.trim()
  return text && withoutStatement(text)
}

/** The body of an error in plain text; undefined if it is of another type or longer than a line. */
function plainTextOf({ content, exchange: { response } }: Answer): string | undefined {
  const type = header(response.headers, 'content-type')?.split(';', 1)[0]?.trim()
  const text = content.kind === 'other' && type === 'text/plain' ? content.text?.trim() : undefined
  return text?.includes('\n') ? undefined : text
}

/** The error behind the statement that some database clients put before it: `insert into "pets" … - duplicate key`. */
const withoutStatement = (text: string): string =>
  text.replace(/^((?:select|insert into|update|delete from) \S+) .* - (?=\S)/is, '$1 … - ')

/** Names of properties that hold error messages, the most specific first. */
const messageNames = ['message', 'detail', 'msg', 'title', 'error', 'errors', 'code']

/** The first message in an error body, at most three levels deep. */
function messageIn(body: Json | undefined, depth = 0): string | undefined {
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null || depth > 3) return undefined
  if (isArray(body)) return messageIn(body[0], depth + 1)
  return messageNames
    .map((name) => (Object.hasOwn(body, name) ? messageIn(body[name], depth + 1) : undefined))
    .find((each) => each !== undefined)
}

/** The first message of an error body that has a list of them for each refused property: `{"supplier": ["Not found."]}`. */
function fieldMessageIn(body: Json | undefined): string | undefined {
  for (const [name, value] of isJsonObject(body) ? Object.entries(body) : []) {
    const [first] = isArray(value) ? value : []
    if (typeof first === 'string') return `${name}: ${first}`
  }
  return undefined
}

/** Shortens a text to `longest` characters, the last of which is then an ellipsis. */
export function clip(text: string, longest = 120): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}
