import type { Document, SchemaNode } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'
import { areUsers, currentUserOf } from './current-user.ts'
import { patternOf, prefixedPattern } from './targets.ts'
import { userKindsOf } from './user-kinds.ts'

/** The collection whose records are users, with properties that the current user has as well: `/users` beside `/me`. */
export function usersOf(document: Document, model: ResourceModel, user: Resource): Resource | undefined {
  const own = possiblePropertiesOf(document, user.record)
  const isSameForm = (record: SchemaNode, idProperty: string): boolean => {
    const [pattern, id] = [prefixedPattern(document, { record, idProperty }), own.get(idProperty)]
    return pattern !== undefined && id !== undefined && patternOf(document, id) === pattern
  }
  return model.resources.find(
    ({ kind, scope, name, record, idProperty, discoverable }) =>
      discoverable &&
      kind === 'collection' &&
      scope.length === 0 &&
      idProperty !== undefined &&
      own.has(idProperty) &&
      (isSameForm(record, idProperty) ||
        (areUsers(name) && [...requiredOf(document, record)].every((property) => own.has(property))) ||
        userKindsOf(document)(user).has(singularNounOf(name))),
  )
}

const authors =
  /^(?:owner|author|user|creator|created by|uploader|uploaded by|submitter|submitted by|reporter|reported by|sender|requester|requested by|applicant|applied by|booker|booked by|posted by|triggered by|opened by|started by|inviter|invited by|sent by|added by|issued by|initiator|initiated by|instructor|host)$/

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

/** The same, and who a record belongs to: the `employee` of a claim if the current user is an employee. */
export function ownerProperties(
  document: Document,
  model: ResourceModel,
  { record, references }: Resource,
): ReadonlyMap<string, SchemaNode> {
  const authors = authorProperties(document, record)
  const user = currentUserOf(model)
  const users = user && usersOf(document, model, user)
  if (!users) return authors
  const noun = singularNounOf(users.name)
  const owners = new Set(
    references.flatMap(({ property, resource }) =>
      resource === users.name && singularWordsOf(property).replace(/ id$/, '') === noun ? [property] : [],
    ),
  )
  return new Map([
    ...authors,
    ...[...possiblePropertiesOf(document, record)].filter(([name]) => owners.has(name)),
  ])
}
