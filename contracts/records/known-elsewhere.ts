import { referencedIds } from '../../spec/inference/references/referenced-ids.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { isSuccess } from '../answer.ts'
import { operationFor, recordProperties, type RoleOperation } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import { fixtureAt, itemDraft, textOfId } from '../draft.ts'
import type { Fixture } from '../interaction.ts'
import { examplesOf, parameterExamples } from '../requests/required-parameters.ts'
import { isId, recordIn, recordsIn } from './answer-records.ts'
import { idRefusedByPath } from './identity.ts'

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
async function referredIds(context: Context, { name }: Resource): Promise<readonly Json[]> {
  const ids: Json[] = []
  for (const other of context.api.model.resources) {
    const references = other.references.filter(({ resource }) => resource === name)
    const list = references.length > 0 ? operationFor(context.api, other, 'list') : undefined
    if (!list || other.name === name || !isTrusted(context.run, list.operation)) continue
    const { answer } = await context.control(list.operation)
    for (const record of (answer && recordsIn(answer, list.role)) ?? [])
      ids.push(...references.flatMap((each) => referencedIds(record[each.property], each)))
    if (ids.length > 0) return ids
  }
  return ids
}

/** The examples of the parameter that identifies a record, and of the property that holds the id. */
function exampleIds({ api }: Context, resource: Resource, { operation }: RoleOperation): readonly Json[] {
  const parameter = operation.parameters.find(
    (each) => each.in === 'path' && each.name === resource.idParameter,
  )
  const property = recordProperties(api, resource).get(resource.idProperty ?? '')
  return [
    ...(parameter ? parameterExamples(api, parameter) : []),
    ...(property ? examplesOf(api, property).filter(isId) : []),
  ]
}
