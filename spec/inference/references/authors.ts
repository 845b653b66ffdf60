import type { Document, SchemaNode } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { wordsOf } from '../prose/words.ts'

/** Whether the records of a resource are users by its name. */
export const areUsers = (name: string): boolean =>
  /(?:^|\/)(?:users?|members?|accounts?|people|profiles?)$/i.test(name)

/** The collection whose records are users, with properties that the current user has as well: `/users` beside `/me`. */
export function usersOf(document: Document, model: ResourceModel, user: Resource): Resource | undefined {
  const own = possiblePropertiesOf(document, user.record)
  return model.resources.find(
    ({ kind, scope, name, record, idProperty, discoverable }) =>
      discoverable &&
      kind === 'collection' &&
      scope.length === 0 &&
      idProperty !== undefined &&
      own.has(idProperty) &&
      areUsers(name) &&
      [...requiredOf(document, record)].every((property) => own.has(property)),
  )
}

const authors =
  /^(?:owner|author|user|creator|created by|uploader|uploaded by|submitter|submitted by|reporter|reported by|sender|requester|requested by|posted by|triggered by|opened by|started by|inviter|invited by|sent by|added by|issued by|initiator|initiated by)$/

/** The properties of records that may hold who created them: `owner`, `authorId`, `created_by`. */
export function authorProperties(document: Document, record: SchemaNode): ReadonlyMap<string, SchemaNode> {
  return new Map(
    [...possiblePropertiesOf(document, record)].filter(([name]) =>
      authors.test(
        wordsOf(name)
          .join(' ')
          .replace(/ (?:id|login|username)$/, ''),
      ),
    ),
  )
}
