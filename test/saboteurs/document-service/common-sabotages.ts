import { omit } from '../shared/edits.ts'
import { reply, type Reply } from '../shared/exchange.ts'
import { isObject, stringifyJson, type Json, type JsonObject } from '../shared/json.ts'
import { createTools, type Sabotage } from './sabotage.ts'

/** Replaces the headers of 405 responses on a path. */
export const setAllow =
  <State>(template: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  (service) => {
    const { answer } = service
    service.answer = (call) => {
      const answered = answer(call)
      return answered.status === 405 && call.template === template ? { ...answered, headers } : answered
    }
  }

/** Lets requests for a path pass without authentication if `isOpen` accepts the value of the header. */
export const skipAuthentication =
  <State>(template: string, field: string, isOpen: (value: string | undefined) => boolean): Sabotage<State> =>
  ({ steps }) => {
    const { authentication } = steps
    steps.authentication = (call, parts) =>
      call.template === template && isOpen(call.headers[field]) ? undefined : authentication(call, parts)
  }

/** Changes a request header; undefined removes it. */
export const editHeader = <State>(
  operationId: string,
  name: string,
  edit: (value: string | undefined) => string | undefined,
): Sabotage<State> =>
  createTools<State>().editRequest(operationId, (call) => ({
    ...call,
    headers: { ...call.headers, [name]: edit(call.headers[name]) },
  }))

/** Removes the `name=value` pairs that match from the query string. */
export const dropQueryPairs = <State>(operationId: string, pattern: RegExp): Sabotage<State> =>
  createTools<State>().editRequest(operationId, (call) => {
    const [path = '', query = ''] = call.target.split('?')
    const kept = query.split('&').filter((pair) => !pattern.test(pair))
    return { ...call, target: `${path}?${kept.join('&')}` }
  })

/** Validates query parameters, and then ignores them. */
export const ignoreParameters = <State>(operationId: string, ...names: readonly string[]): Sabotage<State> =>
  createTools<State>().editValues(operationId, (values) => ({
    ...values,
    query: omit(values.query, ...names),
  }))

/** Repairs an invalid body before it is validated: it is accepted, and the response is still valid. */
export const repairObject = <State>(
  operationId: string,
  repair: (body: JsonObject) => JsonObject,
): Sabotage<State> =>
  createTools<State>().editParsedBody(operationId, (body) => (isObject(body) ? repair(body) : body))

/** Keeps the last of two members of one name, instead of refusing the body. */
export const keepLastMember =
  <State>(operationId: string): Sabotage<State> =>
  ({ codec }) => {
    const { parse } = codec
    codec.parse = (text, call) =>
      call.operation?.id === operationId ? (JSON.parse(text) as Json) : parse(text, call)
  }

/** Repeats the first successful response to each URL. */
export const cacheResponses =
  <State>(operationId: string): Sabotage<State> =>
  (service) => {
    const cached = new Map<string, Reply>()
    const first = (answered: Reply, target: string): Reply => {
      if (answered.status === 200 && !cached.has(target)) cached.set(target, answered)
      return (answered.status === 200 && cached.get(target)) || answered
    }
    createTools<State>().editReply(operationId, (answered, { target }) => first(answered, target))(service)
  }

/** Answers 204 to every further deletion of the same record. */
export const acceptRepeatedDeletes =
  <State>(operationId: string): Sabotage<State> =>
  (service) => {
    const deletedPaths = new Set<string>()
    createTools<State>().editReply(operationId, (answered, { target }) => {
      if (answered.status === 204) deletedPaths.add(target)
      return deletedPaths.has(target) ? reply(204) : answered
    })(service)
  }

/** Replaces the headers of responses to OPTIONS on a path. */
export const setOptionsHeaders =
  <State>(template: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  (service) => {
    const { answer } = service
    service.answer = (call) => {
      const answered = answer(call)
      return call.method === 'OPTIONS' && call.template === template ? { ...answered, headers } : answered
    }
  }

/** Adds headers to every success of an operation. A name in another case adds a second line of that header. */
export const addHeaders = <State>(
  operationId: string,
  headers: Readonly<Record<string, string>>,
): Sabotage<State> =>
  createTools<State>().editResponse(operationId, (wire) =>
    wire.status < 300 ? { ...wire, headers: { ...wire.headers, ...headers } } : wire,
  )

/** Accepts any XML body as if it were this JSON. */
export const acceptXmlAs = <State>(operationId: string, body: () => JsonObject): Sabotage<State> =>
  createTools<State>().editRequest(operationId, (call) =>
    call.headers['content-type'] === 'application/xml'
      ? {
          ...call,
          headers: { ...call.headers, 'content-type': 'application/json' },
          body: new TextEncoder().encode(stringifyJson(body())),
        }
      : call,
  )

/** Answers this status instead of 406. */
export const refuseAcceptWith = <State>(operationId: string, status: number): Sabotage<State> =>
  createTools<State>().editReplyWithStatus(operationId, 406, (answered) => ({ ...answered, status }))

/** Applies several sabotages as one defect. */
export const combine =
  <State>(...sabotages: readonly Sabotage<State>[]): Sabotage<State> =>
  (service) => {
    for (const sabotage of sabotages) sabotage(service)
  }
