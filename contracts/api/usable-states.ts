import type { Operation } from '../../spec/document.ts'
import { schemaDescription } from '../../spec/inference/prose/sentences.ts'
import { ownerStates } from '../../spec/inference/states/refusals/owner-states.ts'
import {
  referencedStates,
  type ReferencedState,
} from '../../spec/inference/states/refusals/referenced-states.ts'
import type { StateRefusal } from '../../spec/inference/states/refusals/state-refusal.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { perObject } from '../../spec/util/memo.ts'
import { bodySchema, type Api } from './api.ts'

const refusedByOperation = perObject(({ document, model }: Api) =>
  perObject((operation: Operation) => {
    const references = model.roles.get(operation.id)?.resource.references ?? []
    return referencedStates(document, operation, references, model.resources)
  }),
)

/** The states of other records in which an operation refuses references to them, as its description says. */
export const refusedReferences = (api: Api, operation: Operation): readonly ReferencedState[] =>
  refusedByOperation(api)(operation)

/** The states in which records cannot have others below them, or referring to them, by the name of their resource. */
const refusalsByResource = perObject((api: Api) => {
  const { document, model, operations } = api
  const refusals = operations.flatMap((operation): readonly (readonly [string, StateRefusal])[] => {
    return [
      ...ownerStates(document, model, operation).map((each) => [each.owner.name, each] as const),
      ...refusedReferences(api, operation).map((each) => [each.reference.resource, each] as const),
    ]
  })
  return groupBy(refusals, ([name]) => name)
})

/** `If set to true, the data cannot be updated.` */
const locks =
  /\b(?:if|when) (?:set to )?`?true\b[^.]*\b(?:cannot|can ?not|can no longer) be (?:updated|changed|modified|deleted)\b/i

/** The body of a creation with another state in place of one in which the new record would be of no use to other operations. */
export function withUsableStates(api: Api, operation: Operation, body: Json): Json {
  const role = api.model.roles.get(operation.id)
  const schema = bodySchema(operation)
  if (role?.operation.role !== 'create' || role.operation.requestPath.length > 0) return body
  if (!schema || !isJsonObject(body)) return body
  const properties = possiblePropertiesOf(api.document, schema)
  const usable: Record<string, Json> = { ...body }
  for (const [name, value] of Object.entries(body)) {
    const node = properties.get(name)
    if (value === true && node && locks.test(schemaDescription(api.document, node))) usable[name] = false
  }
  for (const [, { property, refused }] of refusalsByResource(api).get(role.resource.name) ?? []) {
    const own = usable[property]
    if (own === undefined || !refused.includes(own)) continue
    const node = properties.get(property)
    const states = typeof own === 'boolean' ? [!own] : node ? enumValues(api.document, node) : []
    const other = states.find((each) => each !== null && !refused.includes(each))
    if (other === undefined) delete usable[property]
    else usable[property] = other
  }
  return usable
}
