import type { Document, Operation } from '../../document.ts'
import { operationsOf } from '../../operations.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { responseSchema } from '../bodies/content.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { isCurrentUser } from '../references/current-user.ts'
import { countedNoun } from './counts.ts'
import { countableBelow, nameOf, type Total } from './totals.ts'

const own = / (?:your|my|own|caller|current user|user who is (?:signed|logged) in) /

/**
 * The numbers in the record of the current user that count records of theirs: `unreadNotificationCount`, if `GET /notifications` "lists your
 * notifications".
 */
export function ownTotals(
  document: Document,
  model: ResourceModel,
  operation: Operation,
): readonly Omit<Total, 'isDescribed'>[] {
  const { resource: user, operation: role } = model.roles.get(operation.id) ?? {}
  const schema = responseSchema(operation)
  if (!user || !role || !schema || !isCurrentUser(user)) return []
  const countable = countableBelow(document, model, undefined)
  const isOwn = ({ name, operations }: Resource): boolean =>
    name.startsWith(`${user.name}/`) ||
    operations.some((each) => {
      const list = each.role === 'list' ? operationsOf(document).byId.get(each.operationId) : undefined
      return list !== undefined && sentencesOf(list).some((sentence) => own.test(sentence))
    })
  return [...possiblePropertiesOf(document, user.record)].flatMap(([property, node]) => {
    const isCount = typesOf(document, node).has('integer') && countedNoun(property) !== undefined
    const counted = isCount ? countable.get(nameOf(property, undefined)) : undefined
    return counted && isOwn(counted.resource)
      ? [{ path: [...(role.responsePath ?? []), property], ...counted }]
      : []
  })
}
