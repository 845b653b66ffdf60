import type { Operation } from '../../spec/document.ts'
import { headerValues, type HttpRequest } from '../../spec/http.ts'
import type { Credentials } from '../access/credentials.ts'
import { isConfidential, variableOf, type Secret } from '../access/secret-names.ts'
import { createAnswer, isJudgedInItems, type About } from '../answer.ts'
import type { CheckInfo, Violation } from '../check.ts'
import { judgeFailure } from '../checks/no-response.ts'
import { retryAfter } from '../checks/retry-after.ts'
import { serverError } from '../checks/server-error.ts'
import { fieldLines, type Delivery, type Exchange } from '../client/client.ts'
import { isStreamed } from '../client/streams.ts'
import { throughHook } from '../config/hook.ts'
import { inconclusive, skipped, type Run, type SendOptions, type Where } from '../context.ts'
import { encodeDraft } from '../draft.ts'
import type { Answer, Draft, Intent } from '../interaction.ts'
import { withTag } from '../requests/precondition.ts'
import { RunEnd } from '../run-end.ts'

/** After this many timeouts an operation is not called any more, so that the run comes to an end. */
const maxTimeouts = 3

/** Throws `CaseEnd` if the operation is excluded or has timed out too often. */
export function assertCallable({ api, timeouts }: Run, { id }: Operation): void {
  if (!api.byId.has(id)) throw inconclusive(`${id} is excluded.`)
  if ((timeouts.get(id) ?? 0) < maxTimeouts) return
  throw inconclusive(`${id} is no longer tested: ${String(maxTimeouts)} requests timed out.`)
}

type Report = (check: CheckInfo, violations: readonly Violation[], where: Where) => boolean

/** Sends a request with the run's credentials and reads the response. Throws `CaseEnd` when none comes. */
export async function exchange(
  run: Run,
  draft: Draft,
  intent: Intent,
  options: SendOptions,
  report: Report,
): Promise<Answer> {
  const { operation } = draft
  const mode = options.credentials ?? 'sent'
  const { credentials } = run
  const { request, delivery } = await deliver(run, draft, mode, options.tag)
  const about = {
    draft,
    intent,
    foreign: options.foreign ?? false,
    credentials: credentials.covers(operation) ? mode : 'unknown',
  } as const
  if (delivery.kind === 'failed') throw failed(run, delivery, about, request, report)
  const answer = createAnswer(run.api, delivery.exchange, about)
  if (mode === 'sent') await run.credentialWatch.observe(answer, (earlier) => statusOf(run, earlier))
  if (mode === 'sent' && intent === 'valid') run.answers.add(answer)
  noteTruncation(run, answer)
  if (!about.foreign) {
    const { milliseconds } = delivery.exchange
    run.emit({
      kind: 'answered',
      operation: operation.id,
      status: answer.status,
      milliseconds,
      valid: intent === 'valid',
    })
  }
  report(retryAfter, retryAfter.judge(answer), { answer })
  if (answer.status === 429)
    throw inconclusive('The API limits the rate of requests (429). Use --rate to send fewer.')
  return answer
}

/** Sends a request without credentials whose response is not judged; undefined when none comes. */
export async function ask(run: Run, draft: Draft): Promise<Answer | undefined> {
  const { delivery } = await deliver(run, draft, 'withheld')
  const about = { draft, intent: 'probe', foreign: false, credentials: 'withheld' } as const
  return delivery.kind === 'answered' ? createAnswer(run.api, delivery.exchange, about) : undefined
}

/** The status that a request with the credentials gets now. */
async function statusOf(run: Run, draft: Draft): Promise<number | undefined> {
  return statusIn(await deliver(run, draft, 'sent'))
}

/** Notes, once for each operation, that a response was too long to be judged. */
function noteTruncation({ truncated, emit }: Run, answer: Answer): void {
  const { draft, exchange } = answer
  const { response } = exchange
  const { id } = draft.operation
  if (!response.truncated || truncated.has(id)) return
  truncated.add(id)
  const isCoded = headerValues(response.headers, 'content-encoding').length > 0
  const reason = isStreamed(response.fields)
    ? 'is an endless stream'
    : `is too long${isCoded ? ' or has an unknown content coding' : ''}`
  emit({
    kind: 'note',
    message: `The response body of ${id} ${reason}: only its beginning was read, and it was ${isJudgedInItems(answer) ? 'checked as far as that' : 'not checked'}.`,
  })
}

type CredentialMode = NonNullable<SendOptions['credentials']>

interface Delivered {
  readonly request: HttpRequest
  readonly delivery: Delivery
}

/** Sends a request; when it is refused, tries once with a new access token, and once with a scheme before a bare token. */
async function deliver(run: Run, draft: Draft, mode: CredentialMode, tag?: string): Promise<Delivered> {
  const { credentials, credentialsRefused } = run
  const { tokens } = credentials
  const addCredentials = credentialsFor(credentials)[mode]
  await tokens?.prepare()
  const used = tokens?.current
  const first = await deliverOnce(run, draft, { mode, addCredentials, tag })
  const status = statusIn(first)
  if (mode !== 'sent' || credentialsRefused.has(draft.operation.id)) return first
  if (status === 401 || status === 403) {
    const withScheme = await tryWithScheme(run, draft, tag, schemeDemandedBy(first))
    if (withScheme) return withScheme
  }
  if (!tokens || status !== 401) return first
  await tokens.replace(used)
  const second = await deliverOnce(run, draft, { mode, addCredentials, tag })
  if (statusIn(second) === 401) credentialsRefused.add(draft.operation.id)
  return second
}

