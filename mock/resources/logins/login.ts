import type { Operation, SchemaNode } from '../../../spec/document.ts'
import {
  requestSchema,
  responseSchema,
  statusOf,
  successResponse,
} from '../../../spec/inference/bodies/content.ts'
import { isLoginName, isRegistration, isToken, showsToken } from '../../../spec/inference/logins.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { areUsers } from '../../../spec/inference/references/current-user.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import type { Resource } from '../../../spec/resources.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { refuse, type Behaviour, type BehaviourContext, type Outcome, type Refused } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import type { BehaviourOf, Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { pick } from '../relations/derived-values.ts'
import { accountsOf, hasPassword, keepPassword, loggedIn, tokensIn, userWith } from './accounts.ts'

/** What clients send to log in. */
interface Sent {
  /** The property names that lead to it in the body: `user` if the body is `{"user": {"email", "password"}}`. */
  readonly path: readonly string[]
  /** The name of what tells the user: `email` or `username`. */
  readonly login: string | undefined
  /** The property of users that has it. */
  readonly loginProperty: string | undefined
  readonly password: string | undefined
  readonly currentPassword: string | undefined
  readonly newPassword: string | undefined
  readonly refreshToken: string | undefined
}

/**
 * The behaviour of an operation that logs users in or out, registers them, or refreshes their tokens: passwords that clients have set
 * are checked, and refresh tokens are good for one time. Undefined for other operations.
 */
export function loginBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const users = accountsOf(options)
  const sent = sentTo(options, operation, users)
  if (!users) return undefined
  const login: Login = { options, operation, users, sent }
  if (isLogOut(operation)) return logOut(login)
  if (sent.newPassword !== undefined && sent.currentPassword !== undefined) return changePassword(login)
  const hasForm = sent.password !== undefined && sent.login !== undefined
  // Who has registered may have to log in for a token.
  if (hasForm && isRegistration(operation)) return register(login, behaviourOf)
  if (!showsToken(options.document, responseSchema(operation))) return undefined
  if (hasForm) return logIn(login)
  return sent.refreshToken === undefined ? undefined : refresh(login)
}

/** `POST /auth/logout`, and `DELETE /session`. */
const isLogOut = ({ method, path, id }: Operation): boolean =>
  /\b(?:log ?out|sign ?out)\b/.test(wordsOf(`${lastPart(path)} ${id}`).join(' ')) ||
  (method === 'DELETE' && /^(?:sessions?|log-?in|sign-?in)$/i.test(lastPart(path)))

interface Login {
  readonly options: CrudOptions
  readonly operation: Operation
  readonly users: Resource
  readonly sent: Sent
}

function sentTo({ document }: CrudOptions, operation: Operation, users: Resource | undefined): Sent {
  const { path, names } = formIn(document, requestSchema(operation))
  const known = [...(users ? possiblePropertiesOf(document, users.record).keys() : [])].filter(isLoginName)
  // In a form of OAuth 2.0 the `username` may be an email (RFC 6749 §4.3.2).
  const own = names.find((name) => known.includes(name))
  const login = own ?? (known.length > 0 ? names.find((name) => name === 'username') : undefined)
  const named = (pattern: RegExp): string | undefined =>
    names.find((name) => pattern.test(wordsOf(name).join(' ')))
  return {
    path,
    login,
    loginProperty: own ?? known[0],
    password: named(/^password$/),
    currentPassword: named(/^(?:current|old) password$/),
    newPassword: named(/^(?:new )?password$/),
    refreshToken: named(/^refresh token$/),
  }
}

/** The names of what clients send, in the body or in its only member. */
function formIn(
  document: CrudOptions['document'],
  body: SchemaNode | undefined,
): { readonly path: readonly string[]; readonly names: readonly string[] } {
  const properties = body ? possiblePropertiesOf(document, body) : new Map<string, SchemaNode>()
  const [only, ...others] = properties
  const inner = only && others.length === 0 ? [...possiblePropertiesOf(document, only[1]).keys()] : []
  return only && inner.length > 0
    ? { path: [only[0]], names: inner }
    : { path: [], names: [...properties.keys()] }
}

const bodyOf = ({ sent }: Login, { request }: BehaviourContext): JsonObject => {
  const body = memberAt(jsonSent(request), sent.path)
  return isJsonObject(body) ? body : {}
}

function refused(
  { operation }: Login,
  statuses: readonly number[],
  code: string,
  message: string,
): Refused | undefined {
  const status = declaredStatus(operation, statuses)
  // A 401 has a challenge (RFC 9110 §15.5.2).
  const extra = status === 401 ? { headers: { 'WWW-Authenticate': 'Bearer' } } : {}
  return status === undefined ? undefined : refuse(status, code, message, extra)
}

const logIn =
  (login: Login): Behaviour =>
  async (context) => {
    const { users, sent } = login
    const body = bodyOf(login, context)
    const name = body[sent.login ?? ''] ?? null
    const user = await userWith(users, context.store, sent.loginProperty ?? '', name)
    const id = idOf(user?.[users.idProperty ?? ''])
    const isRight = id !== undefined && (await hasPassword(context.store, id, body[sent.password ?? '']))
    const refusal = isRight
      ? undefined
      : refused(
          login,
          [401, 403, 400, 422, 404],
          'wrong_credentials',
          'There is no such user, or the password is wrong.',
        )
    return refusal ?? enter(login, context, user)
  }

