import { responseFor, type Operation, type Response } from '../../../spec/document.ts'
import { hasContent, type HttpResponse } from '../../../spec/http.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { hint } from '../../../spec/util/hint.ts'
import { isObject } from '../../../spec/util/object.ts'
import { ok, type Ok } from '../../behaviour.ts'
import { isFieldName } from '../../http/header-field.ts'
import { MockOptionError } from '../../option-error.ts'
import { checkerOf } from '../diagnostics/self-check.ts'
import type { Engine } from '../engine.ts'
import { payloadOf } from '../response/payload.ts'
import type { Expectation } from './expectation.ts'

/** The requests that an expectation matches. */
export interface Target {
  readonly operation: Operation
  /** Their path parameters, still percent-encoded; undefined when any values match. */
  readonly params: Readonly<Record<string, string>> | undefined
}

/**
 * Returns the requests that an expectation matches. Throws a MockOptionError when it is not valid, or when the document does
 * not allow its answer and it is not forced.
 */
export function checkExpectation(engine: Engine, expectation: Expectation): Target {
  const shape = shapeProblems(expectation)
  if (shape.length > 0) throw new MockOptionError(shape.join('\n'))
  const target = targetOf(engine, expectation.operation)
  const problems = expectation.force === true ? [] : contractProblems(engine, target.operation, expectation)
  if (problems.length > 0) {
    throw new MockOptionError(
      [...problems, "Set 'force' to true to answer like this nevertheless."].join('\n'),
    )
  }
  return target
}

const members: ReadonlySet<string> = new Set([
  'operation',
  'status',
  'body',
  'headers',
  'code',
  'message',
  'times',
  'force',
] satisfies readonly (keyof Expectation)[])

function shapeProblems(given: unknown): readonly string[] {
  if (!isObject(given)) return ['An expectation must be an object.']
  const { operation, status, headers, code, message, times = 1, force = false } = given
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
  return [
    ...(typeof operation === 'string'
      ? []
      : ["'operation' must be the id of an operation, or a method and a path."]),
    ...(isWithin(status, 200, 599) ? [] : ["'status' must be an integer from 200 to 599."]),
    ...(headers === undefined || isFields(headers)
      ? []
      : ["'headers' must be an object of strings by header name."]),
    ...(isText(code) && isText(message) ? [] : ["'code' and 'message' must be strings."]),
    ...(times === 'always' || isWithin(times, 1, 1_000_000_000)
      ? []
      : ["'times' must be a positive integer or 'always'."]),
    ...(typeof force === 'boolean' ? [] : ["'force' must be true or false."]),
    ...Object.keys(given)
      .filter((name) => !members.has(name))
      .map((name) => `'${name}' is not a property of an expectation${hint(name, members)}`),
  ]
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}

function isFields(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([name, text]) => isFieldName(name) && typeof text === 'string')
  )
}

function targetOf({ document, router }: Engine, text: string): Target {
  const { operations, byId } = operationsOf(document)
  const [, method = '', path = ''] = /^([A-Za-z]+) +(\/\S*)$/.exec(text.trim()) ?? []
  const named =
    byId.get(text) ?? operations.find((each) => each.method === method.toUpperCase() && each.path === path)
  if (named !== undefined) return { operation: named, params: undefined }
  const match = router.match(method.toUpperCase(), path)
  if (match.kind === 'found') return { operation: match.operation, params: match.params }
  throw new MockOptionError(`There is no operation '${text}'${hint(text, byId.keys())}`)
}

function contractProblems(
  engine: Engine,
  operation: Operation,
  { status, body, headers = {} }: Expectation,
): readonly string[] {
  const declared = declaredFor(operation, status)
  if (declared === undefined) {
    const allowed = operation.responses.map((response) => response.status).join(', ') || 'none'
    return [`The document declares no ${status} response for ${operation.id}, only ${allowed}.`]
  }
  if (body !== undefined && (declared.content.length === 0 || !hasContent(status))) {
    return [
      `The document declares no content for the ${status} response of ${operation.id}: leave out 'body'.`,
    ]
  }
  if (body === undefined && Object.keys(headers).length === 0) return []
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return checkerOf(
    engine,
    operation,
  )(responseOf(operation, status, body, headers))
    .filter((issue) => (issue.in === 'header' ? names.has(fieldOf(issue.path)) : body !== undefined))
    .map((issue) => `${issue.in} ${issue.path} ${issue.message} (${issue.schema})`)
}

/** A `default` response is for errors, unless the operation declares no 2xx. */
function declaredFor(operation: Operation, status: number): Response | undefined {
  const found = responseFor(operation, status)
  const isForErrors =
    found?.status === 'default' && operation.responses.some((each) => each.status.startsWith('2'))
  return status < 400 && isForErrors ? undefined : found
}

const request = { method: 'GET', path: '/', query: '', headers: {}, body: undefined }

function responseOf(
  operation: Operation,
  status: number,
  body: Json | undefined,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const answer: Ok = ok(status, body)
  const payload = payloadOf(request, operation, answer)
  return {
    status,
    headers: { ...(payload && { 'Content-Type': payload.type }), ...headers },
    body: payload?.body ?? (body === undefined ? undefined : stringifyJson(body)),
  }
}

const fieldOf = (path: string): string => (path.split('/')[0] ?? '').toLowerCase()
