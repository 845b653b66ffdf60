import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Reference } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idInPath } from '../records/identity.ts'
import { pick } from './derived-values.ts'

/** The records in the path of a creation that the new record shows: the `course` of an enrolment in `/courses/{courseId}/enrolments`. */
export async function shownOwners(endpoint: Endpoint, context: RequestContext): Promise<JsonObject> {
  const { operation, resource } = endpoint
  const shown: Record<string, Json> = {}
  for (const { parameter, property, idProperty } of operation.within) {
    const reference = resource.references.find((each) => each.property === property)
    const id = idProperty === undefined ? undefined : idInPath(context.request, parameter)
    const owner =
      reference && id !== undefined && (await context.store.collection(reference.resource).get(id))
    if (owner) shown[property] = shownCopy(endpoint, reference, owner)
  }
  return shown
}

/** What records show of one that they refer to. */
export function shownCopy(
  { options: { document }, resource }: Endpoint,
  { property }: Pick<Reference, 'property'>,
  owner: JsonObject,
): JsonObject {
  const node = possiblePropertiesOf(document, resource.record).get(property)
  return pick(owner, node ? [...possiblePropertiesOf(document, node).keys()] : [])
}
