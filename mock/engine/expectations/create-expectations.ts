import { responseFor, type Operation, type Response } from '../../../spec/document.ts'
import { isObject } from '../../../spec/util/object.ts'
import { hasContent, type HttpResponse } from '../../../spec/http.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { ok, type Ok } from '../../behaviour.ts'
import type { Engine } from '../engine.ts'
import type { Expectation, Expectations, ExpectationQueue, StandingExpectation } from './expectation.ts'
import { isFieldName } from '../header-field.ts'
import { hint } from '../options/hint.ts'
import { MockOptionError } from '../options/option-error.ts'
import { payloadOf } from '../response/payload.ts'

type Params = Readonly<Record<string, string>>

interface Entry {
  readonly id: number
  readonly expectation: Expectation
  readonly target: Target
  left: number
}

/** The requests an expectation is for. */
export interface Target {
  readonly operation: Operation
  /** Path parameters they must have, still percent-encoded; undefined when any will do. */
  readonly params: Params | undefined
}

/** Expectations of one engine, which knows nothing of them while there are none. */
export function createExpectations(engine: Engine): Expectations {
  const entries: Entry[] = []
  let last = 0
  const drop = (entry: Entry): void => {
    entries.splice(entries.indexOf(entry), 1)
    if (entries.length === 0) engine.expectations = undefined
  }
  const queue: ExpectationQueue = {
    take(operation, params) {
      const entry = entries.find(({ target }) => isFor(target, operation, params))
      if (entry === undefined) return undefined
      entry.left -= 1
      if (entry.left <= 0) drop(entry)
      return standing(entry)
    },
  }
  return {
    add(expectation) {
      const target = checkExpectation(engine, expectation)
      last += 1
      const { times = 1 } = expectation
      const entry: Entry = { id: last, expectation, target, left: times === 'always' ? Infinity : times }
      entries.push(entry)
      engine.expectations = queue
      return standing(entry)
    },
    list: () => entries.map(standing),
    remove(id) {
      const entry = entries.find((each) => each.id === id)
      if (entry !== undefined) drop(entry)
      return entry !== undefined
    },
    clear() {
      entries.length = 0
      engine.expectations = undefined
    },
  }
}

function isFor(target: Target, operation: Operation, params: Params): boolean {
  if (target.operation !== operation) return false
  const wanted = target.params
  return wanted === undefined || Object.keys(wanted).every((name) => wanted[name] === params[name])
}

function standing({ id, expectation, target, left }: Entry): StandingExpectation {
  const remaining = left === Infinity ? 'always' : left
  return {
    ...expectation,
    operation: target.params ? expectation.operation : target.operation.id,
    id,
    remaining,
  }
}

/** The requests it is for; a MockOptionError when it cannot be, or the document does not allow its answer. */
export function checkExpectation(engine: Engine, expectation: Expectation): Target {
  const shape = shapeProblems(expectation)
  if (shape.length > 0) throw new MockOptionError(shape.join('\n'))
  const target = targetOf(engine, expectation.operation)
  const problems = expectation.force === true ? [] : contractProblems(engine, target.operation, expectation)
  if (problems.length > 0) {
    throw new MockOptionError([...problems, "With 'force' it is answered nevertheless."].join('\n'))
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
  if (!isObject(given)) return ['An expectation is an object.']
  const { operation, status, headers, code, message, times = 1, force = false } = given
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
  return [
    ...(typeof operation === 'string' ? [] : ["'operation' is the id of an operation, or method and path."]),
    ...(isWithin(status, 200, 599) ? [] : ["'status' is an integer from 200 to 599."]),
    ...(headers === undefined || isFields(headers)
      ? []
      : ["'headers' are texts by the names of header fields."]),
    ...(isText(code) && isText(message) ? [] : ["'code' and 'message' are texts."]),
    ...(times === 'always' || isWithin(times, 1, 1_000_000_000)
      ? []
      : ["'times' is an integer from 1, or 'always'."]),
    ...(typeof force === 'boolean' ? [] : ["'force' is true or false."]),
    ...Object.keys(given)
      .filter((name) => !members.has(name))
      .map((name) => `An expectation knows no '${name}'${hint(name, members)}`),
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
    const allowed = operation.responses.map((response) => response.status).join(', ') || 'nothing'
    return [`${operation.id} does not answer ${status}: its document allows ${allowed}.`]
  }
  if (body !== undefined && (declared.content.length === 0 || !hasContent(status))) {
    return [`The ${status} of ${operation.id} has no content in its document.`]
  }
  if (body === undefined && Object.keys(headers).length === 0) return []
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return engine
    .checkerOf(operation)(responseOf(operation, status, body, headers))
    .filter((issue) => (issue.in === 'header' ? names.has(fieldOf(issue.path)) : body !== undefined))
    .map((issue) => `${issue.in} ${issue.path} ${issue.message} (${issue.schema})`)
}

/** `default` is for errors, unless there is nothing else for success. */
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
