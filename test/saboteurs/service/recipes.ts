import { reply, type Reply } from '../exchange.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { omit } from '../sabotage.ts'
import { createTools, type Sabotage } from './sabotage.ts'

/** Has other headers on 405 of a path. */
export const allows =
  <State>(template: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  (service) => {
    const { answer } = service
    service.answer = (call) => {
      const answered = answer(call)
      return answered.status === 405 && call.template === template ? { ...answered, headers } : answered
    }
  }

/** Lets in whoever sends the field like that, on one path. */
export const opensTo =
  <State>(template: string, field: string, isOpen: (value: string | undefined) => boolean): Sabotage<State> =>
  ({ steps }) => {
    const { authentication } = steps
    steps.authentication = (call, parts) =>
      call.template === template && isOpen(call.headers[field]) ? undefined : authentication(call, parts)
  }

/** Takes a field of the header for another one; undefined for none. */
export const takesField = <State>(
  operationId: string,
  name: string,
  edit: (value: string | undefined) => string | undefined,
): Sabotage<State> =>
  createTools<State>().calls(operationId, (call) => ({
    ...call,
    headers: { ...call.headers, [name]: edit(call.headers[name]) },
  }))

/** Does not see the parts of a query that are like that. */
export const overlooks = <State>(operationId: string, part: RegExp): Sabotage<State> =>
  createTools<State>().calls(operationId, (call) => {
    const [path = '', query = ''] = call.target.split('?')
    const seen = query.split('&').filter((pair) => !part.test(pair))
    return { ...call, target: `${path}?${seen.join('&')}` }
  })

/** Validates parameters of the query, and then does nothing with them. */
export const ignores = <State>(operationId: string, ...names: readonly string[]): Sabotage<State> =>
  createTools<State>().asks(operationId, (values) => ({ ...values, query: omit(values.query, ...names) }))

/** Repairs a body, so that an invalid one is accepted and every answer is valid all the same. */
export const mendsObject = <State>(
  operationId: string,
  mended: (body: JsonObject) => JsonObject,
): Sabotage<State> =>
  createTools<State>().mends(operationId, (body) => (isObject(body) ? mended(body) : body))

/** Of two members of one name the last wins. */
export const lastWins =
  <State>(operationId: string): Sabotage<State> =>
  ({ codec }) => {
    const { parse } = codec
    codec.parse = (text, call) =>
      call.operation?.id === operationId ? (JSON.parse(text) as Json) : parse(text, call)
  }

/** Answers with what it first answered for each target. */
export const caches =
  <State>(operationId: string): Sabotage<State> =>
  (service) => {
    const seen = new Map<string, Reply>()
    const first = (answered: Reply, target: string): Reply => {
      if (answered.status === 200 && !seen.has(target)) seen.set(target, answered)
      return (answered.status === 200 && seen.get(target)) || answered
    }
    createTools<State>().replies(operationId, (answered, { target }) => first(answered, target))(service)
  }

/** Deletes once more what it has deleted. */
export const forgivesRepeats =
  <State>(operationId: string): Sabotage<State> =>
  (service) => {
    const gone = new Set<string>()
    createTools<State>().replies(operationId, (answered, { target }) => {
      if (answered.status === 204) gone.add(target)
      return gone.has(target) ? reply(204) : answered
    })(service)
  }

export const all =
  <State>(...sabotages: readonly Sabotage<State>[]): Sabotage<State> =>
  (service) => {
    for (const sabotage of sabotages) sabotage(service)
  }
