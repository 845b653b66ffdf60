import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, type Api } from '../../../api/api.ts'
import { listedReadable } from '../../../checks/listed-readable.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Fixture } from '../../../interaction.ts'
import { isMarkedDeleted } from '../../../records/deletion-mark.ts'
import { listedFixtures } from '../../../records/fixtures.ts'
import { findInList, readItem } from '../../../records/read-record.ts'

/** Whether records are known from their list alone: where they can be created, what is created is read. */
export const areOnlyListed = (api: Api, resource: Resource): boolean =>
  operationFor(api, resource, 'read') !== undefined && operationFor(api, resource, 'create') === undefined

/** Checks that listed records can be read one by one. */
export async function readListed(context: Context, resource: Resource): Promise<void> {
  const listed = (await listedFixtures(context, resource)).filter(
    ({ id, record }) => isPlain(id) && !isMarkedDeleted(record),
  )
  const missing: Fixture[] = []
  let isAnyReadable = false
  for (const each of sampleOf(listed)) {
    const { status } = (await readItem(context, resource, each))?.answer ?? {}
    if (status === 404) missing.push(each)
    isAnyReadable ||= status !== undefined && isSuccess(status)
  }
  if (!isAnyReadable && (missing.length === 0 || !takesListedIds(context.api, resource)))
    throw inconclusive(`No listed record of ${resource.name} can be read.`)
  for (const each of missing) if (await isReportedMissing(context, resource, each, isAnyReadable)) return
}

/** Whether the path names its parameter as the list names the ids: `/notes/{id}`, or `{noteId}`, for the property `id`. */
function takesListedIds(api: Api, resource: Resource): boolean {
  const parameter = normalizeName(operationFor(api, resource, 'read')?.role.idParameter ?? '')
  const property = normalizeName(resource.idProperty ?? '')
  return property !== '' && parameter.endsWith(property)
}

/** Ids that every server finds in a path: others have to be encoded, which frameworks decode in different ways. */
const isPlain = (id: unknown): boolean =>
  typeof id === 'number' || (typeof id === 'string' && /^[\w-]+$/.test(id))

/** The first record, the last one and one between them. */
const sampleOf = (listed: readonly Fixture[]): readonly Fixture[] =>
  listed.filter((_, index) => [0, Math.floor((listed.length - 1) / 2), listed.length - 1].includes(index))

/** Reports a record that is missing while the list shows it still; in between it may have been deleted. */
async function isReportedMissing(
  context: Context,
  resource: Resource,
  of: Fixture,
  isException: boolean,
): Promise<boolean> {
  const listed = await findInList(context, resource, of)
  const again = listed?.item && (await readItem(context, resource, of))
  if (!listed || !again) return false
  const evidence = { id: of.id, status: again.answer.status, isException }
  return context.judge(listedReadable, evidence, { answer: again.answer, after: [listed.answer] })
}
