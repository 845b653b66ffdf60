import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { equalJson, wrappedAt } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { isSuccess } from '../answer.ts'
import { recordIn } from '../answers/answer-records.ts'
import { bodyType, operationFor, resourceNamed, writableProperties, type RoleOperation } from '../api/api.ts'
import { CaseEnd, type Context, type Run } from '../context.ts'
import { fixtureAt, plainDraft, textOfId } from '../draft.ts'
import type { Draft, Fixture } from '../interaction.ts'
import { RunEnd } from '../run-end.ts'

const nameOf = ({ resource, key }: Fixture): string => [resource, ...key.map(textOfId)].join('/')

/** Saves the state of a singleton before the first request that may change it. */
export async function backupSingleton(context: Context, operation: Operation): Promise<void> {
  const resource = context.api.model.roles.get(operation.id)?.resource
  const read =
    resource?.kind === 'singleton' && !isSafe(operation.method)
      ? operationFor(context.api, resource, 'read')
      : undefined
  if (!resource || !read || parameterNames(read.operation.path).length > 0) return
  const found = fixtureAt(resource.name, [])
  if (context.run.backups.has(nameOf(found))) return
  context.run.backups.set(nameOf(found), found)
  const answer = await context.send(draftOf(read, found), 'valid')
  const record = isSuccess(answer.status) ? recordIn(answer, read.role) : undefined
  context.run.backups.set(nameOf(found), { ...found, record })
}

/** Saves a record that existed before the run and is about to be changed. */
export function backupRecord({ backups }: Run, record: Fixture): void {
  if (!record.creation && !backups.has(nameOf(record))) backups.set(nameOf(record), record)
}

/** Restores what was saved; returns the names of what could not be restored. */
export async function restoreBackups(context: Context): Promise<readonly string[]> {
  const left: string[] = []
  for (const [name, found] of context.run.backups)
    if (await isRestored(context, found)) context.run.backups.delete(name)
    else left.push(name)
  return left
}

/** Restores a record; false if it is not as before, or the target does not respond in time. */
async function isRestored(context: Context, found: Fixture): Promise<boolean> {
  const resource = resourceNamed(context.api, found.resource)
  if (!resource) return false
  try {
    const draft = restoring(context, resource, found)
    const answer = draft && (await context.send(draft, 'valid'))
    return (answer && isSuccess(answer.status)) || (await isAsBefore(context, resource, found))
  } catch (error) {
    if (error instanceof CaseEnd || error instanceof RunEnd) return false
    throw error
  }
}

/** Whether a record is unchanged: not every write to it takes effect. Lists may show more of it than it shows itself. */
async function isAsBefore(context: Context, resource: Resource, found: Fixture): Promise<boolean> {
  const read = operationFor(context.api, resource, 'read')
  if (!read || !found.record) return false
  const answer = await context.send(draftOf(read, found), 'valid')
  const now = isSuccess(answer.status) ? recordIn(answer, read.role) : undefined
  return (
    now !== undefined &&
    Object.entries(found.record).every(
      ([name, value]) => now[name] === undefined || equalJson(now[name], value),
    )
  )
}

function restoring(context: Context, resource: Resource, found: Fixture): Draft | undefined {
  const write =
    operationFor(context.api, resource, 'replace') ?? operationFor(context.api, resource, 'update')
  const mediaType = write && bodyType(write.operation)
  if (!write || !mediaType || !found.record) return undefined
  const writable = writableProperties(context.api, resource)
  const kept = Object.fromEntries(Object.entries(found.record).filter(([name]) => writable.has(name)))
  const value = wrappedAt(write.role.requestPath, kept)
  return { ...draftOf(write, found), body: { kind: 'value', mediaType, value } }
}

function draftOf({ operation }: RoleOperation, { key }: Fixture): Draft {
  const path = Object.fromEntries(
    parameterNames(operation.path).map((name, index) => [name, key[index] ?? null]),
  )
  return plainDraft(operation, { path, bindings: [] })
}
