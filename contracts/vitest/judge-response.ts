import type { Document, Operation } from '../../spec/document.ts'
import { header, type HttpResponse } from '../../spec/http.ts'
import { createNameEncoder } from '../../spec/inference/paths/name-forms.ts'
import { decodeUtf8 } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { placeOf } from '../../spec/problems/place.ts'
import { createResponseChecker } from '../../spec/response.ts'
import { createRouter } from '../../spec/routes.ts'
import { createValidator, type Issue, type Validator } from '../../spec/validate.ts'
import { clip } from '../answer.ts'
import { createRoute, type Route } from '../api/route.ts'
import { toHeaders } from '../client/client.ts'

/** The contract that single responses are checked against. */
export interface ResponseContract {
  readonly document: Document
  readonly route: Route
  readonly validator: Validator
}

export function createResponseContract(document: Document, base: string | undefined): ResponseContract {
  const { operations } = operationsOf(document)
  const router = createRouter(operations, createNameEncoder(document, operations))
  return { document, route: createRoute(document, router, base), validator: createValidator(document) }
}

/** The request that a response answers, as far as the response does not tell. */
export interface RequestHint {
  /** Operation id, or `GET /pets` as the document writes it. Without it the operation is found by method and URL. */
  readonly operation?: string
  /** Method of the request; by default that of the operation, or GET. */
  readonly method?: string
  /** URL or path of the request, for a response without one. */
  readonly url?: string
}

export interface Judgement {
  readonly operation: Operation
  readonly issues: readonly Issue[]
  /** All issues and the response, for people; without a full stop at the end. */
  readonly message: string
}

/** Checks a copy of the response, so that its body stays readable. Rejects when its operation cannot be found. */
export async function judgeResponse(
  { document, route, validator }: ResponseContract,
  received: Response | HttpResponse,
  hint: RequestHint,
): Promise<Judgement> {
  const operation =
    hint.operation === undefined ? routed(route, received, hint) : named(document, hint.operation)
  const response = await plainResponse(received)
  const method = hint.method?.toUpperCase() ?? operation.method
  const issues = createResponseChecker(document, operation, validator)(response, method)
  return { operation, issues, message: describeJudgement(document, operation, response, issues) }
}

function named(document: Document, name: string): Operation {
  const { operations, byId } = operationsOf(document)
  const found = byId.get(name) ?? operations.find(({ method, path }) => `${method} ${path}` === name)
  if (!found) throw new TypeError(`${document.source} has no operation '${name}'.`)
  return found
}

function routed(
  route: Route,
  received: Response | HttpResponse,
  { method = 'GET', url = urlOf(received) }: RequestHint,
): Operation {
  if (url === '') throw new TypeError("The response has no URL: pass { operation: 'id' } or { url }.")
  const { pathname, search } = new URL(url, 'http://response.test')
  const match = route(method.toUpperCase(), pathname, search.slice(1))
  if (match.kind === 'found') return match.operation
  const known =
    match.kind === 'method'
      ? `The path has ${match.allow.join(', ')}: pass { method }.`
      : 'Pass { operation }, or the base path to useContract().'
  throw new TypeError(`The document has no ${method.toUpperCase()} ${pathname}. ${known}`)
}

const urlOf = (received: Response | HttpResponse): string => (isFetchResponse(received) ? received.url : '')

function isFetchResponse(received: Response | HttpResponse): received is Response {
  return 'clone' in received
}

export function isResponse(received: unknown): received is Response | HttpResponse {
  return typeof received === 'object' && received !== null && 'status' in received && 'headers' in received
}

async function plainResponse(received: Response | HttpResponse): Promise<HttpResponse> {
  if (!isFetchResponse(received)) return received
  if (received.bodyUsed)
    throw new TypeError(
      'The response body has already been read: check the response before reading it, or check a clone.',
    )
  const { status, headers } = received
  return {
    status,
    headers: toHeaders([...headers]),
    body: new Uint8Array(await received.clone().arrayBuffer()),
  }
}

function describeJudgement(
  document: Document,
  { id, method, path }: Operation,
  response: HttpResponse,
  issues: readonly Issue[],
): string {
  const route = `${method} ${path}`
  const lines = issues.map((issue) => `  ${describeIssue(document, issue)}`)
  return [
    `${id === route ? route : `${id} (${route})`} in ${document.source}:`,
    ...lines,
    `Received: ${describeResponse(response)}`,
  ].join('\n')
}

function describeIssue(document: Document, { in: place, path, keyword, message, schema }: Issue): string {
  const location = document.locate(schema)
  const where = location ? placeOf(location) : schema
  const separator = path === '' || path.startsWith('/') ? '' : ' '
  return `${place}${separator}${path}: ${message} [${keyword}, ${where}]`
}

function describeResponse({ status, headers, body }: HttpResponse): string {
  const type = header(headers, 'content-type')
  const text =
    body instanceof Uint8Array ? (decodeUtf8(body) ?? `${String(body.length)} bytes`) : (body ?? '')
  return [
    String(status),
    ...(type === undefined ? [] : [type]),
    ...(text === '' ? [] : [clip(text, 500)]),
  ].join(' ')
}
