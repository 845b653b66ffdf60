import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { momentState, type MomentState } from '../../../spec/inference/times/moment-states.ts'
import { memberNamed } from '../../../spec/json.ts'
import { queryParametersOf } from '../../../spec/parameters/members.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Collection } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { filtered } from './narrowed.ts'

/** A selection of records by the present time, and the boolean parameter that asks for it; undefined if the path does. */
interface Moment {
  readonly state: MomentState
  readonly parameter: string | undefined
}

const momentsOf = perObject(({ declared, resource, options: { document } }: Endpoint): readonly Moment[] => {
  const taken = new Set(resource.filters.map(({ parameter }) => parameter))
  const parameters = queryParametersOf(declared).flatMap(({ name, schema }) =>
    schema && typesOf(document, schema).has('boolean') && !taken.has(name) ? [name] : [],
  )
  return [undefined, ...parameters].flatMap((parameter) => {
    const words = singularWordsOf(parameter ?? lastPart(declared.path)).replace(/^(?:is|only) | only$/, '')
    const state = momentState(document, resource.record, words)
    return state ? [{ state, parameter }] : []
  })
})

/** The records that are in a state now for which the request asks: `GET /loans?overdue=true`, `GET /events/upcoming`. */
export function momentRecords(
  endpoint: Endpoint,
  { request, now }: RequestContext,
  records: Collection,
): Collection {
  return momentsOf(endpoint)
    .filter(({ parameter }) => parameter === undefined || memberNamed(request.query, parameter) === true)
    .reduce((partial, { state, parameter }) => {
      const time = now()
      return filtered(partial, {
        selection: {
          key: `${parameter ?? ''} at ${time.toISOString()}`,
          matches: (record) => state.holds(record, time),
          compare: undefined,
          lastFirst: false,
        },
      })
    }, records)
}
