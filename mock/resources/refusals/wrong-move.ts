import { describedMoves } from '../../../spec/inference/states/refusals/described-moves.ts'
import { after } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { refuseValue } from './refuse-value.ts'
import { writtenRecord } from './written-record.ts'

/**
 * Refuses a change to a state that does not follow the current one, where the document lists those that do: "From `open` to `done`; other
 * transitions are refused". Undefined where it lists none, or declares no status for a refusal.
 */
export function wrongMove(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, accepted } = endpoint
  if (!accepted || !/^(?:replace|update)$/.test(operation.role)) return undefined
  const moves = describedMoves(options.document, declared, accepted)
  const status = moves && declaredStatus(declared, [moves.status, 409, 422, 400])
  if (!moves || status === undefined) return undefined
  const { property, next } = moves
  return (context) =>
    after(writtenRecord(endpoint, context), ({ before, record }) => {
      const [from, to] = [before?.[property], record[property]]
      if (typeof from !== 'string' || typeof to !== 'string' || from === to) return undefined
      // What a state that is named nowhere may become is not known; one that only ends moves is a last one.
      const isNamed = next.has(from) || [...next.values()].some((each) => each.has(from))
      return isNamed && next.get(from)?.has(to) !== true
        ? refuseValue(declared, status, 'wrong_state', `${property} cannot change from ${from} to ${to}.`, [
            property,
          ])
        : undefined
    })
}
