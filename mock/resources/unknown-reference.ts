import { referencedIds } from '../../spec/inference/references/referenced-ids.ts'
import { refusedReferences } from '../../spec/inference/references/unknown-references.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { Desk, Errand } from './desk.ts'
import { firstMissing, idOf, sentRecord } from './identity.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'

/** Refuses what refers to no record, where the document says that it is refused; undefined where it says nothing of that. */
export function unknownReference({
  options: { model },
  declared,
  operation,
  resource,
  accepted,
}: Desk): ((errand: Errand) => MaybePromise<Refused | undefined>) | undefined {
  const wanted = accepted ? refusedReferences(declared, resource.references) : []
  if (wanted.length === 0) return undefined
  return ({ request, store }) => {
    const sent = sentRecord(operation, request) ?? {}
    return wanted.reduce<MaybePromise<Refused | undefined>>(
      (found, { reference, status }) =>
        after(found, (before) => {
          if (before) return before
          const ids = referencedIds(sent[reference.property], reference)
          const needed = ids.map((id) => ({ name: reference.resource, path: [idOf(id)] }))
          return after(
            firstMissing(model, needed, store),
            (refusal) => refusal && refuse(status, 'unknown_reference', refusal.message),
          )
        }),
      undefined,
    )
  }
}
