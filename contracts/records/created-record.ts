import { responseFor, type Operation } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { jsonSchema, requestSchema, responseSchema } from '../../spec/inference/bodies/content.ts'
import { clientChoosesId } from '../../spec/inference/drafts/roles.ts'
import { isBareId } from '../../spec/inference/identity/bare-id.ts'
import { pathToId } from '../../spec/inference/identity/path-to-id.ts'
import { isSameSchema } from '../../spec/inference/schemas/similarity.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { jsonOf } from '../answer.ts'
import { idIn, isId, recordIn } from '../answers/answer-records.ts'
import { sentSchema, type Api } from '../api/api.ts'
import { ownerIn } from '../api/own-operations.ts'
import { ownerOfParts } from '../api/parts.ts'
import { bodyValue, textOfId } from '../draft.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { keyInLocation, typedId } from '../requests/paths.ts'

/** The id of the record that an accepted create made, if the response identifies it. */
export function idOfNew(
  api: Api,
  target: string,
  resource: Resource,
  role: ResourceOperation,
  answer: Answer,
): Json | undefined {
  const location = header(answer.exchange.response.headers, 'location')
  const inLocation = location === undefined ? undefined : keyInLocation(target, location, resource)
  const alone = role.responsePath === undefined ? jsonOf(answer) : undefined
  // The record may not exist yet, such as when the response is a job.
  if (answersWithOther(api, resource, answer.draft.operation)) return undefined
  return (
    idIn(recordIn(answer, role), resource) ??
    (inLocation && typedId(inLocation.at(-1) ?? '', resource.idType)) ??
    namedId(api, resource, answer) ??
    (isBareId(alone) && isOfType(alone, resource) ? alone : sentId(api, resource, role, answer))
  )
}

/** Whether the operation responds with a record of another resource, such as a job, rather than with a view of what it was sent. */
export function answersWithOther({ document, model }: Api, own: Resource, operation: Operation): boolean {
  const [shown, sent] = [responseSchema(operation), requestSchema(operation)]
  if (!shown || isSameSchema(document, shown, own.record)) return false
  // What only its owner shows is added by showing the owner: an invoice with one more line.
  const owner = ownerOfParts(model, own)
  if (owner && isSameSchema(document, shown, owner.record)) return false
  const [names, sentNames] = [shown, sent].map((node) => node && possiblePropertiesOf(document, node))
  const showsSent = sentNames?.size && [...sentNames.keys()].every((name) => names?.has(name))
  return !showsSent && model.resources.some(({ record }) => isSameSchema(document, shown, record))
}

/** Whether the value may be an id of the resource: if its ids are integers, another string is something else, such as a token. */
const isOfType = (id: Json, { idType }: Resource): boolean =>
  idType !== 'integer' || /^-?\d+$/.test(textOfId(id))

/** The id in a property named like the path parameter: `{petId}`. */
function namedId(api: Api, { idParameter }: Resource, answer: Answer): Json | undefined {
  const declared = answer.operation && responseFor(answer.operation, answer.status)
  const schema = jsonSchema(declared?.content ?? [])
  const place = schema && idParameter !== undefined && pathToId(api.document, schema, idParameter)
  const id = place ? memberAt(jsonOf(answer), place) : undefined
  return isId(id) ? id : undefined
}

/** The id that the client chose. */
function sentId(api: Api, resource: Resource, role: ResourceOperation, { draft }: Answer): Json | undefined {
  const schema = sentSchema(api, { role, operation: draft.operation })
  const identity = { property: resource.idProperty, type: resource.idType }
  const sent = bodyValue(draft)
  return schema && isJsonObject(sent) && clientChoosesId(api.document, schema, identity)
    ? idIn(sent, resource)
    : undefined
}

/** The fixture of the record that an accepted create made. */
export function createdFixture(
  resource: Resource,
  role: ResourceOperation,
  creation: Answer,
  id: Json,
  record: JsonObject | undefined,
): Fixture {
  const names = resource.itemPath === undefined ? [] : parameterNames(resource.itemPath)
  const scope = role.scope
    .map((name) => creation.draft.path[name] ?? ownerIn(resource, record))
    .filter((value) => value !== undefined)
  const key = names.length === 0 ? [...scope, id] : [...scope, id].slice(-names.length)
  return { resource: resource.name, id, key, record, creation, gone: false }
}
