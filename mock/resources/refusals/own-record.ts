import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { ownRecordRule } from '../../../spec/inference/references/own-records.ts'
import { refuse } from '../../behaviour.ts'
import type { Refused } from '../../behaviour.ts'
import { after, reduceAfter } from '../../maybe-promise.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, WriteCheck } from '../endpoint.ts'
import { idOf, nounOf, sentRecord } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { isSettable } from '../records/settable.ts'
import { relatedTo } from '../relations/related.ts'

const roleOf = (property: string): string => singularWordsOf(property).replace(/ id$/, '')

/** Refuses what nobody does to a record of their own: "Sellers cannot bid on their own listings". */
export function ownRecord({ options, declared, resource, operation }: Endpoint): WriteCheck | undefined {
  const { model } = options
  if (operation.role !== 'create') return undefined
  const rules = relatedTo(model, resource).flatMap(({ resource: other, find }) =>
    resource.references.flatMap((actor) => {
      const owners = other.references.filter(
        (each) => each.resource === actor.resource && isSettable(options, other, each.property),
      )
      const [owner, ...others] = owners
      if (!owner || others.length > 0 || actor.resource === other.name) return []
      const rule = ownRecordRule(
        declared,
        roleOf(actor.property),
        roleOf(owner.property),
        singularNounOf(other.name),
      )
      const status = rule && declaredStatus(declared, [rule.status, 403, 409, 422])
      return status === undefined
        ? []
        : [{ actor: actor.property, owner: owner.property, other, find, status }]
    }),
  )
  if (rules.length === 0) return undefined
  return ({ request, scope, store }) => {
    const sent = sentRecord(operation, request) ?? {}
    return reduceAfter<(typeof rules)[number], Refused | undefined>(rules, undefined, (refusal, rule) => {
      const path = rule.find(sent, scope)
      const id = path?.at(-1)
      const acting = idOf(sent[rule.actor])
      if (refusal || !path || id === undefined || acting === undefined) return refusal
      const above = path.length > rule.other.scope.length ? path.slice(0, -1) : undefined
      return after(lookupIn(options, store).find(rule.other.name, id, above), (record) =>
        idOf(record?.[rule.owner]) === acting
          ? refuse(rule.status, 'own_record', `The ${nounOf(rule.other)} is their own.`)
          : undefined,
      )
    })
  }
}
