import type { Document, Operation } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { lastPart } from '../../routing/path-template.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { responseSchema } from '../bodies/content.ts'
import { findList } from '../bodies/envelope.ts'
import { wordsOf } from '../prose/words.ts'
import { withoutKept } from '../schemas/kept-property.ts'
import { restoreOperation } from './restore.ts'

/** An operation on the deleted records of a resource that may be restored: `GET /trash`, `DELETE /files/trash`. */
export interface TrashOperation {
  readonly resource: Resource
  /** The property names that lead to the array of records in the response body; undefined if the operation deletes for good. */
  readonly responsePath: readonly string[] | undefined
}

/** Reads what an operation without a role does with deleted records; undefined if it has nothing to do with them. */
export function trashOperation(
  document: Document,
  resources: readonly Resource[],
  operation: Operation,
  byId: ReadonlyMap<string, Operation>,
): TrashOperation | undefined {
  const { method, path } = operation
  const name = wordsOf(lastPart(path)).join(' ')
  if (!/^(?:trash|trashed|deleted|bin|recycle bin|recently deleted)(?: |$)/.test(name)) return undefined
  const restorable = resources.filter(
    (resource) => resource.scope.length === 0 && restoreOperation(document, resource, byId) !== undefined,
  )
  if (method === 'DELETE') {
    const [resource, ...others] = restorable
    return resource && others.length === 0 ? { resource, responsePath: undefined } : undefined
  }
  const body = method === 'GET' ? responseSchema(operation) : undefined
  const list = body && findList(document, body, { name, idParameter: undefined, record: undefined })
  if (!list) return undefined
  const { pointer } = resolveRef(document, list.schema)
  const resource = restorable.find(({ record }) => withoutKept(document, record).pointer === pointer)
  return resource && { resource, responsePath: list.path }
}

/** The boolean query parameter of a DELETE that skips the trash: `permanent=true`. */
export const permanentParameter = ({ parameters }: Operation): string | undefined =>
  parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      /^(?:(?:is )?permanent(?:ly)?|purge|hard(?: delete)?|skip trash)$/.test(wordsOf(name).join(' ')),
  )?.name

/** The query parameter of a list that shows only deleted records: `trashed=true`. */
export const onlyDeletedParameter = ({ parameters }: Operation): string | undefined =>
  parameters.find(
    ({ in: place, name }) =>
      place === 'query' &&
      /^(?:(?:only |is |in )?(?:deleted|trashed|trash)|(?:deleted|trashed) only)$/.test(
        wordsOf(name).join(' '),
      ),
  )?.name
