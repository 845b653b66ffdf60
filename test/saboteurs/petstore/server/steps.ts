import { reply, type Reply } from '../../shared/exchange.ts'
import { accepts, matchesTag } from '../../shared/header-fields.ts'
import { refuse, type Call, type Values } from './call.ts'
import type { Inputs, OperationId } from './inputs.ts'
import type { Handlers } from './pets.ts'
import { readValues, type Codec } from './read-input.ts'
import { allowed, operationOf } from './routes.ts'
import type { State } from './state.ts'

/** The token that a store with authentication accepts. */
export const token = 'open-sesame'

const longestTarget = 8192
/** The sunset of getPet, 2030-12-05T00:00:00Z. */
const sunset = Date.UTC(2030, 11, 5)

export interface Options {
  /** Whether every operation requires the token. */
  readonly auth: boolean
  readonly now: Date
}

/** The parts that answer a request. A defect replaces one of them. */
export interface Parts {
  readonly state: State
  readonly inputs: Record<OperationId, Inputs>
  readonly handlers: Handlers
  readonly codec: Codec
  readonly steps: Steps
  /** A strong entity tag for the text of a representation. */
  tag: (text: string, call: Call) => string
}

/** Returns the response, or undefined to leave the request to the next step. */
type Step = (call: Call, parts: Parts) => Reply | undefined

/** The steps, in the order in which they run. */
export interface Steps {
  length: Step
  path: Step
  options: Step
  method: Step
  authentication: Step
  sunset: Step
  accept: Step
  operation: Step
}

export function createSteps({ auth, now }: Options): Steps {
  return {
    length: ({ target }) =>
      target.length > longestTarget ? refuse(414, 'uri_too_long', 'A URL has at most 8 KiB.') : undefined,

    path: ({ template }) =>
      template === undefined ? refuse(404, 'not_found', 'There is no such path.') : undefined,

    options: ({ method, template }) =>
      method === 'OPTIONS' ? reply(204, undefined, { Allow: allowed(template!) }) : undefined,

    method: ({ method, template, operationId }) =>
      operationId === undefined
        ? refuse(405, 'method_not_allowed', `${method} is not allowed here.`, {
            headers: { Allow: allowed(template!) },
          })
        : undefined,

    authentication: ({ headers }) =>
      auth && !isAuthorized(headers['authorization'])
        ? refuse(401, 'unauthorized', 'A bearer token is needed.', {
            headers: { 'WWW-Authenticate': 'Bearer' },
          })
        : undefined,

    sunset: ({ operationId }) =>
      operationId === 'getPet' && now.getTime() >= sunset
        ? refuse(410, 'gone', 'This operation ended at 2030-12-05T00:00:00Z. Use /pets?id= instead.')
        : undefined,

    accept: ({ method, headers }) =>
      method === 'DELETE' || accepts(headers['accept'], 'application/json')
        ? undefined
        : refuse(406, 'not_acceptable', 'There is only application/json.'),

    operation: runOperation,
  }
}

const isAuthorized = (field: string | undefined): boolean => {
  const [scheme = '', given] = (field ?? '').split(/ +/)
  return scheme.toLowerCase() === 'bearer' && given === token
}

function runOperation(call: Call, parts: Parts): Reply {
  const operationId = call.operationId!
  const read = readValues(call, parts.inputs[operationId], parts.codec)
  if ('reply' in read) return read.reply
  return precondition(call, parts, read.values) ?? parts.handlers[operationId](read.values, parts.state)
}

/** Evaluates the preconditions of a change against the current representation (RFC 9110 §13.2). */
function precondition(call: Call, parts: Parts, values: Values): Reply | undefined {
  const read = operationOf(call.template!, 'GET')
  if ((call.method !== 'PATCH' && call.method !== 'DELETE') || read === undefined) return undefined
  const current = parts.handlers[read](values, parts.state)
  if (current.status !== 200) return undefined
  const tag = parts.tag(parts.codec.stringify(current.body!, call), call)
  const { 'if-match': match, 'if-none-match': noneMatch } = call.headers
  const holds =
    (match === undefined || matchesTag(match, tag, 'strong')) &&
    (match !== undefined || noneMatch === undefined || !matchesTag(noneMatch, tag, 'weak'))
  return holds ? undefined : refuse(412, 'precondition_failed', 'The record is not as the request expects.')
}

/** Returns the response of the first step that has one. */
export function answer(call: Call, parts: Parts): Reply {
  const { length, path, options, method, authentication, sunset, accept, operation } = parts.steps
  for (const step of [length, path, options, method, authentication, sunset, accept, operation]) {
    const response = step(call, parts)
    if (response !== undefined) return response
  }
  throw new Error('No step answers.')
}
