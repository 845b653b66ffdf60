import type { JsonObject } from '../json.ts'
import { stringifyJson } from '../json.ts'
import { createTools, type Sabotage } from './sabotage.ts'

/** Has other headers on the answer to OPTIONS of a path. */
export const optionsSay =
  <State>(template: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  (service) => {
    const { answer } = service
    service.answer = (call) => {
      const answered = answer(call)
      return call.method === 'OPTIONS' && call.template === template ? { ...answered, headers } : answered
    }
  }

/** Has header fields more on every success of an operation; a name in another case is a second line of the field. */
export const adds = <State>(
  operationId: string,
  headers: Readonly<Record<string, string>>,
): Sabotage<State> =>
  createTools<State>().wires(operationId, (wire) =>
    wire.status < 300 ? { ...wire, headers: { ...wire.headers, ...headers } } : wire,
  )

/** Takes XML, whatever it says, for that JSON. */
export const takesXmlFor = <State>(operationId: string, body: () => JsonObject): Sabotage<State> =>
  createTools<State>().calls(operationId, (call) =>
    call.headers['content-type'] === 'application/xml'
      ? {
          ...call,
          headers: { ...call.headers, 'content-type': 'application/json' },
          body: new TextEncoder().encode(stringifyJson(body())),
        }
      : call,
  )

/** Refuses a media type it does not have with another status. */
export const refusesAcceptWith = <State>(operationId: string, status: number): Sabotage<State> =>
  createTools<State>().repliesOf(operationId, 406, (answered) => ({ ...answered, status }))
