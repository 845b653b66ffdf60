import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import {
  refusedReferences,
  type RefusedReference,
} from '../../../spec/inference/references/unknown-references.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { declares, idOf, sentRecord } from '../records/identity.ts'
import { resourceNamed } from '../resource-index.ts'
import { firstMissing } from './missing-record.ts'

/**
 * Refuses a record that refers to one that does not exist, with the status that the document names for it: "422 if the author
 * does not exist", or else with 422 if that is declared. Undefined where no reference is refused.
 */
export function unknownReference(endpoint: Endpoint): WriteCheck | undefined {
  const { operation } = endpoint
  const { model } = endpoint.options
  const guarded = guardedReferences(endpoint)
  if (guarded.length === 0) return undefined
  return ({ request, store }) => {
    const sent = sentRecord(operation, request) ?? {}
    return reduceAfter<(typeof guarded)[number], Refused | undefined>(
      guarded,
      undefined,
      (refusal, { reference, status }) => {
        if (refusal) return refusal
        const ids = referencedIds(sent[reference.property], reference)
        const required = ids.map((id) => ({ name: reference.resource, path: [idOf(id)] }))
        return after(
          firstMissing(model, required, store),
          (missing) => missing && refuse(status, 'unknown_reference', missing.message),
        )
      },
    )
  }
}

type Guarded = Pick<RefusedReference, 'reference' | 'status'>

function guardedReferences({ options, declared, resource, accepted }: Endpoint): readonly Guarded[] {
  const { document, model } = options
  if (!accepted) return []
  const described = refusedReferences(document, declared, resource.references)
  if (!declares(declared, 422)) return described
  const sendable = possiblePropertiesOf(document, accepted)
  const others = resource.references.filter(
    ({ property, resource: target, idProperty }) =>
      idProperty === undefined &&
      sendable.has(property) &&
      isKnown(resourceNamed(model, target)) &&
      !described.some(({ reference }) => reference.property === property),
  )
  return [...described, ...others.map((reference) => ({ reference, status: 422 }))]
}

/** Whether clients can see, and add to, all records of a resource. */
const isKnown = (target: Resource | undefined): boolean =>
  target?.scope.length === 0 &&
  ['list', 'create'].every((role) => target.operations.some((each) => each.role === role))
