import type { Operation } from '../../spec/document.ts'
import { headerValues, type HttpRequest } from '../../spec/http.ts'
import { createAnswer, type About, type Answer, type Intent } from '../answer.ts'
import type { CheckInfo, Violation } from '../check.ts'
import type { Credentials } from '../access/credentials.ts'
import { judgeFailure } from '../checks/no-response.ts'
import { retryAfter } from '../checks/retry-after.ts'
import { serverError } from '../checks/server-error.ts'
import { fieldLines, type Delivery, type Exchange } from '../client/client.ts'
import { isStreamed } from '../client/streams.ts'
import { throughHook } from '../config/hook.ts'
import { inconclusive, skipped, type Run, type SendOptions, type Where } from '../context.ts'
import { encodeDraft, type Draft } from '../draft.ts'
import { isConfidential, variableOf, type Secret } from '../findings/redact.ts'
import { RunEnd } from './limits.ts'
import { withTag } from '../requests/precondition.ts'

/** As many requests may take all the time there is: more of them would only keep the run from ending. */
const mostSilences = 3

/** Throws `CaseEnd` where an operation may not, or should not, be sent any more. */
export function assertAskable({ api, silences }: Run, { id }: Operation): void {
  if (!api.byId.has(id)) throw inconclusive(`${id} is excluded.`)
  if ((silences.get(id) ?? 0) < mostSilences) return
  throw inconclusive(`${id} is asked no more: ${String(mostSilences)} requests were not answered in time.`)
}

type Report = (check: CheckInfo, violations: readonly Violation[], where: Where) => boolean

/** Sends a request with what lets it in, and reads what comes. Throws `CaseEnd` where that is no answer. */
export async function exchange(
  run: Run,
  draft: Draft,
  intent: Intent,
  options: SendOptions,
  report: Report,
): Promise<Answer> {
  const { operation } = draft
  const shown = options.credentials ?? 'sent'
  const { credentials } = run
  const { request, delivery } = await deliver(run, draft, shown, options.tag)
  const knows = credentials.covers(operation)
  const about = {
    draft,
    intent,
    foreign: options.foreign ?? false,
    credentials: knows ? shown : 'unknown',
  } as const
  if (delivery.kind === 'failed') throw failed(run, delivery, about, request, report)
  const answer = createAnswer(run.api, delivery.exchange, about)
  if (shown === 'sent') await run.admission.watch(answer, (known) => statusOf(run, known))
  noteCut(run, answer)
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
  if (answer.status === 429) throw inconclusive('The target limits the rate of requests (429): use --rate.')
  return answer
}

/** What a request that carries the credentials is answered with now. */
async function statusOf(run: Run, draft: Draft): Promise<number | undefined> {
  return statusIn(await deliver(run, draft, 'sent'))
}

/** Says once of an operation that its content is not judged, and why. */
function noteCut({ cut, emit }: Run, { draft, exchange: { response } }: Answer): void {
  const { id } = draft.operation
  if (!response.truncated || cut.has(id)) return
  cut.add(id)
  const isCoded = headerValues(response.headers, 'content-encoding').length > 0
  const why = isStreamed(response.fields)
    ? 'goes on and on'
    : `is too long${isCoded ? ', or its coding is not known' : ''}`
  emit({ kind: 'note', message: `The content of ${id} ${why}: its beginning was read, and is not judged.` })
}

type Shown = NonNullable<SendOptions['credentials']>

interface Delivered {
  readonly request: HttpRequest
  readonly delivery: Delivery
}

/** An access token that is refused is replaced, and a bare token sent as a bearer token, once each. */
async function deliver(run: Run, draft: Draft, shown: Shown, tag?: string): Promise<Delivered> {
  const { credentials, closed } = run
  const { tokens } = credentials
  const add = adders(credentials)[shown]
  await tokens?.prepare()
  const used = tokens?.current
  const first = await deliverOnce(run, draft, { shown, add, tag })
  const status = statusIn(first)
  if (shown !== 'sent' || closed.has(draft.operation.id)) return first
  if (status === 401 || status === 403) {
    const asBearer = await tryAsBearer(run, draft, tag)
    if (asBearer) return asBearer
  }
  if (!tokens || status !== 401) return first
  await tokens.replace(used)
  const second = await deliverOnce(run, draft, { shown, add, tag })
  if (statusIn(second) === 401) closed.add(draft.operation.id)
  return second
}

/** What is answered where the token is taken as a bearer token only. */
async function tryAsBearer(run: Run, draft: Draft, tag: string | undefined): Promise<Delivered | undefined> {
  const { credentials, closed } = run
  if (!credentials.addAsBearer(encodeDraft(draft), draft.operation)) return undefined
  const add: Adding = (request, operation) => credentials.addAsBearer(request, operation) ?? request
  const delivered = await deliverOnce(run, draft, { shown: 'sent', add, tag })
  if ([undefined, 401, 403].includes(statusIn(delivered))) {
    closed.add(draft.operation.id)
    return undefined
  }
  credentials.settleOnBearer()
  return delivered
}

const statusIn = ({ delivery }: Delivered): number | undefined =>
  delivery.kind === 'answered' ? delivery.exchange.response.status : undefined

type Adding = (request: HttpRequest, operation: Operation) => HttpRequest

const adders = (credentials: Credentials): Readonly<Record<Shown, Adding>> => ({
  sent: (...given) => credentials.add(...given),
  wrong: (...given) => credentials.addWrong(...given),
  withheld: (...given) => credentials.withhold(...given),
})

interface Sending {
  readonly shown: Shown
  readonly add: Adding
  readonly tag: string | undefined
}

async function deliverOnce(run: Run, draft: Draft, { shown, add, tag }: Sending): Promise<Delivered> {
  await run.limits.take()
  const { operation } = draft
  const shownRequest = add(withTag(encodeDraft(draft), tag), operation)
  const request = await throughHook(run.options.beforeRequest, shownRequest, {
    operation: operation.id,
    credentials: shown,
  })
  for (const secret of addedSecrets(shownRequest, request)) run.redactor.learn(secret)
  return { request, delivery: await run.client.send(request) }
}

/** What a hook put into a header that is named after secrets. */
function addedSecrets(before: HttpRequest, after: HttpRequest): readonly Secret[] {
  if (before === after) return []
  return fieldLines(after).flatMap(([name, value]) =>
    isConfidential(name) && before.headers[name] !== value
      ? [{ value, variable: `STABLEHAND_${variableOf(name)}` }]
      : [],
  )
}

/** What a request without an answer means: the end of the run, or a finding and the end of the case. */
function failed(
  run: Run,
  { reason, message, besides }: Delivery & { readonly kind: 'failed' },
  about: About,
  request: Exchange['request'],
  report: Report,
): Error {
  if (reason === 'unreachable')
    return new RunEnd('unreachable', `${run.client.target} is not reachable: ${message}.`)
  if (reason === 'unsendable') return skipped(`The request cannot be sent: ${message}.`)
  if (reason === 'timeout' || reason === 'endless') {
    const { id } = about.draft.operation
    run.silences.set(id, (run.silences.get(id) ?? 0) + 1)
  }
  const nothing = { status: 0, headers: {}, fields: [], body: new Uint8Array(), truncated: false }
  const answer = createAnswer(run.api, { request, response: nothing, milliseconds: 0 }, about)
  report(serverError, [judgeFailure(reason, besides)], { answer })
  return inconclusive(`There was no answer: ${message}`)
}
