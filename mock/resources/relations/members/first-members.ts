import { commonOwners } from '../../../../spec/inference/references/shared-owners.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import { numberingOf } from '../../identity/numbering.ts'
import { resourceNamed } from '../../resource-index.ts'
import { numberIn } from '../../values/number-in.ts'

/** References that only the server sets, to records that belong to the same one: the stage of an application is one of its job. */
const chosenLinks = perObject(({ options, resource, accepted }: Endpoint) => {
  const sent = accepted ? possiblePropertiesOf(options.document, accepted) : new Map<string, never>()
  const shown = possiblePropertiesOf(options.document, resource.record)
  const required = requiredOf(options.document, resource.record)
  return resource.references.flatMap((reference) => {
    const { property } = reference
    const target = resourceNamed(options.model, reference.resource)
    const node = required.has(property) ? shown.get(property) : undefined
    const isNeeded = node && !typesOf(options.document, node).has('null')
    const owner = commonOwners(reference, resource.references, options.model.resources).find((each) =>
      sent.has(each.property),
    )
    return target?.scope.length === 0 && owner && isNeeded && !sent.has(property)
      ? [{ property, within: owner.property, target }]
      : []
  })
})

/** What a new record refers to among the records that belong to the same one: the first of them, if they are numbered. */
export async function firstMembers(
  endpoint: Endpoint,
  { store }: RequestContext,
  sent: JsonObject,
): Promise<JsonObject> {
  const chosen: Record<string, Json> = {}
  for (const { property, within, target } of chosenLinks(endpoint)) {
    const value = idOf(sent[within])
    const position = numberingOf(endpoint.options, target)?.property
    if (value === undefined) continue
    const where = [{ property: within, values: [value] }]
    const { items } = await store.collection(target.name).list({ where })
    const [first] = position
      ? items.toSorted((one, other) => numberIn(one, position) - numberIn(other, position))
      : items
    const id = idOf(first?.[target.idProperty ?? ''])
    if (id !== undefined) chosen[property] = id
  }
  return chosen
}

/** Whether a new record refers to such records. */
export const choosesMembers = (endpoint: Endpoint): boolean => chosenLinks(endpoint).length > 0
