import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { refusedReferences } from '../../../spec/inference/references/unknown-references.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, sentRecord } from '../records/identity.ts'
import { firstMissing } from './missing-record.ts'

/**
 * Refuses a record that refers to one that does not exist, with the status that the document names for it: "422 if the author
 * does not exist". Undefined if the document says nothing of the kind.
 */
export function unknownReference({
  options: { document, model },
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  const guarded = accepted ? refusedReferences(document, declared, resource.references) : []
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
