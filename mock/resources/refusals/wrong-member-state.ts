import { memberStates, type MemberState } from '../../../spec/inference/states/refusals/member-states.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idInPath, nounOf } from '../identity/identity.ts'

/**
 * Refuses an action on a record because of the state of one that belongs to it: "409 if a ticket was used". Undefined where the document
 * names none.
 */
export function wrongMemberState({
  options,
  declared,
  operation,
  resource,
}: Endpoint): WriteCheck | undefined {
  const { idParameter, role } = operation
  const rules =
    role === 'action' ? memberStates(options.document, declared, resource, options.model.resources) : []
  if (idParameter === undefined || rules.length === 0) return undefined
  return ({ request, store, scope }) => {
    const id = idInPath(request, idParameter) ?? ''
    return reduceAfter<MemberState, Refused | undefined>(rules, undefined, (refusal, rule) => {
      const { member, property, state, status } = rule
      const within = property === undefined ? [...scope, id] : []
      const where = [
        ...(property === undefined ? [] : [{ property, values: [id] }]),
        { property: state.property, values: [state.value] },
      ]
      return (
        refusal ??
        after(store.collection(member.name, within).list({ where, limit: 1 }), ({ items }) =>
          items.length > 0
            ? refuse(
                status,
                'wrong_state',
                `A ${nounOf(member)} has ${state.property} = ${JSON.stringify(state.value)}.`,
              )
            : undefined,
        )
      )
    })
  }
}
