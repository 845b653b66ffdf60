import type { Operation } from '../../../spec/document.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import type { Behaviour } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'

/**
 * Wraps the behaviour of an operation that is served as another one, as `GET /team/get?team_name=` as `GET /team/{team_name}`: its
 * parameters are found wherever clients send them.
 */
export const called =
  ({ parameters }: Operation, behaviour: Behaviour): Behaviour =>
  (context) =>
    after(behaviour({ ...context, request: withParameters(context.request, parameters) }), (outcome) => {
      // Its path is none of the document.
      const { Location: _, ...headers } = outcome.headers ?? {}
      return outcome.headers ? { ...outcome, headers } : outcome
    })

function withParameters(request: RequestValues, parameters: Operation['parameters']): RequestValues {
  const body = jsonSent(request)
  const sent = { ...(isJsonObject(body) && body), ...request.query }
  const valuesIn = (place: 'path' | 'query'): Record<string, Json> =>
    Object.fromEntries(
      parameters.flatMap(({ in: at, name }) => {
        const value = sent[name]
        return at === place && value !== undefined ? [[name, value] as const] : []
      }),
    )
  return {
    ...request,
    path: { ...request.path, ...valuesIn('path') },
    query: { ...request.query, ...valuesIn('query') },
  }
}
