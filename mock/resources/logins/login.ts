import type { Operation } from '../../../spec/document.ts'
import {
  requestSchema,
  responseSchema,
  statusOf,
  successResponse,
} from '../../../spec/inference/bodies/content.ts'
import { showsToken } from '../../../spec/inference/logins.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { areUsers } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { refuse, type Behaviour, type BehaviourContext, type Outcome, type Refused } from '../../behaviour.ts'
import { refusalStatus } from '../declared-status.ts'
import type { BehaviourOf, Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { showUser } from '../relations/current-user.ts'
import { pick } from '../relations/derived/derived-values.ts'
import {
  accountsOf,
  endSession,
  endSessions,
  hasPassword,
  isSignUp,
  keepPassword,
  loggedIn,
  userOf,
  userWith,
} from './accounts.ts'
import { enter } from './enter.ts'
import { bodyOf, hasForm, sentTo, type Login } from './form.ts'
import { sessionCookie, setsCookie } from './session-cookie.ts'

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
  // Who has registered may have to log in for a token.
  if (hasForm(sent) && isSignUp(operation)) return register(login, behaviourOf)
  const isStart = startsSession(options, operation)
  if (hasForm(sent) && (isStart || sessionCookie(options, operation) !== undefined)) return logIn(login)
  if (!isStart) return undefined
  return sent.refreshToken !== undefined || isRefresh(operation) ? refresh(login) : undefined
}

/** Whether an operation is described to respond with a token, itself or in a cookie. */
const startsSession = ({ document }: CrudOptions, operation: Operation): boolean =>
  showsToken(document, responseSchema(operation)) || setsCookie(operation)

/** `POST /auth/refresh`, with the token in a cookie. */
const isRefresh = ({ path }: Operation): boolean => /refresh/i.test(lastPart(path))

/** `POST /auth/logout`, and `DELETE /session`. */
const isLogOut = ({ method, path, id }: Operation): boolean =>
  /\b(?:log ?out|sign ?out)\b/.test(wordsOf(`${lastPart(path)} ${id}`).join(' ')) ||
  (method === 'DELETE' && /^(?:sessions?|log-?in|sign-?in)$/i.test(lastPart(path)))

function refused(
  { operation }: Login,
  statuses: readonly number[],
  code: string,
  message: string,
): Refused | undefined {
  const status = refusalStatus(operation, statuses)
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
  if (users.record === requestSchema(operation))
    return async (context) => registered(login, context, async () => keepAccount(login, context))
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
  const logsIn = areUsers(users.name) && startsSession(options, operation)
  return logsIn ? create : async (context) => registered(login, context, create)
}

/** Keeps the name and the password of a user whom no response shows. */
async function keepAccount(login: Login, context: BehaviourContext): Promise<Outcome> {
  const { users, sent } = login
  const { store } = context
  const body = bodyOf(login, context)
  const id = idOf(body[users.idProperty ?? ''])
  if (id !== undefined) {
    await store.collection(users.name).put(id, pick(body, sent.logins))
    await keepPassword(store, id, body[sent.password ?? ''])
  }
  return context.next()
}

/** Creates a user, who is logged in if the response shows a token. */
export async function signUp(endpoint: Endpoint, context: RequestContext, create: Handler): Promise<Outcome> {
  const { options, resource: users, declared: operation } = endpoint
  if (!startsSession(options, operation)) return create(endpoint, context)
  const sent = sentTo(options, operation, users)
  // Without a name to log in with, the token is one that the record has.
  if (sent.login === undefined) return create(endpoint, context)
  return registered({ options, operation, users, sent }, context, () => create(endpoint, context))
}

/** Registers a user whose name is not taken, and logs in with it. */
async function registered(login: Login, context: BehaviourContext, create: Behaviour): Promise<Outcome> {
  const { options, users, sent } = login
  const body = bodyOf(login, context)
  const find = async (name: string): Promise<JsonObject | undefined> =>
    userWith(users, context.store, name, body[name] ?? null)
  for (const name of sent.logins) {
    const refusal =
      body[name] != null && (await find(name))
        ? refused(login, [409, 422, 400], 'already_exists', `There is a user with this ${name}.`)
        : undefined
    if (refusal) return refusal
  }
  const outcome = await create(context)
  if (outcome.kind === 'refused') return outcome
  const user = await find(sent.login ?? '')
  if (user) await showUser(options, users, context, undefined, user)
  return enter(login, context, user)
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
    const user = await (token === undefined ? loggedIn(store) : userOf(store, token))
    if (user === undefined) {
      const refusal = refused(login, [401, 403, 400, 422], 'invalid_token', 'The refresh token is not valid.')
      return refusal ?? context.next()
    }
    if (token !== undefined) await endSession(store, token)
    return enter(login, context, await store.collection(login.users.name).get(user))
  }

/** Revokes the refresh token in the body, or all tokens of the user. */
const logOut =
  (login: Login): Behaviour =>
  async (context) => {
    const { options, sent, operation } = login
    const { store } = context
    const token = idOf(bodyOf(login, context)[sent.refreshToken ?? ''])
    const user = await loggedIn(store)
    if (token !== undefined) await endSession(store, token)
    else if (user !== undefined) await endSessions(store, user)
    const outcome = await context.next()
    const cookie = sessionCookie(options, operation)
    if (outcome.kind !== 'ok' || cookie === undefined) return outcome
    return { ...outcome, headers: { ...outcome.headers, 'Set-Cookie': `${cookie}=; Path=/; Max-Age=0` } }
  }
