import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { referencedStates, type ReferencedState } from '../../../spec/inference/states/referenced-states.ts'
import type { StateRefusal } from '../../../spec/inference/states/state-refusal.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nameOf, sentRecord } from '../identity/identity.ts'
import { resourceNamed } from '../resource-index.ts'

interface Rule extends ReferencedState {
  readonly referenced: Resource
}

/**
 * Refuses a record that refers to one in a state that the document excludes: "409 if the course is not published". Undefined where it
 * excludes none.
 */
export function wrongReferencedState({
  options: { document, model },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  const described = accepted ? referencedStates(document, declared, resource.references, model.resources) : []
  const rules = described.flatMap((rule): readonly Rule[] => {
    const referenced = resourceNamed(model, rule.reference.resource)
    return referenced?.scope.length === 0 ? [{ ...rule, referenced }] : []
  })
  if (rules.length === 0) return undefined
  return (context) => {
    const sent = sentRecord(operation, context.request) ?? {}
    return reduceAfter<Rule, Refused | undefined>(rules, undefined, (refusal, rule) => {
      const ids = referencedIds(sent[rule.reference.property], rule.reference).flatMap((id) => idOf(id) ?? [])
      const { referenced } = rule
      return reduceAfter<Id, Refused | undefined>(
        ids,
        refusal,
        (found, id) =>
          found ??
          after(context.store.collection(referenced.name).get(id), (record) =>
            refusalByState(rule, referenced, id, record),
          ),
      )
    })
  }
}

/** Refuses because of the state that another record is in. */
export function refusalByState(
  { property, refused, status }: StateRefusal,
  resource: Resource,
  id: Id | undefined,
  record: JsonObject | undefined,
): Refused | undefined {
  const state = record?.[property]
  return id !== undefined && state !== undefined && refused.includes(state)
    ? refuse(status, 'wrong_state', `The ${nameOf(resource, id)} has ${property} = ${JSON.stringify(state)}.`)
    : undefined
}
