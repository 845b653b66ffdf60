import type { Operation } from '../../../spec/document.ts'
import { countedNoun } from '../../../spec/inference/numbers/counts.ts'
import { usersOf } from '../../../spec/inference/references/authors.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import { actionName, stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { isMarkedBy } from '../../../spec/inference/states/marks.ts'
import { flagOf } from '../../../spec/inference/states/words/state-properties.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { lastPart, pathAbove } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { spread } from '../../data/random.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'

/** A flag that users set on records, and the number of those who have: `liked` and `likeCount` of a post. */
export interface Mark {
  readonly flag: string
  readonly count: string
}

const known = new WeakMap<Resource, readonly Mark[]>()

/** The marks that operations in pairs set and clear on the records of a resource. */
export const marksOf = (options: CrudOptions, resource: Resource): readonly Mark[] =>
  getOrInsertComputed(known, resource, () => findMarks(options, resource))

function findMarks(options: CrudOptions, resource: Resource): readonly Mark[] {
  const numbers = [...possiblePropertiesOf(options.document, resource.record)].flatMap(([name, node]) =>
    typesOf(options.document, node).has('integer') ? [name] : [],
  )
  return toggledFlags(options, resource).flatMap((flag): readonly Mark[] => {
    const count = numbers.find((name) => isMarkedBy(countedNoun(name) ?? '', flagOf(flag)))
    return count === undefined ? [] : [{ flag, count }]
  })
}

/** The flags that are set at a path and cleared by a DELETE of it, or by a POST to `unlike` beside `like`. */
export function toggledFlags(
  { document, byId }: CrudOptions,
  { operations, record }: Resource,
): readonly string[] {
  const actions = operations.flatMap(({ role, operationId }) =>
    role === 'action' ? (byId.get(operationId) ?? []) : [],
  )
  const clears = (action: Operation, other: Operation): boolean =>
    other.method === 'DELETE'
      ? other.path === action.path
      : other.path === `${pathAbove(action.path)}/un${lastPart(action.path)}`
  return actions.flatMap((action) => {
    if (action.method === 'DELETE' || !actions.some((other) => clears(action, other))) return []
    const [change] = stateChangesOf(document, record, actionName(action))
    return change?.value === true ? [change.property] : []
  })
}

/** The collection of those who mark records; undefined if nobody tells who the current user is. */
export function markersOf({ document, model }: CrudOptions): Resource | undefined {
  const user = currentUserOf(model)
  return user && usersOf(document, model, user)
}

/** The number of users beside the current one who have marked a record that a mock starts with is below this. */
const most = 6

/** A generated record with a number of marks that there are users for. */
export function withFewMarks(marks: readonly Mark[], record: JsonObject, users: number): JsonObject {
  const counts = marks.flatMap(({ flag, count }) => {
    const number = record[count]
    const others = typeof number === 'number' ? number % Math.max(1, Math.min(most, users - 1)) : 0
    return typeof number === 'number' ? [[count, others + (record[flag] === true ? 1 : 0)] as const] : []
  })
  return { ...record, ...Object.fromEntries(counts) }
}

/**
 * The users who have marked a record: the current one if the flag is set, and as many others as are counted. They follow from the
 * record, so that nothing else has to be kept.
 * @param users in the order in which they were created, so that new ones change nothing
 */
export function membersOf(
  { flag, count }: Mark,
  record: JsonObject,
  id: Id,
  users: readonly Id[],
  me: Id | undefined,
): readonly Id[] {
  const isMarked = record[flag] === true && me !== undefined
  const others = users.filter((each) => String(each) !== String(me) && String(each) !== String(id))
  const number = Number(record[count] ?? 0) - (isMarked ? 1 : 0)
  const start = spread(`${flag} ${String(id)}`, Math.max(1, Math.min(others.length, 2 * most) - most + 1))
  const chosen = [...others.slice(start), ...others.slice(0, start)].slice(0, Math.max(0, number))
  return isMarked ? [me, ...chosen] : chosen
}

/** The property of a user that counts the records that the user has marked: `followingCount`. */
export const ownCountOf = (
  { document }: CrudOptions,
  { record }: Resource,
  { flag, count }: Mark,
): string | undefined =>
  [...possiblePropertiesOf(document, record).keys()].find(
    (name) => name !== count && countedNoun(name) === flagOf(flag),
  )

/** The id of a record, by the property that identifies it. */
export const idIn = ({ idProperty = '' }: Resource, record: JsonObject | undefined): Id | undefined =>
  idOf(record?.[idProperty])
