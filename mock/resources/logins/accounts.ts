import { needsCredentials, type Operation } from '../../../spec/document.ts'
import { requestSchema, responseSchema } from '../../../spec/inference/bodies/content.ts'
import { findRegistration, isLoginName, isRegistration } from '../../../spec/inference/logins.ts'
import { usersOf } from '../../../spec/inference/references/authors.ts'
import { areUsers, currentUserOf } from '../../../spec/inference/references/current-user.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import { tokensOf } from '../../store/as-client.ts'
import type { Collection, Id, Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { checksumOf } from '../uploads/checksum.ts'
import { hasForm, sentTo } from './form.ts'

/** Digests of the passwords that clients have set, by the ids of their users. */
const passwordsIn = (store: Transaction): Collection => store.collection('logins (passwords)')

/** The tokens that logins have given out, with the ids of their users, and whether they have ended. */
const sessionsIn = (store: Transaction): Collection => store.collection('logins (tokens)')

/** The users who log in; undefined if the document has none. */
export function accountsOf(options: CrudOptions): Resource | undefined {
  const { document, model } = options
  const self = currentUserOf(model)
  return (
    (self && usersOf(document, model, self)) ??
    model.resources.find(
      ({ kind, scope, name, idProperty, discoverable }) =>
        kind === 'collection' &&
        scope.length === 0 &&
        discoverable &&
        idProperty !== undefined &&
        areUsers(name),
    ) ??
    (self ? (registers(options, self) ? registeredAs(options)(self) : undefined) : unlisted(options))
  )
}

/** Whether anybody can become a user, with a form of its own or as the only member of a body. */
const registers = (options: CrudOptions, self: Resource): boolean =>
  findRegistration(options.document, [...options.byId.values()]) !== undefined ||
  [...options.byId.values()].some((each) => isSignUp(each) && hasForm(sentTo(options, each, self)))

/** Whether an operation is for new users, by its name or as `POST /users` without credentials. */
export const isSignUp = (operation: Operation): boolean =>
  isRegistration(operation) ||
  (operation.method === 'POST' && !needsCredentials(operation) && areUsers(operation.path.replace(/\/$/, '')))

/** Who has registered, if the document shows users only themselves: `/auth/register` beside `/me`. */
export const registeredAs: (options: CrudOptions) => (self: Resource) => Resource = perObject(
  ({ document }: CrudOptions) =>
    perObject((self: Resource): Resource => {
      const names = [...possiblePropertiesOf(document, self.record).keys()]
      // Users without an id are known by what they log in with.
      const key = names.includes('id') ? 'id' : names.find(isLoginName)
      return {
        ...self,
        kind: 'collection',
        name: `${self.name} (registered)/users`,
        discoverable: true,
        idProperty: self.idProperty ?? key ?? 'id',
        operations: [],
      }
    }),
)

/**
 * Who has registered, if no other operation shows users: as the response to `/auth/register` has them, itself or in an object, else as
 * they are sent.
 */
const unlisted = perObject((options: CrudOptions): Resource | undefined => {
  const { document } = options
  const form = findRegistration(document, [...options.byId.values()])
  const sent = form && requestSchema(form.operation)
  if (!form || !sent) return undefined
  const response = responseSchema(form.operation)
  const shown =
    response &&
    [response, ...possiblePropertiesOf(document, response).values()].find((node) => {
      const members = possiblePropertiesOf(document, node)
      return members.has(form.login) && members.has('id')
    })
  return {
    name: `${form.operation.path} (registered)/users`,
    kind: 'collection',
    collectionPath: undefined,
    itemPath: undefined,
    idParameter: undefined,
    idProperty: shown ? 'id' : form.login,
    idType: undefined,
    record: shown ?? sent,
    scope: [],
    parent: undefined,
    discoverable: true,
    operations: [],
    filters: [],
    paging: undefined,
    total: undefined,
    references: [],
  }
})

/** Makes a token stand for a user. */
export const startSession = (store: Transaction, token: Id, user: Id): MaybePromise<void> =>
  sessionsIn(store).put(token, { user })

/** Makes a token invalid for good. */
export const endSession = (store: Transaction, token: Id): MaybePromise<void> =>
  sessionsIn(store).put(token, { hasEnded: true })

/** Makes all tokens of a user invalid. */
export async function endSessions(store: Transaction, user: Id): Promise<void> {
  for (const token of await sessionsIn(store).ids())
    if ((await userOf(store, token)) === user) await endSession(store, token)
}

/** The id of the user that a token stands for; undefined if it is not valid. */
export const userOf = (store: Transaction, token: Id): MaybePromise<Id | undefined> =>
  after(sessionsIn(store).get(token), (session) => idOf(session?.['user']))

/** The id of the user whose token a request has. */
export const loggedIn = (store: Transaction): MaybePromise<Id | undefined> =>
  reduceAfter<string, Id | undefined>(
    tokensOf(store),
    undefined,
    (user, token) => user ?? userOf(store, token),
  )

/** Whether a request has a token that was valid, and none that is. */
export const isLoggedOut = (store: Transaction): MaybePromise<boolean> =>
  after(loggedIn(store), (user) =>
    user !== undefined
      ? false
      : reduceAfter<string, boolean>(tokensOf(store), false, (isOut, token) =>
          after(sessionsIn(store).get(token), (session) => isOut || session?.['hasEnded'] === true),
        ),
  )

/** The only user with a value, such as an email address; letter case does not matter. */
export async function userWith(
  users: Resource,
  store: Transaction,
  property: string,
  value: Json,
): Promise<JsonObject | undefined> {
  const collection = store.collection(users.name)
  const [exact] = (await collection.list({ where: [{ property, values: [value] }], limit: 1 })).items
  if (exact || typeof value !== 'string') return exact
  const where = [{ property, values: [value], ignoresCase: true }]
  return (await collection.list({ where, limit: 1 })).items[0]
}

/** Keeps the password that a client sends for a user: its digest, since state files and the console show what is stored. */
export async function keepPassword(store: Transaction, user: Id, password: Json = null): Promise<void> {
  const digest = await digestOf(user, password)
  if (digest !== undefined) await passwordsIn(store).put(user, { digest })
}

/** Whether a user has a password. Nobody knows those of seeded users, so that any one will do. */
export async function hasPassword(store: Transaction, user: Id, password: Json = null): Promise<boolean> {
  const known = await passwordsIn(store).get(user)
  return known === undefined || known['digest'] === (await digestOf(user, password))
}

const digestOf = (user: Id, password: Json): Promise<string | undefined> =>
  checksumOf('sha256', new TextEncoder().encode(JSON.stringify([user, password])))
