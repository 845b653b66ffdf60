import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Reference } from '../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idInPath } from '../identity/identity.ts'
import { isImplicit } from '../records/existing.ts'
import { isSettable } from '../records/settable.ts'
import { resourceNamed } from '../resource-index.ts'
import { pick } from './derived/derived-values.ts'

/** The records in the path of a creation that the new record shows: the `course` of an enrolment in `/courses/{courseId}/enrolments`. */
export async function shownOwners(endpoint: Endpoint, context: RequestContext): Promise<JsonObject> {
  const { operation, resource } = endpoint
  const shown: Record<string, Json> = {}
  const above = parentShown(endpoint)
  const parameters = resource.parent?.parameters ?? []
  const ids = context.scope.slice(0, parameters.length)
  const parent =
    above && (await context.store.collection(above.resource, ids.slice(0, -1)).get(ids.at(-1) ?? ''))
  if (above && parent) shown[above.property] = shownCopy(endpoint, above, parent)
  for (const { parameter, property, idProperty } of operation.within) {
    const reference = resource.references.find((each) => each.property === property)
    const id = idProperty === undefined ? undefined : idInPath(context.request, parameter)
    if (!reference || idProperty === undefined || id === undefined) continue
    const owner = await context.store.collection(reference.resource).get(id)
    const copy = owner
      ? shownCopy(endpoint, reference, owner)
      : copyOfImplicit(endpoint, reference, idProperty, id)
    const node = possiblePropertiesOf(endpoint.options.document, resource.record).get(property)
    const isList = node !== undefined && typesOf(endpoint.options.document, node).has('array')
    if (copy) shown[property] = isList ? [copy] : copy
  }
  return shown
}

/** The property in which records that are nested in another show that one, if only the server sets it: the `team` of a player. */
export const parentShown: (endpoint: Endpoint) => Reference | undefined = perObject(
  ({ resource, options }: Endpoint): Reference | undefined => {
    const { references, parent, record } = resource
    const properties = possiblePropertiesOf(options.document, record)
    const [found, ...others] = references.filter(({ property, resource: name, idProperty }) => {
      const node = properties.get(property)
      const isOne = node !== undefined && !typesOf(options.document, node).has('array')
      return name === parent?.resource && idProperty !== undefined && isOne
    })
    return found && others.length === 0 && !isSettable(options, resource, found.property) ? found : undefined
  },
)

/** What is known of a record that nobody has created or listed: its id. Undefined if that is too little. */
function copyOfImplicit(
  { options: { document, model, validator }, resource }: Endpoint,
  { property, resource: name }: Reference,
  idProperty: string,
  id: Id,
): JsonObject | undefined {
  const owner = resourceNamed(model, name)
  const node = possiblePropertiesOf(document, resource.record).get(property)
  const copy = { [idProperty]: id }
  return owner && isImplicit(owner) && node && validator.of(node, 'response').accepts(copy) ? copy : undefined
}

/** What records show of one that they refer to. */
export function shownCopy(
  { options: { document }, resource }: Endpoint,
  { property }: Pick<Reference, 'property'>,
  owner: JsonObject,
): JsonObject {
  const node = possiblePropertiesOf(document, resource.record).get(property)
  return pick(owner, node ? [...possiblePropertiesOf(document, itemOf(document, node)).keys()] : [])
}
