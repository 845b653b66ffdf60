import type { SchemaNode } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { isLoginName, isToken } from '../../../spec/inference/logins.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import type { BehaviourContext, Outcome } from '../../behaviour.ts'
import { idOf } from '../identity/identity.ts'
import { pick } from '../relations/derived/derived-values.ts'
import { startSession } from './accounts.ts'
import type { Login } from './form.ts'
import { sessionCookie } from './session-cookie.ts'

/** Responds with new tokens, or with a cookie that has one, and with the user. */
export async function enter(
  login: Login,
  context: BehaviourContext,
  user: JsonObject | undefined,
): Promise<Outcome> {
  const { options, operation, users } = login
  const outcome = await context.next()
  if (outcome.kind !== 'ok' || !user) return outcome
  const tokens: string[] = []
  const newToken = (): string => {
    const token = Array.from({ length: 40 }, () => context.random.int(0, 35).toString(36)).join('')
    tokens.push(token)
    return token
  }
  const node = responseSchema(operation)
  const { body: value } = outcome
  const body = node && isJsonObject(value) ? shown(login, user, { node, value, newToken }) : value
  if (node && body !== undefined && !options.validator.of(node, 'response').accepts(body)) return outcome
  const cookie = sessionCookie(options, operation)
  const headers = cookie === undefined ? {} : { 'Set-Cookie': `${cookie}=${newToken()}; Path=/; HttpOnly` }
  const id = idOf(user[users.idProperty ?? '']) ?? ''
  for (const token of tokens) await startSession(context.store, token, id)
  return { ...outcome, ...(body !== undefined && { body }), headers: { ...outcome.headers, ...headers } }
}

interface Part {
  readonly node: SchemaNode
  readonly value: JsonObject
  readonly newToken: () => string
}

/** A generated response with the user: as its members, or in one of them. */
function shown(login: Login, user: JsonObject, part: Part): JsonObject {
  const { options, users } = login
  const members = [...possiblePropertiesOf(options.document, part.node).keys()]
  const isUser = members.includes(users.idProperty ?? '') && members.some(isLoginName)
  const value = filled(login, user, part)
  return isUser ? { ...value, ...shownOf(user, members) } : value
}

/** What members show of a user, whose record may have a token of its own. */
const shownOf = (user: JsonObject, members: readonly string[]): JsonObject =>
  pick(
    user,
    members.filter((name) => !isToken(name)),
  )

/** A generated response with new tokens, an hour of validity and the user. */
function filled(login: Login, user: JsonObject, { node, value, newToken }: Part): JsonObject {
  const { document } = login.options
  const properties = possiblePropertiesOf(document, node)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): readonly [string, Json] => {
      const inner = properties.get(name)
      if (typeof each === 'string' && isToken(name)) return [name, newToken()]
      if (inner && isNumeric(typesOf(document, inner)) && /^expires ?in$/.test(wordsOf(name).join(' ')))
        return [name, 3600]
      if (inner === undefined || !isJsonObject(each)) return [name, each]
      const members = [...possiblePropertiesOf(document, inner).keys()]
      const value = filled(login, user, { node: inner, value: each, newToken })
      const isUser = [login.users.idProperty, login.sent.loginProperty].some((key = '') =>
        members.includes(key),
      )
      return [name, isUser ? { ...value, ...shownOf(user, members) } : value]
    }),
  )
}
