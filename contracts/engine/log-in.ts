import { needsCredentials, type Operation } from '../../spec/document.ts'
import { headerValues } from '../../spec/http.ts'
import { findLogin, findRegistration, tokenIn, type PasswordForm } from '../../spec/inference/logins.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { accessTokenVariable } from '../access/credentials.ts'
import { renewedTokens, type Token, type TokenSource } from '../access/oauth2.ts'
import type { Account } from '../access/scheme-values.ts'
import { isCookie, takesLogin } from '../access/security-schemes.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { bodySchema } from '../api/api.ts'
import { CaseEnd, type Context, type Run } from '../context.ts'
import { bodyValue, plainDraft, withBody } from '../draft.ts'
import type { Answer, Draft } from '../interaction.ts'
import { emptyGroup } from '../records/case-group.ts'
import { leastName } from '../requests/body-templates.ts'
import { templatesOf } from '../requests/templates.ts'
import { createContext, withoutFindings } from './create-context.ts'
import { ask } from './exchange.ts'

/**
 * Logs in where the API takes access tokens or cookies and the document has an operation that gives them for a password: with the name and the
 * password that were given, or as a user that the run registers if it was given no credentials. Returns the run, with requests to log
 * in that should be accepted.
 */
export async function logIn(run: Run): Promise<Run> {
  const { api, credentials, options } = run
  const secured = api.operations.filter(takesToken)
  const account = secured.map((each) => credentials.accountFor(each)).find((each) => each !== undefined)
  const isLeftOut =
    credentials.tokens !== undefined || (!account && secured.some((each) => credentials.covers(each)))
  if (secured.length === 0 || isLeftOut || options.readOnly) return run
  const login = findLogin(api.document, api.operations)
  const registration = account ? undefined : findRegistration(api.document, api.operations)
  const cookies = cookiesOf(secured)
  const visitor = { context: contextOf(run), login, registration, cookies }
  if (registration && !(await refusesStrangers(run, secured))) return run
  const entry = account ? await enter(visitor, [account]) : await register(visitor)
  if (!entry) return run
  const tokens = sourceOf(visitor, entry)
  credentials.logInWith(tokens)
  tokens.listen((value) => run.redactor.learn({ value, variable: accessTokenVariable }))
  if (registration) run.emit({ kind: 'note', message: describe(registration, login, entry) })
  return login && entry.account ? withAccount(run, login, entry.account) : run
}

/** Whether an operation that takes an access token refuses a request without one, as a mock may not. One that changes nothing is asked. */
async function refusesStrangers(run: Run, secured: readonly Operation[]): Promise<boolean> {
  const rank = ({ method, path }: Operation): number =>
    (method === 'GET' ? 0 : 2) + (path.includes('{') ? 1 : 0)
  const [operation] = secured.toSorted((one, other) => rank(one) - rank(other))
  if (!operation) return false
  const path = Object.fromEntries(parameterNames(operation.path).map((name) => [name, '1']))
  const answer = await ask(run, plainDraft(operation, { path, bindings: [] }))
  return answer?.status === 401 || answer?.status === 403
}

const contextOf = (run: Run): Context =>
  createContext(
    withoutFindings(run),
    { path: 'login', phase: 'examples', operation: '(all)', title: 'Log in' },
    emptyGroup(),
  )

function describe(registration: PasswordForm, login: PasswordForm | undefined, { account }: Entry): string {
  const who = account?.name ?? 'a user'
  const how = account && login ? ` and logged in with ${login.operation.id}` : ''
  return `No credentials were given: the run registered ${who} with ${registration.operation.id}${how}.`
}

const takesToken = (operation: Operation): boolean =>
  needsCredentials(operation) &&
  operation.security.some((each) => each.some(({ scheme }) => takesLogin(scheme)))

const cookiesOf = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(
    operations.flatMap(({ security }) =>
      security.flat().flatMap(({ scheme }) => (isCookie(scheme) ? (scheme.parameterName ?? []) : [])),
    ),
  )

interface Visitor {
  readonly context: Context
  readonly login: PasswordForm | undefined
  readonly registration: PasswordForm | undefined
  /** The names of the cookies that operations take. */
  readonly cookies: ReadonlySet<string>
}

interface Entry {
  readonly token: string
  /** Undefined if only the registration gives tokens. */
  readonly account: Account | undefined
}

