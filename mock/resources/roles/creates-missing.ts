import type { Operation } from '../../../spec/document.ts'
import type { Resource } from '../../../spec/resources.ts'
import { declares } from '../../http/declares.ts'

/** Whether the document says that a write creates the record that it finds missing, or nothing else could create it. */
export function createsMissing(declared: Operation, { kind, operations }: Resource): boolean {
  const hasCreate = operations.some(({ role }) => role === 'create')
  if (declared.method === 'POST' && kind !== 'singleton') return !hasCreate && creates(declared)
  const isDescribed =
    declares(declared, 201) || (!hasCreate && (!declares(declared, 404) || addsOrChanges(declared)))
  return isDescribed && (declared.method === 'PUT' || declared.method === 'POST')
}

/** "Create a repository", at the path that it will have. */
const creates = ({ summary = '', description = '' }: Operation): boolean =>
  /^(?:create|add)s?\b/i.test(summary || description)

/** "Adds somebody to the project, or changes their role". */
const addsOrChanges = ({ summary = '', description = '' }: Operation): boolean =>
  /^(?:adds?|creates?|invites?)\b.*\bor (?:\w+ )?(?:changes?|updates?|replaces?|sets?)\b/i.test(
    description || summary,
  )
