import type { Document, SchemaNode } from '../../../spec/document.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nameOf, sentRecord } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { resourceNamed } from '../resource-index.ts'

const uses = /^(?:time )?(?:use|used|usage|redemption|redeemed)(?: count)?$/
const most = /^(?:max|maximum)(?: number of)? (?:use|usage|redemption)$|^(?:use|usage|redemption) limit$/

/** Refuses a record with a code that has been used as often as it may be: `uses` has reached `maxUses`. */
export function usedUp({
  options,
  declared,
  operation,
  resource,
  accepted,
}: Endpoint): WriteCheck | undefined {
  const status = declaredStatus(declared, [409, 422, 400])
  if (operation.role !== 'create' || !accepted || status === undefined) return undefined
  const { document, model } = options
  const rules = resource.references.flatMap((reference) => {
    const target = resourceNamed(model, reference.resource)
    const [used, limit] = [uses, most].map((each) => target && numberNamed(document, target.record, each))
    return target && used !== undefined && limit !== undefined ? [{ reference, target, used, limit }] : []
  })
  if (rules.length === 0) return undefined
  return ({ request, store }) => {
    const sent = sentRecord(operation, request) ?? {}
    return reduceAfter<(typeof rules)[number], Refused | undefined>(rules, undefined, (refusal, rule) => {
      const { reference, target, used, limit } = rule
      const id = idOf(referencedIds(sent[reference.property], reference)[0])
      if (refusal || id === undefined) return refusal
      return after(lookupIn(options, store).peek(target.name, id), (record) => {
        const [count, maximum] = [record?.[used], record?.[limit]]
        return typeof count === 'number' && typeof maximum === 'number' && count >= maximum
          ? refuse(status, 'used_up', `The ${nameOf(target, id)} has been used up.`)
          : undefined
      })
    })
  }
}

const numberNamed = (document: Document, record: SchemaNode, pattern: RegExp): string | undefined =>
  [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => pattern.test(singularWordsOf(name)) && isNumeric(typesOf(document, node)),
  )?.[0]
