import { reply, type Reply, type Incoming } from '../shared/exchange.ts'
import { accepts, matchesTag } from '../shared/header-fields.ts'
import { match } from '../shared/paths.ts'
import type { Call, Context, Handler, Refuse, Values } from './call.ts'
import type { Operation } from './document.ts'

export interface Options {
  /** Whether every operation requires credentials. */
  readonly auth: boolean
  readonly now: Date
  /** Number of requests that are served before one gets 429; may be Infinity. */
  readonly rateLimit: number
}

/** The parts of a service that the steps use. */
export interface Parts<State> {
  readonly operations: readonly Operation[]
  readonly handlers: Record<string, Handler<State>>
  readonly context: Context<State>
  readonly steps: Steps<State>
  readonly refuse: Refuse
  readonly isAuthorized: (headers: Incoming['headers'], state: State) => boolean
  /** The WWW-Authenticate header of 401. */
  readonly challenge: string
  readonly read: (call: Call, operation: Operation) => { readonly reply: Reply } | { readonly value: Values }
  /** The current ETag of the resource, as GET returns it. */
  readonly currentTag: (call: Call, read: Operation, values: Values) => string | undefined
}

/** Returns the response, or undefined to leave the request to the next step. */
type Step<State> = (call: Call, parts: Parts<State>) => Reply | undefined

/** The steps, in the order in which they run. */
export interface Steps<State> {
  length: Step<State>
  path: Step<State>
  options: Step<State>
  method: Step<State>
  authentication: Step<State>
  rate: Step<State>
  accept: Step<State>
  operation: Step<State>
}

const longestTarget = 8192

export function createSteps<State>({ auth, rateLimit }: Options): Steps<State> {
  let left = rateLimit
  return {
    length: ({ target }, { refuse }) =>
      target.length > longestTarget ? refuse(414, 'uri_too_long', 'A URL has at most 8 KiB.') : undefined,

    path: ({ template }, { refuse }) =>
      template === undefined ? refuse(404, 'not_found', 'There is no such path.') : undefined,

    options: ({ method, template }, { operations }) =>
      method === 'OPTIONS' ? reply(204, undefined, { Allow: allowed(operations, template!) }) : undefined,

    method: ({ method, template, operation }, { operations, refuse }) =>
      operation === undefined
        ? refuse(405, 'method_not_allowed', `${method} is not allowed here.`, {
            headers: { Allow: allowed(operations, template!) },
          })
        : undefined,

    authentication: ({ headers, operation }, { context, isAuthorized, challenge, refuse }) =>
      auth && !operation?.isOpen && !isAuthorized(headers, context.state)
        ? refuse(401, 'unauthorized', 'Credentials are needed.', {
            headers: { 'WWW-Authenticate': challenge },
          })
        : undefined,

    rate(_, { refuse }) {
      if (left-- > 0) return undefined
      left = rateLimit
      return refuse(429, 'rate_limited', 'Too many requests.', { headers: { 'Retry-After': '0' } })
    },

    accept: ({ operation, headers }, { refuse }) =>
      !operation!.hasContent || accepts(headers['accept'], 'application/json')
        ? undefined
        : refuse(406, 'not_acceptable', 'There is only application/json.'),

    operation: runOperation,
  }
}

function runOperation<State>(call: Call, parts: Parts<State>): Reply {
  const operation = call.operation!
  const read = parts.read(call, operation)
  if ('reply' in read) return read.reply
  return precondition(call, parts, read.value) ?? parts.handlers[operation.id]!(read.value, parts.context)
}

/** Evaluates If-Match before a change, if the operation declares it (RFC 9110 §13.2). */
function precondition<State>(call: Call, parts: Parts<State>, values: Values): Reply | undefined {
  const field = values.header['if-match']
  const read = operationOf(parts.operations, call.template!, 'GET')
  if (typeof field !== 'string' || read === undefined) return undefined
  const tag = parts.currentTag(call, read, values)
  const holds = tag === undefined || matchesTag(field, tag, 'strong')
  return holds
    ? undefined
    : parts.refuse(412, 'precondition_failed', 'The record is not as the request expects.')
}

/** Returns the response of the first step that has one. */
export function answer<State>(call: Call, parts: Parts<State>): Reply {
  const { length, path, options, method, authentication, rate, accept, operation } = parts.steps
  for (const step of [length, path, options, method, authentication, rate, accept, operation]) {
    const response = step(call, parts)
    if (response !== undefined) return response
  }
  throw new Error('No step answers.')
}

export function route(incoming: Incoming, operations: readonly Operation[]): Call {
  const segments = incoming.target.split('?', 1)[0]!.split('/')
  for (const { template } of operations) {
    const path = match(template.split('/'), segments)
    if (path)
      return { ...incoming, template, path, operation: operationOf(operations, template, incoming.method) }
  }
  return { ...incoming, template: undefined, path: {}, operation: undefined }
}

function operationOf(
  operations: readonly Operation[],
  template: string,
  method: string,
): Operation | undefined {
  const name = method === 'HEAD' ? 'GET' : method
  return operations.find((operation) => operation.template === template && operation.method === name)
}

/** The methods of a path, for `Allow`. */
function allowed(operations: readonly Operation[], template: string): string {
  const methods = operations
    .filter((candidate) => candidate.template === template)
    .map((candidate) => candidate.method)
  return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  )
}