/** Registers a new user and logs in. A user with the same name may be left from an earlier run, and is as good. */
async function register(visitor: Visitor): Promise<Entry | undefined> {
  const { context, registration } = visitor
  if (!registration) return undefined
  for (const attempt of [0, 1])
    for (const draft of await draftsOf(context, registration, attempt)) {
      const answer = await ask(context.run, draft)
      const body = bodyValue(draft)
      if (!answer || !isJsonObject(body)) return undefined
      const token = tokenOf(visitor, answer)
      const entry = await enter(visitor, accountsIn(body, registration, visitor.login))
      if (entry ?? token) return entry ?? { token: token ?? '', account: undefined }
    }
  return undefined
}

/** Requests to register, those most likely to be accepted first, with a password that most rules allow. */
async function draftsOf(context: Context, form: PasswordForm, attempt: number): Promise<readonly Draft[]> {
  const { operation, password, repeated } = form
  const schema = bodySchema(operation)
  const drafts: Draft[] = []
  for (const template of templatesOf(context.api, operation).slice(0, 3)) {
    const draft = await context.instantiate(operation, template, { attempt }).catch(unlessCaseEnds)
    const body = draft && bodyValue(draft)
    if (!draft || body === undefined || !isJsonObject(body)) continue
    const secret = `Stablehand-1-${context.unique(attempt)}`
    const fields = Object.fromEntries([password, ...repeated].map((name) => [name, secret]))
    const strong = { ...body, ...fields }
    const isValid = !schema || context.api.validator.of(schema, 'request').accepts(strong)
    const same = Object.fromEntries(repeated.map((name) => [name, body[password] ?? secret]))
    drafts.push(withBody(draft, isValid ? strong : { ...body, ...same }))
  }
  return drafts
}

function unlessCaseEnds(error: unknown): undefined {
  if (!(error instanceof CaseEnd)) throw error
}

/** Whom a registration makes, by each name that the login may mean. */
function accountsIn(
  body: JsonObject,
  registration: PasswordForm,
  login: PasswordForm | undefined,
): readonly Account[] {
  const names = [login?.login, registration.login, 'email', 'username'].map((name) => body[name ?? ''])
  const password = body[registration.password]
  return [...new Set(names)].flatMap((name) =>
    typeof name === 'string' && typeof password === 'string' ? [{ name, password }] : [],
  )
}

/** Logs in as the first of the accounts that is accepted. */
async function enter(visitor: Visitor, accounts: readonly Account[]): Promise<Entry | undefined> {
  const { context, login } = visitor
  if (!login) return undefined
  const { operation } = login
  const templates = templatesOf(context.api, operation)
  const template = templates.find(({ name }) => name === leastName) ?? templates[0]
  for (const account of template ? accounts : []) {
    const draft = template && (await context.instantiate(operation, template).catch(unlessCaseEnds))
    const body = draft && bodyValue(draft)
    if (!draft || body === undefined || !isJsonObject(body)) return undefined
    const answer = await ask(context.run, withBody(draft, { ...body, ...fieldsOf(login, account) }))
    const token = answer && tokenOf(visitor, answer)
    if (token !== undefined) return { token, account }
  }
  return undefined
}

/** The session in a cookie that operations take, or else the token in the body. */
function tokenOf({ cookies }: Visitor, answer: Answer): string | undefined {
  if (!isSuccess(answer.status)) return undefined
  const [session] = headerValues(answer.exchange.response.headers, 'set-cookie').flatMap((field) => {
    const [, name = '', value] = /^\s*([^=;]+)=([^;]+)/.exec(field) ?? []
    return value !== undefined && cookies.has(name) ? [value] : []
  })
  return session ?? tokenIn(jsonOf(answer))
}

const fieldsOf = ({ login, password }: PasswordForm, account: Account): Record<string, Json> => ({
  [login]: account.name,
  [password]: account.password,
})

/** The run with requests to log in that send the account. */
function withAccount(run: Run, login: PasswordForm, account: Account): Run {
  const { operations } = run.options
  const data = operations[login.operation.id]
  const body = { ...fieldsOf(login, account), ...(isJsonObject(data?.body) && data.body) }
  return {
    ...run,
    options: { ...run.options, operations: { ...operations, [login.operation.id]: { ...data, body } } },
  }
}

/** The tokens of a user, who logs in again when one is refused, or is registered again when that fails. */
function sourceOf(visitor: Visitor, entry: Entry): TokenSource {
  let { token } = entry
  const asLasting = (value: string): Token => ({ value, expiresAt: Infinity })
  const next = async (): Promise<Token> => {
    const again = (entry.account && (await enter(visitor, [entry.account]))) ?? (await register(visitor))
    token = again?.token ?? token
    return asLasting(token)
  }
  return renewedTokens(next, asLasting(token))
}
