import type { Operation, SchemaNode } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { isLoginName } from '../../../spec/inference/logins.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isJsonObject, memberAt, type JsonObject } from '../../../spec/json.ts'
import { jsonSent } from '../../../spec/request.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import type { CrudOptions } from '../options.ts'

/** What clients send to log in. */
export interface Sent {
  /** The property names that lead to it in the body: `user` if the body is `{"user": {"email", "password"}}`. */
  readonly path: readonly string[]
  /** The names of all that may tell the user, which nobody else can have. */
  readonly logins: readonly string[]
  /** The name of what tells the user: `email` or `username`. */
  readonly login: string | undefined
  /** The property of users that has it. */
  readonly loginProperty: string | undefined
  readonly password: string | undefined
  readonly currentPassword: string | undefined
  readonly newPassword: string | undefined
  readonly refreshToken: string | undefined
}

/** An operation on accounts, and what clients send to it. */
export interface Login {
  readonly options: CrudOptions
  readonly operation: Operation
  readonly users: Resource
  readonly sent: Sent
}

/** What clients send to an operation for an account. */
export function sentTo({ document }: CrudOptions, operation: Operation, users: Resource | undefined): Sent {
  const { path, names } = formIn(document, requestSchema(operation))
  const known = [...(users ? possiblePropertiesOf(document, users.record).keys() : [])].filter(isLoginName)
  // In a form of OAuth 2.0 the `username` may be an email (RFC 6749 §4.3.2).
  const logins = names.filter((name) => known.includes(name))
  const [own] = logins
  const login = own ?? (known.length > 0 ? names.find((name) => name === 'username') : undefined)
  const named = (pattern: RegExp): string | undefined =>
    names.find((name) => pattern.test(wordsOf(name).join(' ')))
  return {
    path,
    logins,
    login,
    loginProperty: own ?? known[0],
    password: named(/^password$/),
    currentPassword: named(/^(?:current|old) password$/),
    newPassword: named(/^(?:new )?password$/),
    refreshToken: named(/^refresh token$/),
  }
}

/** Whether clients send a name and a password. */
export const hasForm = ({ password, login }: Sent): boolean => password !== undefined && login !== undefined

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

/** What a request has sent, where the form is. */
export const bodyOf = ({ sent }: Login, { request }: BehaviourContext): JsonObject => {
  const body = memberAt(jsonSent(request), sent.path)
  return isJsonObject(body) ? body : {}
}