/** Sends the request with a scheme before the token; undefined if it is refused too. */
async function tryWithScheme(
  run: Run,
  draft: Draft,
  tag: string | undefined,
  demanded: string | undefined,
): Promise<Delivered | undefined> {
  const { credentials, credentialsRefused } = run
  if (!credentials.addWithScheme(encodeDraft(draft), draft.operation, demanded)) return undefined
  const addCredentials: AddCredentials = (request, operation) =>
    credentials.addWithScheme(request, operation, demanded) ?? request
  const delivered = await deliverOnce(run, draft, { mode: 'sent', addCredentials, tag })
  if ([undefined, 401, 403].includes(statusIn(delivered))) {
    credentialsRefused.add(draft.operation.id)
    return undefined
  }
  credentials.settleOnScheme(demanded)
  return delivered
}

/** Authentication schemes with credentials of another form than a scheme and a token, and the one that is sent anyway. */
const otherSchemes = /^(?:Basic|Bearer|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|NTLM|OAuth|SCRAM\S*|vapid)$/i

/** The scheme of the only challenge in a response (RFC 9110 §11.6.1), if a token may follow it: `Token`. */
function schemeDemandedBy({ delivery }: Delivered): string | undefined {
  const fields =
    delivery.kind === 'answered' ? headerValues(delivery.exchange.response.headers, 'www-authenticate') : []
  const [, scheme] = /^\s*([A-Za-z][\w-]*)(?:\s|$)/.exec(fields.join(', ')) ?? []
  return scheme === undefined || fields.length > 1 || otherSchemes.test(scheme) ? undefined : scheme
}

const statusIn = ({ delivery }: Delivered): number | undefined =>
  delivery.kind === 'answered' ? delivery.exchange.response.status : undefined

type AddCredentials = (request: HttpRequest, operation: Operation) => HttpRequest

const credentialsFor = (credentials: Credentials): Readonly<Record<CredentialMode, AddCredentials>> => ({
  sent: (...args) => credentials.add(...args),
  wrong: (...args) => credentials.addWrong(...args),
  withheld: (...args) => credentials.withhold(...args),
})

interface DeliveryOptions {
  readonly mode: CredentialMode
  readonly addCredentials: AddCredentials
  readonly tag: string | undefined
}

async function deliverOnce(
  run: Run,
  draft: Draft,
  { mode, addCredentials, tag }: DeliveryOptions,
): Promise<Delivered> {
  await run.limits.take()
  const { operation } = draft
  const prepared = addCredentials(withTag(encodeDraft(draft), tag), operation)
  const request = await throughHook(run.options.beforeRequest, prepared, {
    operation: operation.id,
    credentials: mode,
  })
  for (const secret of addedSecrets(prepared, request)) run.redactor.learn(secret)
  return { request, delivery: await run.client.send(request) }
}

/** The values that a hook put into header fields whose names suggest a secret. */
function addedSecrets(before: HttpRequest, after: HttpRequest): readonly Secret[] {
  if (before === after) return []
  return fieldLines(after).flatMap(([name, value]) =>
    isConfidential(name) && before.headers[name] !== value
      ? [{ value, variable: `STABLEHAND_${variableOf(name)}` }]
      : [],
  )
}

/** A message without a full stop, and the sentence that follows it. */
const sentences = (message: string, remedy = ''): string => `${message}. ${remedy}`.trim()

/** The end of a run whose target accepts no connection: never, or not any more. */
function unreachable(
  { client: { target }, answers: { counts } }: Run,
  message: string,
  remedy?: string,
): RunEnd {
  const hasAnswered = counts.requests > counts.failures
  const text = hasAnswered
    ? `${target} is not reachable any more: ${message}. A finding of server-error may name the request that ended it; its log may say why.`
    : `${target} is not reachable: ${sentences(message, remedy)}`
  return new RunEnd('unreachable', text)
}

/** Handles a request without a response: returns the error that ends the run or the case, and reports a finding if due. */
function failed(
  run: Run,
  { reason, message, remedy, besides }: Delivery & { readonly kind: 'failed' },
  about: About,
  request: Exchange['request'],
  report: Report,
): Error {
  if (reason === 'unreachable') return unreachable(run, message, remedy)
  if (reason === 'unsendable') return skipped(`The request cannot be sent: ${message}.`)
  if (reason === 'timeout' || reason === 'endless') {
    const { id } = about.draft.operation
    run.timeouts.set(id, (run.timeouts.get(id) ?? 0) + 1)
  }
  if (about.intent === 'valid') run.answers.addFailure(message)
  const noResponse = { status: 0, headers: {}, fields: [], body: new Uint8Array(), truncated: false }
  const answer = createAnswer(run.api, { request, response: noResponse, milliseconds: 0 }, about)
  report(serverError, [judgeFailure(reason, besides)], { answer })
  if (reason === 'ended') return unreachable(run, message)
  return inconclusive(`No response: ${message}`)
}
