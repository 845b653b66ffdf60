import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { lastPart, pathAbove } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'
import { keptByDeletion } from './kept-by-deletion.ts'
import { isRestore } from './restore-action.ts'

/**
 * The operation that restores deleted records. Undefined if there is none, if DELETE is permanent or keeps the record in
 * sight, or if the operation may undo something else, such as an archiving.
 */
export function restoreOperation(
  document: Document,
  { operations, record }: Resource,
  byId: ReadonlyMap<string, Operation>,
): Operation | undefined {
  const actions = operations
    .filter(({ role }) => role === 'action')
    .flatMap(({ operationId }) => byId.get(operationId) ?? [])
  const restoring = actions.find(isRestore)
  const mayUndoOther =
    actions.some(({ path }) => /\/(?:archive|trash|deactivate|suspend|disable)$/i.test(path)) &&
    !isOfDeleted(restoring)
  const removal = byId.get(operations.find(({ role }) => role === 'delete')?.operationId ?? '')
  if (!removal || isPermanent(removal) || mayUndoOther) return undefined
  const isKept = keptByDeletion(document, removal, record)?.isDescribed === true
  return isKept ? undefined : restoring
}

/** Whether a restore is said to be one of deleted records, and of no others: "Restore a deleted course". */
const isOfDeleted = ({ summary = '', description = '' }: Partial<Operation> = {}): boolean =>
  /\bdeleted\b/i.test(`${summary} ${description}`) &&
  !/\b(?:archived|trashed|deactivated|suspended|disabled)\b/i.test(`${summary} ${description}`)

/** Whether a deletion is permanent, by its summary, or because its path is that of records deleted before. */
const isPermanent = ({ path, summary = '' }: Operation): boolean =>
  /^(?:permanent|purg|irreversibl|hard[- ]delet)/i.test(summary) ||
  /^(?:deleted|trashed|removed)/i.test(lastPart(pathAbove(path)))

/** The properties that mark a record as deleted: `deletedAt`, `is_deleted`. */
export function deletionProperties(
  document: Document,
  record: SchemaNode,
): readonly (readonly [string, SchemaNode])[] {
  return [...possiblePropertiesOf(document, record)].filter(([name]) =>
    /^(?:(?:is )?(?:deleted|trashed|removed)(?: (?:at|on|date|time))?|delete time)$/.test(
      wordsOf(name).join(' '),
    ),
  )
}

/** A state that marks a record as deleted, and the others that it may have. */
interface DeletionState {
  readonly property: string
  readonly deleted: string
  readonly values: readonly string[]
}

/** The state of deleted records: `DELETED`. */
export function deletionState(document: Document, record: SchemaNode): DeletionState | undefined {
  for (const [property, node] of possiblePropertiesOf(document, record)) {
    const all = enumValues(document, node).filter((value) => typeof value === 'string')
    const deleted = /^(?:state|status)$/.test(wordsOf(property).at(-1) ?? '')
      ? all.find((value) => /^(?:deleted|trashed|removed)$/i.test(value))
      : undefined
    if (deleted === undefined) continue
    const values = all.filter((value) => value !== deleted && !/unspecified|unknown/i.test(value))
    return { property, deleted, values }
  }
  return undefined
}

/** The query parameter of a list that includes deleted records: `includeDeleted`. */
export const includeDeletedParameter = ({ parameters }: Operation): string | undefined =>
  parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      /^(?:include|with|show) (?:deleted|trashed|removed)$/.test(wordsOf(name).join(' ')),
  )?.name

const notDeleted = /\b(?:not|isn't|wasn't) (?:currently )?(?:been )?(?:soft[- ])?deleted\b/i

/** The 4xx statuses of a restore that are described as the record not being deleted. */
export const notDeletedStatuses = ({ responses }: Operation): readonly string[] =>
  responses
    .filter(({ status, description }) => /^4\d\d$/.test(status) && notDeleted.test(description))
    .map(({ status }) => status)
