import { describedRepetitions } from '../../../spec/inference/numbers/described-repetitions.ts'
import { refuse } from '../../behaviour.ts'
import { after } from '../../maybe-promise.ts'
import { repeatedSoFar } from '../actions/action-counts.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { nameOf, targetOf } from '../identity/identity.ts'

/** Refuses an action that has been performed on a record as often as it may be: "A loan can be renewed at most 2 times". */
export function tooOften(endpoint: Endpoint): WriteCheck | undefined {
  const { declared, operation, resource } = endpoint
  const limit = operation.role === 'action' ? describedRepetitions(declared) : undefined
  if (!limit) return undefined
  return ({ records, request }) => {
    const id = targetOf(resource, operation, request)
    return after(id === undefined ? undefined : records.get(id), (record) => {
      const times = record && repeatedSoFar(endpoint, record)
      return times === undefined || times < limit.most
        ? undefined
        : refuse(
            limit.status,
            'limit_reached',
            `The ${nameOf(resource, id ?? '')} may have this done ${String(limit.most)} times at most.`,
          )
    })
  }
}
