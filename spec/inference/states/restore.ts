import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import type { Resource } from '../../resources.ts'
import { wordsOf } from '../prose/words.ts'

const verbs = new Set('restore undelete recover untrash'.split(' '))

/** Whether by its path an operation brings back a record as it was: `POST /patients/{patientId}/restore`. */
export function isRestore({ method, path, requestBody }: Operation): boolean {
  const [above = '', last = ''] = path.split('/').slice(-2)
  return (
    method === 'POST' && requestBody === undefined && above.endsWith('}') && verbs.has(wordsOf(last).join(''))
  )
}

/**
 * The operation that brings back records which DELETE took away; undefined where there is none, or where what it takes
 * back may be something else, as where they can be archived, or where DELETE takes away for good.
 */
export function restoreOperation(
  { operations }: Resource,
  byId: ReadonlyMap<string, Operation>,
): Operation | undefined {
  const actions = operations
    .filter(({ role }) => role === 'action')
    .flatMap(({ operationId }) => byId.get(operationId) ?? [])
  const isOther = actions.some(({ path }) => /\/(?:archive|trash|deactivate|suspend|disable)$/i.test(path))
  const removal = byId.get(operations.find(({ role }) => role === 'delete')?.operationId ?? '')
  return removal && !isForGood(removal) && !isOther ? actions.find(isRestore) : undefined
}

/** Whether a deletion is the end of a record, by its summary or because what it takes away was deleted before. */
const isForGood = ({ path, summary = '' }: Operation): boolean =>
  /^(?:permanent|purg|irreversibl|hard[- ]delet)/i.test(summary) ||
  /^(?:deleted|trashed|removed)/i.test(path.split('/').at(-2) ?? '')

/** What a record tells of its deletion by: `deletedAt`, `is_deleted`. */
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

/** The parameter of a list that asks for what was deleted besides: `includeDeleted`. */
export const includeDeletedParameter = ({ parameters }: Operation): string | undefined =>
  parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      /^(?:include|with|show) (?:deleted|trashed|removed)$/.test(wordsOf(name).join(' ')),
  )?.name
