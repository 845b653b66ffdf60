import type { Document, SchemaNode } from '../../../spec/document.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { instantOf } from '../../../spec/inference/times/time-formulas.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import { sentMeant } from '../actions/property-meant.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nameOf, sentRecord } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { resourceNamed } from '../resource-index.ts'

const uses = /^(?:time )?(?:use|used|usage|redemption|redeemed)(?: count)?$/
const most = /^(?:max|maximum)(?: number of)? (?:use|usage|redemption)$|^(?:use|usage|redemption) limit$/

const expiry = /^(?:expire|expiry|expiration|valid until|valid to)(?: at| on| date| time)?$/

/**
 * Refuses a record with a code that has been used as often as it may be, `uses` has reached `maxUses`, or that is past its time where
 * the document says so: "Expired coupons are refused".
 */
export function usedUp(endpoint: Endpoint): WriteCheck | undefined {
  const { options, declared, operation, resource, accepted } = endpoint
  const stated = refusalStatements(declared).find(({ sentence }) => sentence.includes(' expired '))
  const isStated = stated !== undefined || sentencesOf(declared).some((each) => ofExpired.test(each))
  const status = declaredStatus(declared, [stated?.status, 409, 422, 400])
  const isAction = operation.role === 'action' && isStated
  if (!(operation.role === 'create' || isAction) || !accepted || status === undefined) return undefined
  const { document, model } = options
  const rules = resource.references.flatMap((reference) => {
    const target = resourceNamed(model, reference.resource)
    const [used, limit] = [uses, most].map((each) => target && numberNamed(document, target.record, each))
    const ends = isStated && target ? endOf(document, target.record) : undefined
    const isLimited = used !== undefined && limit !== undefined
    return target && (isLimited || ends !== undefined) ? [{ reference, target, used, limit, ends }] : []
  })
  if (rules.length === 0) return undefined
  return ({ request, store, now }) => {
    const sent = sentMeant(endpoint, sentRecord(operation, request) ?? {})
    return reduceAfter<(typeof rules)[number], Refused | undefined>(rules, undefined, (refusal, rule) => {
      const { reference, target, used = '', limit = '', ends = '' } = rule
      const id = idOf(referencedIds(sent[reference.property], reference)[0])
      if (refusal || id === undefined) return refusal
      return after(lookupIn(options, store).peek(target.name, id), (record) => {
        const [count, maximum] = [record?.[used], record?.[limit]]
        if ((instantOf(record?.[ends]) ?? Infinity) <= now().getTime())
          return refuse(status, 'expired', `The ${nameOf(target, id)} has expired.`)
        return typeof count === 'number' && typeof maximum === 'number' && count >= maximum
          ? refuse(status, 'used_up', `The ${nameOf(target, id)} has been used up.`)
          : undefined
      })
    })
  }
}

const ofExpired =
  / expired \w+ (?:is|are) (?:refused|rejected|not (?:accepted|allowed)) | expired \w+ cannot be | (?:must not|may not|cannot) (?:be|have) expired /

const endOf = (document: Document, record: SchemaNode): string | undefined =>
  [...possiblePropertiesOf(document, record).keys()].find((name) => expiry.test(singularWordsOf(name)))

const numberNamed = (document: Document, record: SchemaNode, pattern: RegExp): string | undefined =>
  [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => pattern.test(singularWordsOf(name)) && isNumeric(typesOf(document, node)),
  )?.[0]
