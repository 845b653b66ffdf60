import type { Operation } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { normalizeName, singular } from '../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../spec/inference/references/names.ts'
import { referencedIds } from '../../spec/inference/references/referenced-ids.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import type { Reference, Resource } from '../../spec/resources.ts'
import { lastPart } from '../../spec/routing/path-template.ts'
import { examplesIn } from '../../spec/schemas/examples.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { isId, recordIn, recordsIn } from '../answers/answer-records.ts'
import { operationFor, recordProperties, type RoleOperation } from '../api/api.ts'
import { redirectionOf } from '../api/redirections.ts'
import { isTrusted, type Context } from '../context.ts'
import { fixtureAt, itemDraft, textOfId } from '../draft.ts'
import type { Fixture } from '../interaction.ts'
import { requestAt } from '../requests/paths.ts'
import { parameterExamples } from '../requests/required-parameters.ts'
import { idRefusedByPath, isAcceptedInPath } from './identity.ts'
import { readOrFind } from './read-record.ts'

/** The most ids that are tried. */
const mostIds = 4

/**
 * Returns an existing record of a resource that has no list and allows no creation, by an id that is known from elsewhere: records of
 * other resources refer to it, or the document has it as an example. Searched for once per run.
 */
export async function findKnownElsewhere(context: Context, resource: Resource): Promise<Fixture | undefined> {
  const { run } = context
  const read = operationFor(context.api, resource, 'read')
  if (!read || !isTrusted(run, read.operation) || resource.scope.length > 0) return undefined
  if (!run.knownElsewhere.has(resource.name))
    run.knownElsewhere.set(resource.name, await search(context, resource, read))
  const found = run.knownElsewhere.get(resource.name)
  return found && { ...found }
}

async function search(
  context: Context,
  resource: Resource,
  read: RoleOperation,
): Promise<Fixture | undefined> {
  const ids = [...(await referredIds(context, resource)), ...exampleIds(context, resource, read)]
  const distinct = new Map(ids.map((id) => [textOfId(id), id]))
  for (const id of [...distinct.values()].slice(0, mostIds)) {
    const at = fixtureAt(resource.name, [id])
    if (idRefusedByPath(context.api, read.operation, [resource.idParameter ?? ''], at) !== undefined) continue
    const answer = await context.send(itemDraft(read, at), 'valid')
    if (isSuccess(answer.status)) return { ...at, record: recordIn(answer, read.role) }
  }
  return undefined
}

/** The ids by which the records in lists of other resources refer to those of a resource. */
const referredIds = (context: Context, { name }: Resource): Promise<readonly Json[]> =>
  idsInLists(context, ({ references, ...other }) =>
    other.name === name ? [] : references.filter(({ resource }) => resource === name),
  )

/**
 * An id for a path parameter that identifies no record of a resource, as `/users/{id}` does where nothing else is known of users, by
 * a property in a list that is named like it: `userId`; or by a POST that adds such records below others.
 */
export async function idNamedLike(
  context: Context,
  operation: Operation,
  parameter: string,
): Promise<Json | undefined> {
  const [before = ''] = operation.path.split(`/{${parameter}}`)
  const collection = lastPart(before)
  const isPlain = /^(?:id|uuid)$/i.test(parameter)
  const noun = referencedNoun(parameter) ?? (isPlain ? normalizeName(singular(collection)) : '')
  const ids = await idsInLists(context, (resource) =>
    [...recordProperties(context.api, resource).keys()].flatMap((property) =>
      noun !== '' && referencedNoun(property) === noun ? [{ property }] : [],
    ),
  )
  const isAccepted = (id: Json): boolean => isAcceptedInPath(context.api, operation, parameter, id)
  const known = ids.find(isAccepted)
  if (known !== undefined || context.run.options.readOnly) return known
  const added =
    (await idAdded(context, collection, parameter)) ?? (await idInLocation(context, operation, parameter))
  return added !== undefined && isAccepted(added) ? added : undefined
}

/** The id in the response of a POST to a path with the same last segment: `POST /notes/{noteId}/files` for `/files/{id}`. */
async function idAdded(context: Context, collection: string, parameter: string): Promise<Json | undefined> {
  const creation = context.api.operations.find(
    ({ method, path }) => method === 'POST' && path.endsWith(`}/${collection}`),
  )
  const { answer } = creation ? await context.control(creation) : {}
  const record = answer && jsonOf(answer)
  const id = isJsonObject(record) ? record[parameter] : undefined
  return isId(id) ? id : undefined
}

/** The most requests whose responses may say where to read something. */
const mostSources = 3

/** The id in the Location of a response that leads to the operation, as that of a 202 leads to `/operations/{id}`. */
async function idInLocation(
  context: Context,
  operation: Operation,
  parameter: string,
): Promise<Json | undefined> {
  const { api, run } = context
  const sources = api.operations.filter(({ method, responses }) => {
    const success = responses.filter(({ status }) => status.startsWith('2'))
    return (
      method === 'POST' && success.some(({ headers }) => headers.some(({ name }) => /^location$/i.test(name)))
    )
  })
  for (const source of sources.filter(({ id }) => !creates(context, id)).slice(0, mostSources)) {
    const { answer } = await context.control(source)
    const location = answer && header(answer.exchange.response.headers, 'location')
    const request = location && requestAt(run.client.target, location, answer.exchange.request.path)
    const match = request ? api.router.match('GET', request.path, request.query, {}) : undefined
    if (match?.kind === 'found' && match.operation === operation) return match.params[parameter]
  }
  return undefined
}

/** Whether the operation creates records, whose Location is theirs. */
const creates = ({ api }: Context, id: string): boolean =>
  api.model.roles.get(id)?.operation.role === 'create'

/** The ids in the properties that refer to other records, in the first list that has any; lists below other records are left out. */
async function idsInLists(
  context: Context,
  referencesOf: (resource: Resource) => readonly Pick<Reference, 'property' | 'idProperty'>[],
): Promise<readonly Json[]> {
  for (const resource of context.api.model.resources) {
    const references = referencesOf(resource)
    const list = references.length > 0 ? operationFor(context.api, resource, 'list') : undefined
    if (!list || list.role.scope.length > 0 || !isTrusted(context.run, list.operation)) continue
    const { answer } = await context.control(list.operation)
    const records = (answer && recordsIn(answer, list.role)) ?? []
    const ids = records.flatMap((record) =>
      references.flatMap((each) => referencedIds(record[each.property], each)),
    )
    if (ids.length > 0) return ids
  }
  return []
}

/** The examples of the parameter that identifies a record, and of the property that holds the id. */
function exampleIds({ api }: Context, resource: Resource, { operation }: RoleOperation): readonly Json[] {
  const parameter = operation.parameters.find(
    (each) => each.in === 'path' && each.name === resource.idParameter,
  )
  const property = recordProperties(api, resource).get(resource.idProperty ?? '')
  return [
    ...(parameter ? parameterExamples(api, parameter) : []),
    ...(property ? examplesIn(api.document, property).filter(isId) : []),
  ]
}

/** The key of a record that an operation redirects from: the `slug` of a link for `GET /r/{slug}`. */
export async function keyRedirected(context: Context, operation: Operation): Promise<Json | undefined> {
  const redirection = redirectionOf(context.api, operation)
  const found = redirection && (await context.fixture(redirection.resource))
  return found && (await readOrFind(context, redirection.resource, found))?.record?.[redirection.key]
}
