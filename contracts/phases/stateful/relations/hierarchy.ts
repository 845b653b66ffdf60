import type { Operation } from '../../../../spec/document.ts'
import { isSafe } from '../../../../spec/http.ts'
import { isRestore } from '../../../../spec/inference/states/restore-action.ts'
import { equalJson, stringifyJson } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { endsInParameter, parameterNames } from '../../../../spec/routing/path-template.ts'
import { describeAnswer, isSuccess } from '../../../answer.ts'
import { recordIn } from '../../../answers/answer-records.ts'
import { differences } from '../../../answers/compare.ts'
import { operationFor, operationsFor, type Api } from '../../../api/api.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { declaresNotFound } from '../../../attempts/not-found.ts'
import { hierarchy } from '../../../checks/hierarchy.ts'
import { inconclusive, isTrusted, unlessEnded, type Context } from '../../../context.ts'
import { bindTo, itemDraft, plainDraft } from '../../../draft.ts'
import type { Draft, Fixture } from '../../../interaction.ts'
import { uploadFor } from '../../../records/files.ts'
import { assertPathAllows } from '../../../records/identity.ts'
import { readPages, type Listing } from '../../../records/lists.ts'
import { ownerOf } from '../../../records/parameter-resource.ts'
import { readItem } from '../../../records/read-record.ts'
import { pathTarget } from '../../../requests/paths.ts'
import { withRequired } from '../../../requests/required-parameters.ts'
import { deletedRecord } from '../life-cycle/deleted-record.ts'
import { addItems, createParent, hasUnnamedItems } from '../lists/unnamed-items.ts'

/** Reads, changes, acts on and deletes a record through a parent that it is not in. */
export async function useOtherParent(context: Context, resource: Resource): Promise<void> {
  // The search for an accepted request takes the actions on the records that there are then.
  for (const { operation } of operationsFor(context.api, resource, 'action'))
    await unlessEnded(context.control(operation))
  const child = await context.fixture(resource, { fresh: true })
  const parent = ownerOf(context.api, resource)
  const other = parent && (await context.fixture(parent, { fresh: true }))
  if (!child?.creation || !other?.creation)
    throw inconclusive('Two parents and a child could not be created.')
  const record: Fixture = {
    ...child,
    key: [...other.key.slice(1 - child.key.length), child.key.at(-1) ?? null],
  }
  if (record.key.length !== child.key.length || equalJson(record.key, child.key))
    throw inconclusive('The two parents have the same path.')
  const wrong = { record, parent: other }
  await readThrough(context, resource, child, wrong)
  await changeThrough(context, resource, child, wrong)
  await deleteThrough(context, resource, child, wrong)
}

/** A record with the path that it would have below a parent that it is not in. */
interface Misplaced {
  readonly record: Fixture
  readonly parent: Fixture
}

/** Directs a request to a misplaced record. Both parts of the path are bound, so that a reproduction creates both records. */
function directedTo(draft: Draft, { record, parent }: Misplaced): Draft {
  const names = parameterNames(draft.operation.path).slice(0, record.key.length)
  const { path, bindings } = bindTo(record, names)
  const at = names.at(-2)
  return {
    ...draft,
    path: { ...draft.path, ...path },
    bindings: at === undefined ? bindings : [...bindings, { in: 'path', at, fixture: parent }],
  }
}

/** Checks that a record added below one parent is not in the list below another. */
export async function listThroughOther(context: Context, resource: Resource): Promise<void> {
  const list = operationFor(context.api, resource, 'list')
  if (!list || !isTrusted(context.run, list.operation)) throw inconclusive('No reliable list is available.')
  const look = async (): Promise<Listing> => {
    const { template } = await context.control(list.operation)
    const listing =
      template &&
      (await readPages({
        context,
        resource,
        list,
        start: await context.instantiate(list.operation, template),
      }))
    if (!listing?.complete) throw inconclusive('The list cannot be read completely.')
    return listing
  }
  if (!(await createParent(context, resource))) throw inconclusive('No new parent could be created.')
  const before = new Set((await look()).items.map((item) => stringifyJson(item)))
  const added = hasUnnamedItems(resource)
    ? (await addItems(context, resource, 1)).length
    : (await context.fixture(resource, { fresh: true }))?.creation
  if (!added) throw inconclusive('No record can be added to the list.')
  const addedItems = new Set(
    (await look()).items.map((item) => stringifyJson(item)).filter((item) => !before.has(item)),
  )
  if (!(await createParent(context, resource))) throw inconclusive('No second parent could be created.')
  const otherList = await look()
  const [answer] = otherList.answers
  if (answer && otherList.items.some((item) => addedItems.has(stringifyJson(item))))
    context.judge(hierarchy, { answer, parent: 'other', use: 'listed' }, { answer })
}

