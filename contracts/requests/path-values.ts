import type { Operation } from '../../spec/document.ts'
import { isJsonObject, memberAt, type Json } from '../../spec/json.ts'
import { toPointer } from '../../spec/json/pointer.ts'
import { possiblePropertiesOf, propertyAt } from '../../spec/schemas/properties.ts'
import { bodySchema, resourceNamed, type Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue, textOfId, withBody, withValueAt } from '../draft.ts'
import type { Draft } from '../interaction.ts'

/**
 * The request with the values of its path where the part with the record's id has them as well: `metadata.namespace`. A replacement
 * has to name its record there.
 */
export function withPathValues({ api }: Context, draft: Draft): Draft {
  const { operation, path } = draft
  const at = identifyingPart(api, operation)
  const body = bodyValue(draft)
  if (!at || body === undefined) return draft
  const part = memberAt(body, at)
  const schema = propertyAt(api.document, bodySchema(operation), at)
  if (!isJsonObject(part) || !schema) return draft
  const named = [...possiblePropertiesOf(api.document, schema).keys()].flatMap((name) => {
    const value = path[name]
    const isDue = operation.method === 'PUT' || Object.hasOwn(part, name)
    return value !== undefined && isDue ? [[name, textOfId(value)] as const] : []
  })
  const filled: Json = { ...part, ...Object.fromEntries(named) }
  const changed = withValueAt(body, toPointer(at), filled)
  return changed === undefined ? draft : withBody(draft, changed)
}

/** The path to the part of a body with the id of the record, or of the record that a singleton such as its status is part of. */
export function identifyingPart(api: Api, operation: Operation): readonly string[] | undefined {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  if (!resource || !role) return undefined
  if (resource.idPath) return [...role.requestPath, ...resource.idPath.slice(0, -1)]
  const owner =
    resource.kind === 'singleton' && resource.parent && resourceNamed(api, resource.parent.resource)
  return owner ? owner.idPath?.slice(0, -1) : undefined
}
