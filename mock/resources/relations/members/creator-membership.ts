import { acceptedBy } from '../../../../spec/inference/bodies/accepted-schema.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { usersOf } from '../../../../spec/inference/references/authors.ts'
import { currentUserOf } from '../../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues } from '../../../../spec/schemas/types.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Endpoint } from '../../endpoint.ts'
import { membershipsOf } from './memberships.ts'

/** What makes whoever creates a record a member of it: "The creator becomes its owner". */
export interface CreatorMembership {
  readonly member: Resource
  /** The creation of a member below the new record. */
  readonly operation: ResourceOperation
  /** The property of a member that refers to the user, and what else the members' creation is sent. */
  readonly user: string
  readonly role: JsonObject
}

const creator =
  / (?:whoever|creator|you|caller|(?:current|signed in|logged in|authenticated|requesting) user|user who create(?:d)?) /
const joins = / (?:become|is|are|be|added|join|made) /

/** The sentences of a creation about whoever performs it. */
const sentencesOnCreator = perObject(({ declared, operation }: Endpoint) =>
  operation.role === 'create'
    ? sentencesOf(declared).filter((each) => creator.test(each) && joins.test(each))
    : [],
)

/** The membership of whoever creates a record; undefined if there is none, or several might be meant. */
export const creatorMembership: (endpoint: Endpoint) => CreatorMembership | undefined = perObject(
  (endpoint: Endpoint) => {
    const { options, resource } = endpoint
    const self = currentUserOf(options.model)
    const users = self && usersOf(options.document, options.model, self)
    if (!users || sentencesOnCreator(endpoint).length === 0) return undefined
    const [found, ...others] = [...membershipsOf(options, resource)].flatMap(([noun, { member, by }]) => {
      const operation = member.operations.find(
        ({ role, within, scope }) =>
          role === 'create' &&
          (by ? within.some(({ property }) => property === by.property) : scope.length > 0),
      )
      const declared = options.byId.get(operation?.operationId ?? '')
      const accepted =
        operation && declared && acceptedBy(options.document, declared, operation, member.nesting)
      const sent = accepted ? possiblePropertiesOf(options.document, accepted) : new Map<string, never>()
      const user = member.references.find((each) => each.resource === users.name && sent.has(each.property))
      if (!operation || !user) return []
      const roles = [...sent].flatMap(([name, node]) =>
        enumValues(options.document, node).flatMap((value) =>
          typeof value === 'string' && tells(endpoint, wordsOf(value).join(' ')) ? [{ name, value }] : [],
        ),
      )
      // "Its first member and its owner": to be a member says the least.
      const role = roles.find(({ value }) => value !== noun) ?? roles[0]
      const isMeant = role !== undefined || tells(endpoint, noun)
      return isMeant
        ? [{ member, operation, user: user.property, role: role ? { [role.name]: role.value } : {} }]
        : []
    })
    return others.length === 0 ? found : undefined
  },
)

const tells = (endpoint: Endpoint, words: string): boolean =>
  sentencesOnCreator(endpoint).some((each) => each.includes(` ${words} `))

/** What the members' creation is sent for whoever creates the record; undefined if nobody is known to. */
export async function creatorAsMember(
  { options }: Endpoint,
  { user, role }: CreatorMembership,
  store: Transaction,
): Promise<JsonObject | undefined> {
  const { currentUserId } = await import('../current-user.ts')
  const id = await currentUserId(options, store)
  return id === undefined ? undefined : { [user]: id, ...role }
}