async function readThrough(
  context: Context,
  resource: Resource,
  child: Fixture,
  wrong: Misplaced,
): Promise<void> {
  const read = operationFor(context.api, resource, 'read')
  if (!read || !isTrusted(context.run, read.operation)) return
  const right = await readItem(context, resource, child)
  const answer = await context.send(directedTo(itemDraft(read, child), wrong), 'valid')
  const record = isSuccess(answer.status) ? recordIn(answer, read.role) : undefined
  // Records of different parents may have the same ids: it has to be the same record.
  if (!right?.record || !record || differences(right.record, record).length > 0) return
  context.judge(hierarchy, { answer, parent: 'other', use: 'read' }, { answer, after: [right.answer] })
}

async function changeThrough(
  context: Context,
  resource: Resource,
  child: Fixture,
  wrong: Misplaced,
): Promise<void> {
  for (const role of ['update', 'replace', 'action'] as const) {
    for (const { operation } of operationsFor(context.api, resource, role)) {
      if (isSafe(operation.method)) continue
      const { template } = await context.control(operation)
      context.group.fixtures.set(resource.name, child)
      const before = await readItem(context, resource, child)
      if (!template || !before?.record) continue
      const draft = await context.instantiate(operation, template, { freshReferences: true })
      const answer = await context.send(directedTo(draft, wrong), 'valid')
      const after = isSuccess(answer.status) ? await readItem(context, resource, child) : undefined
      if (!after?.record || differences(before.record, after.record).length === 0) continue
      context.judge(
        hierarchy,
        { answer, parent: 'other', use: 'changed' },
        { answer, after: [before.answer] },
      )
    }
  }
}

async function deleteThrough(
  context: Context,
  resource: Resource,
  child: Fixture,
  wrong: Misplaced,
): Promise<void> {
  const removal = operationFor(context.api, resource, 'delete')
  if (!removal) return
  const answer = await context.send(directedTo(itemDraft(removal, child), wrong), 'valid')
  const after = isSuccess(answer.status) ? await readItem(context, resource, child) : undefined
  if (after?.answer.status !== 404 && after?.answer.status !== 410) return
  context.judge(hierarchy, { answer, parent: 'other', use: 'deleted' }, { answer })
}

/**
 * Whether the operation reads a list or singleton, or is a POST that does not restore, below a deletable record and declares a response for a
 * missing one.
 */
export function isBelowRecord(api: Api, operation: Operation): boolean {
  const { method, path } = operation
  const isBelow = (method === 'GET' || method === 'POST') && !endsInParameter(path) && !isRestore(operation)
  const target = isBelow ? pathTarget(api, operation) : undefined
  const isComplete = target?.names.length === parameterNames(path).length
  return (
    target !== undefined &&
    isComplete &&
    (method === 'GET' ? declares404(operation) : declaresNotFound(operation)) &&
    operationFor(api, target.resource, 'delete') !== undefined
  )
}

/** Whether an operation declares 404; 410 may be about a cursor that has expired. */
const declares404 = ({ responses }: Operation): boolean => responses.some(({ status }) => status === '404')

/** Checks that an operation below a deleted record fails. */
export async function useMissingParent(context: Context, operation: Operation): Promise<void> {
  const target = pathTarget(context.api, operation)
  const gone =
    target && (await deletedRecord(context, target.resource, (parent) => upload(context, operation, parent)))
  if (!target || !gone) throw inconclusive('No record could be created and deleted.')
  assertPathAllows(context.api, operation, target.names, gone)
  const seen = await readItem(context, target.resource, gone)
  if (seen?.answer.status !== 404 && seen?.answer.status !== 410)
    throw inconclusive(`The parent is not gone: ${seen ? describeAnswer(seen.answer) : 'it was not read'}.`)
  const answer = await context.send(await draftBelow(context, operation, gone), 'valid')
  const use = operation.method === 'GET' ? 'listed' : 'posted'
  if (isSuccess(answer.status))
    context.judge(hierarchy, { answer, parent: 'missing', use }, { answer, after: [seen.answer] })
}

/** A request of an operation below a record; with the body that is accepted below another one. */
async function draftBelow(context: Context, operation: Operation, record: Fixture): Promise<Draft> {
  const at = bindTo(record, parameterNames(operation.path))
  if (operation.method === 'GET')
    return withRequired(context.api, plainDraft(operation, { ...at, bindings: [] }))
  const base = await acceptedDraft(context, operation, { fresh: true })
  const others = base.bindings.filter((each) => each.in !== 'path')
  return { ...base, path: at.path, bindings: others }
}

/** Uploads what an operation below a record reads: a file that nobody uploaded is missing even while there is a record. */
async function upload(context: Context, operation: Operation, parent: Fixture): Promise<void> {
  const by = uploadFor(context.api, operation)
  const { template } = by ? await context.control(by) : { template: undefined }
  if (!by || !template) return
  context.group.fixtures.set(parent.resource, parent)
  await context.send(await context.instantiate(by, template), 'valid')
}