const register = (login: Login, behaviourOf: BehaviourOf): Behaviour => {
  const { options, users, operation, sent } = login
  const create = behaviourOf({
    resource: users,
    operation: {
      role: 'create',
      operationId: operation.id,
      idParameter: undefined,
      scope: [],
      within: [],
      requestPath: sent.path,
      responsePath: undefined,
      status: statusOf(successResponse(operation, true)),
    },
  })
  // A creation of users with a token logs in by itself.
  const logsIn = areUsers(users.name) && showsToken(options.document, responseSchema(operation))
  return logsIn ? create : async (context) => registered(login, context, create)
}

/** Creates a user, who is logged in if the response shows a token. */
export async function signUp(endpoint: Endpoint, context: RequestContext, create: Handler): Promise<Outcome> {
  const { options, resource: users, declared: operation } = endpoint
  if (!showsToken(options.document, responseSchema(operation))) return create(endpoint, context)
  const sent = sentTo(options, operation, users)
  // Without a name to log in with, the token is one that the record has.
  if (sent.login === undefined) return create(endpoint, context)
  return registered({ options, operation, users, sent }, context, () => create(endpoint, context))
}

/** Registers a user whose name is not taken, and logs in with it. */
async function registered(login: Login, context: BehaviourContext, create: Behaviour): Promise<Outcome> {
  const { users, sent } = login
  const name = sent.login ?? ''
  const value = bodyOf(login, context)[name] ?? null
  const find = async (): Promise<JsonObject | undefined> => userWith(users, context.store, name, value)
  const refusal =
    value !== null && (await find())
      ? refused(login, [409, 422, 400], 'already_exists', `There is a user with this ${name}.`)
      : undefined
  if (refusal) return refusal
  const outcome = await create(context)
  return outcome.kind === 'refused' ? outcome : enter(login, context, await find())
}

const changePassword =
  (login: Login): Behaviour =>
  async (context) => {
    const { sent } = login
    const { store } = context
    const body = bodyOf(login, context)
    const id = await loggedIn(store)
    if (id === undefined) return context.next()
    const refusal = (await hasPassword(store, id, body[sent.currentPassword ?? '']))
      ? undefined
      : refused(login, [403, 401, 422, 400, 409], 'wrong_password', 'The current password is wrong.')
    if (refusal) return refusal
    await keepPassword(store, id, body[sent.newPassword ?? ''])
    return context.next()
  }

const refresh =
  (login: Login): Behaviour =>
  async (context) => {
    const { store } = context
    const token = idOf(bodyOf(login, context)[login.sent.refreshToken ?? ''])
    const entry = token === undefined ? undefined : await tokensIn(store).get(token)
    if (!entry || token === undefined) {
      const refusal = refused(login, [401, 403, 400, 422], 'invalid_token', 'The refresh token is not valid.')
      return refusal ?? context.next()
    }
    await tokensIn(store).remove(token)
    const user = await store.collection(login.users.name).get(idOf(entry['user']) ?? '')
    return enter(login, context, user)
  }

/** Revokes the refresh token in the body, or all tokens of the user. */
const logOut =
  (login: Login): Behaviour =>
  async (context) => {
    const { store } = context
    const sent = idOf(bodyOf(login, context)[login.sent.refreshToken ?? ''])
    const user = await loggedIn(store)
    if (sent !== undefined) await tokensIn(store).remove(sent)
    else if (user !== undefined)
      for (const id of await tokensIn(store).ids())
        if (idOf((await tokensIn(store).get(id))?.['user']) === user) await tokensIn(store).remove(id)
    return context.next()
  }

/** Responds with new tokens, and with the user. */
async function enter(
  login: Login,
  context: BehaviourContext,
  user: JsonObject | undefined,
): Promise<Outcome> {
  const { options, operation, users } = login
  const outcome = await context.next()
  const node = responseSchema(operation)
  if (outcome.kind !== 'ok' || !isJsonObject(outcome.body) || !node || !user) return outcome
  const tokens: string[] = []
  const newToken = (): string => {
    const token = Array.from({ length: 40 }, () => context.random.int(0, 35).toString(36)).join('')
    tokens.push(token)
    return token
  }
  const body = filled(options, users, user, { node, value: outcome.body, newToken })
  if (!options.validator.of(node, 'response').accepts(body)) return outcome
  const id = user[users.idProperty ?? ''] ?? null
  for (const token of tokens) await tokensIn(context.store).put(token, { user: id })
  return { ...outcome, body }
}

interface Part {
  readonly node: SchemaNode
  readonly value: JsonObject
  readonly newToken: () => string
}

/** A generated response with new tokens, an hour of validity and the user. */
function filled(
  options: CrudOptions,
  users: Resource,
  user: JsonObject,
  { node, value, newToken }: Part,
): JsonObject {
  const { document } = options
  const properties = possiblePropertiesOf(document, node)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): readonly [string, Json] => {
      const inner = properties.get(name)
      if (typeof each === 'string' && isToken(name)) return [name, newToken()]
      if (inner && isNumeric(typesOf(document, inner)) && /^expires ?in$/.test(wordsOf(name).join(' ')))
        return [name, 3600]
      if (inner === undefined || !isJsonObject(each)) return [name, each]
      const members = [...possiblePropertiesOf(document, inner).keys()]
      return [
        name,
        members.includes(users.idProperty ?? '')
          ? { ...each, ...pick(user, members) }
          : filled(options, users, user, { node: inner, value: each, newToken }),
      ]
    }),
  )
}
