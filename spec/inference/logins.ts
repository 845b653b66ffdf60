import { needsCredentials, type Document, type Operation, type SchemaNode } from '../document.ts'
import { isJsonObject, type Json } from '../json.ts'
import { lastPart } from '../routing/path-template.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { typesOf } from '../schemas/types.ts'
import { requestSchema, responseSchema } from './bodies/content.ts'
import { wordsOf } from './prose/words.ts'
import { areUsers } from './references/current-user.ts'

/** An operation that takes a password, and the names of what tells whose it is. */
export interface PasswordForm {
  readonly operation: Operation
  /** `email` or `username`. */
  readonly login: string
  readonly password: string
  /** Where the password is repeated. */
  readonly repeated: readonly string[]
}

const words = (name: string): string => wordsOf(name).join(' ')

/** Whether a property holds the name by which a user logs in: `email`, `username`. */
export const isLoginName = (name: string): boolean => /^(?:email|username|login|phone)/i.test(name)

/** Whether a property holds a token that stands for a user. */
export const isToken = (name: string): boolean =>
  /^(?:(?:access|refresh|auth|id|bearer|session) )?token$|^jwt$/.test(words(name))

/** Whether a response has a token, itself or in an object. */
export function showsToken(document: Document, node: SchemaNode | undefined, depth: number = 0): boolean {
  const properties = node && depth < 3 ? possiblePropertiesOf(document, node) : new Map<string, SchemaNode>()
  return [...properties].some(
    ([name, each]) =>
      (isToken(name) && typesOf(document, each).has('string')) || showsToken(document, each, depth + 1),
  )
}

/** Whether an operation registers new users by its name, rather than logging them in. */
export const isRegistration = ({ path, id }: Operation): boolean =>
  /\b(?:register|registration|sign ?up|join)\b/.test(words(`${lastPart(path)} ${id}`))

/** The operation by which users log in with a password, and get a token, or else a session in a cookie. */
export function findLogin(document: Document, operations: readonly Operation[]): PasswordForm | undefined {
  const forms = formsOf(document, operations).filter(({ operation }) => !isRegistration(operation))
  const giveTokens = forms.filter(({ operation }) => showsToken(document, responseSchema(operation)))
  const open = ({ operation }: PasswordForm): boolean => !needsCredentials(operation)
  return giveTokens.find(open) ?? giveTokens[0] ?? forms.find((form) => open(form) && logsIn(form.operation))
}

/** Whether an operation logs users in by its name, as one that starts a session does. */
const logsIn = ({ path, id }: Operation): boolean =>
  /\b(?:log ?in|sign ?in|sessions?)\b/.test(words(`${lastPart(path)} ${id}`))

/** The operation by which anybody can become a user with a password. */
export function findRegistration(
  document: Document,
  operations: readonly Operation[],
): PasswordForm | undefined {
  const forms = formsOf(document, operations)
  return (
    forms.find(({ operation }) => isRegistration(operation)) ??
    forms.find(({ operation }) => !needsCredentials(operation) && areUsers(operation.path.replace(/\/$/, '')))
  )
}

function formsOf(document: Document, operations: readonly Operation[]): readonly PasswordForm[] {
  return operations.flatMap((operation) => {
    const body =
      operation.method === 'POST' && !operation.path.includes('{') ? requestSchema(operation) : undefined
    const names = body ? [...possiblePropertiesOf(document, body).keys()] : []
    const login = names.find(isLoginName)
    const password = names.find((name) => /^password1?$/.test(words(name)))
    const isRepeated = (name: string): boolean =>
      name !== password &&
      /^(?:password2|password (?:confirm(?:ation)?|again|repeat)|(?:confirm|repeat)(?:ed)? password|re password)$/.test(
        words(name),
      )
    return login === undefined || password === undefined
      ? []
      : [{ operation, login, password, repeated: names.filter(isRepeated) }]
  })
}

/** The token in the response to a login: the one for access, if there are several. */
export function tokenIn(value: Json | undefined, depth: number = 0): string | undefined {
  if (value === undefined || !isJsonObject(value) || depth >= 3) return undefined
  const own = Object.entries(value)
    .filter(([name, each]) => isToken(name) && typeof each === 'string' && each !== '')
    .sort(([one], [other]) => rank(one) - rank(other))[0]?.[1]
  if (typeof own === 'string') return own
  return Object.values(value)
    .map((each) => tokenIn(each, depth + 1))
    .find((each) => each !== undefined)
}

/** What is sent with requests comes first. */
const rank = (name: string): number => ['access token', 'token', 'jwt'].indexOf(words(name)) >>> 0
