import { hash } from 'node:crypto'
import { responseFor, type Operation } from '../spec/document.ts'
import { headerValues, type HttpRequest } from '../spec/http.ts'
import type { Issue } from '../spec/validate.ts'
import type { Admission } from './access/admission.ts'
import { isSuccess, readContent, type Answer, type Content, type Intent } from './answer.ts'
import type { Api } from './api.ts'
import type { Borrowed } from './records/borrow.ts'
import type { Check, CheckInfo, Severity, Violation } from './check.ts'
import { chosenSeverity } from './chosen-checks.ts'
import { answerChecks } from './checks/index.ts'
import { informationLeak } from './checks/information-leak.ts'
import { judgeFailure } from './checks/no-response.ts'
import { redirects } from './checks/redirects.ts'
import { responseTime } from './checks/response-time.ts'
import { retryAfter } from './checks/retry-after.ts'
import { serverError } from './checks/server-error.ts'
import { isStreamed } from './client/streams.ts'
import { fieldLines, type Client, type Delivery, type Exchange } from './client/client.ts'
import type { Credentials } from './access/credentials.ts'
import { curlScript } from './findings/curl-script.ts'
import { encodeDraft, type Draft } from './draft.ts'
import { throughHook } from './config/hook.ts'
import { withData } from './requests/operation-data.ts'
import type { CaseSummary, RunEvent, Verdict } from './events.ts'
import { lackingIn, withRequired } from './requests/recipes.ts'
import { createFinding, idOf, reportRequest, reportResponse } from './findings/finding.ts'
import { noteConflict } from './requests/freshen.ts'
import { RunEnd, type Limits } from './limits.ts'
import { isBreaking, isSelected, type RunOptions } from './options.ts'
import type { Records } from './records/records.ts'
import { isConfidential, variableOf, type LearningRedactor, type Secret } from './findings/redact.ts'
import { pointerIn } from './findings/requirement.ts'
import type { Spoilt } from './records/spoilt.ts'

/** Ids of findings. */
export interface KnownIds {
  has(id: string): boolean
  add(id: string): void
}

/** What all cases of a run share. */
export interface Run {
  readonly api: Api
  readonly options: RunOptions
  readonly client: Client
  readonly credentials: Credentials
  readonly admission: Admission
  readonly redactor: LearningRedactor
  readonly limits: Limits
  readonly records: Records
  readonly spoilt: Spoilt
  readonly emit: (event: RunEvent) => void
  /** The command that runs only the case of that path. */
  readonly replay: (path: string) => string
  /** Ids of findings reported so far: one of each is enough. */
  readonly known: KnownIds
  /** Operations whose sunset has come: they answer 410. */
  readonly retired: Set<string>
  /** What was there before and is changed by the run. */
  readonly borrowed: Borrowed
  /** Of operations that take a body which is none: how they answered it; undefined where they refuse it. */
  readonly unread: Map<string, Answer | undefined>
  /** How often an operation has kept still, or has not come to an end, by its id. */
  readonly silences: Map<string, number>
  /** Operations with content that was not read to its end. */
  readonly cut: Set<string>
  /** Operations that have accepted a request, and so have been judged by what they answered. */
  readonly succeeded: Set<string>
  /** Operations that have accepted no request to start from, and what the likeliest was answered with. */
  readonly refusing: Map<string, string>
  /** Operations that refuse a new access token as they refused the old one. */
  readonly closed: Set<string>
  /** Operations known to give outdated answers: nothing is concluded from them. */
  readonly distrusted: Set<string>
}

/** Ends a case early: nothing more can be learnt from it. */
export class CaseEnd extends Error {
  readonly verdict: Verdict

  constructor(verdict: Verdict) {
    super(verdict.kind === 'inconclusive' || verdict.kind === 'skipped' ? verdict.reason : verdict.kind)
    this.verdict = verdict
  }
}

export const inconclusive = (reason: string): CaseEnd => new CaseEnd({ kind: 'inconclusive', reason })
export const skipped = (reason: string): CaseEnd => new CaseEnd({ kind: 'skipped', reason })

interface SendOptions {
  readonly credentials?: 'sent' | 'withheld' | 'wrong'
  /** For a method the path does not have: the operation the answer is reported under. */
  readonly foreign?: boolean
  /** What was done for it, in order; reproduced by the curl of what its answer breaks. */
  readonly after?: readonly Answer[]
}

/** Where a violation was seen, when it is not simply the answer at hand. */
interface Where {
  /** The answer that shows it. */
  readonly answer: Answer
  /** Operation to blame; that of the answer when undefined. */
  readonly operation?: Operation
  /** What was done before, in order; reproduced by the finding's curl. */
  readonly after?: readonly Answer[]
  /** It is no answer to what the case is about. */
  readonly isAside?: boolean
}

/** What one case works with. */
export interface Context {
  readonly run: Run
  readonly api: Api
  readonly case: CaseSummary
  /** Sends a request and judges its answer by every check that looks at answers. Throws {@link CaseEnd} when none comes. */
  send(draft: Draft, intent: Intent, options?: SendOptions): Promise<Answer>
  /** Reports what a check has against the evidence; whether that is anything. */
  judge<E>(check: Check<E>, evidence: E, where: Where): boolean
  /** How many findings this case gave, known ones too. */
  readonly findings: number
  /** Whether one of them breaks the contract. */
  readonly isBroken: boolean
  /** A short text that no other request of the run has; from the second attempt on none of an earlier run either. */
  unique(attempt?: number): string
}

export function createContext(run: Run, summary: CaseSummary): Context {
  let findings = 0
  let isBroken = false
  let counter = 0
  const report = (check: CheckInfo, violations: readonly Violation[], where: Where): boolean => {
    const severityOf = ({ severity }: Violation): Severity | undefined =>
      chosenSeverity(check.id, severity ?? check.severity, run.options)
    for (const violation of violations) {
      const severity = severityOf(violation)
      if (severity === undefined) continue
      findings += 1
      if (publish(run, summary, check, { ...violation, severity }, where)) isBroken = true
    }
    return violations.length > 0
  }
  const context: Context = {
    run,
    api: run.api,
    case: summary,
    async send(draft, intent, options = {}) {
      assertAskable(run, draft.operation)
      const whole = intent === 'valid' ? withRequired(run.api, draft) : draft
      // Whole as it was, it lacks nothing.
      const lacking = whole === draft || draft.raw !== undefined ? undefined : lackingIn(whole)
      if (lacking) throw inconclusive(`There is no value for ${lacking.name} of its ${lacking.in}.`)
      const answer = await exchange(run, whole, intent, options, report)
      run.records.note(answer)
      run.spoilt.note(answer)
      if (answer.status === 409) noteConflict(run.api, draft.operation)
      if (answer.operation && isSuccess(answer.status)) run.succeeded.add(answer.operation.id)
      if (answer.status === 410 && answer.operation?.lifecycle.sunset !== undefined)
        run.retired.add(answer.operation.id)
      const isAside =
        intent === 'valid' && answer.method === draft.operation.method && !isAbout(run, summary, draft)
      const where = { answer, isAside, ...(options.after && { after: options.after }) }
      for (const check of checksFor(answer)) {
        const violations = check.judge(answer)
        const due = violations.filter(({ at }) => at === undefined || !run.spoilt.holds(answer, at))
        report(check, due, where)
      }
      report(redirects, redirects.judge({ answer, target: run.client.target }), where)
      report(responseTime, responseTime.judge({ answer, budget: run.options.maxResponseTime }), where)
      return answer
    },
    judge: (check, evidence, where) => report(check, check.judge(evidence), where),
    get findings() {
      return findings
    },
    get isBroken() {
      return isBroken
    },
    unique(attempt = 0) {
      counter += 1
      const era = attempt === 0 ? '' : String(performance.timeOrigin)
      return shortHash(`${String(run.options.seed)} ${summary.path} ${String(counter)} ${era}`)
    },
  }
  return context
}

/** Eight letters and digits. */
function shortHash(text: string): string {
  const hex = hash('sha256', text).slice(0, 14)
  return Number.parseInt(hex, 16).toString(36).padStart(8, '0').slice(-8)
}

/** As many requests may take all the time there is: more of them would only keep the run from ending. */
const mostSilences = 3

function assertAskable({ api, silences }: Run, { id }: Operation): void {
  if (!api.byId.has(id)) throw inconclusive(`${id} is excluded.`)
  if ((silences.get(id) ?? 0) < mostSilences) return
  throw inconclusive(`${id} is asked no more: ${String(mostSilences)} requests were not answered in time.`)
}

type Report = (check: CheckInfo, violations: readonly Violation[], where: Where) => boolean

async function exchange(
  run: Run,
  given: Draft,
  intent: Intent,
  options: SendOptions,
  report: Report,
): Promise<Answer> {
  const draft =
    intent === 'valid' && !options.foreign
      ? withData(given, run.options.operations[given.operation.id])
      : given
  const { operation } = draft
  const shown = options.credentials ?? 'sent'
  const { credentials } = run
  const { request, delivery } = await deliver(run, draft, shown)
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
  const { delivery } = await deliver(run, draft, 'sent')
  return delivery.kind === 'answered' ? delivery.exchange.response.status : undefined
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

/** An access token that is refused is replaced, and the request sent again, once. */
async function deliver(run: Run, draft: Draft, shown: Shown): Promise<Delivered> {
  const { tokens } = run.credentials
  await tokens?.prepare()
  const used = tokens?.current
  const first = await deliverOnce(run, draft, shown)
  const isRefused = first.delivery.kind === 'answered' && first.delivery.exchange.response.status === 401
  if (!tokens || !isRefused || shown !== 'sent' || run.closed.has(draft.operation.id)) return first
  await tokens.replace(used)
  const second = await deliverOnce(run, draft, shown)
  if (second.delivery.kind === 'answered' && second.delivery.exchange.response.status === 401)
    run.closed.add(draft.operation.id)
  return second
}

async function deliverOnce(run: Run, draft: Draft, shown: Shown): Promise<Delivered> {
  await run.limits.take()
  const { operation } = draft
  const { credentials, options } = run
  const plain = encodeDraft(draft)
  const shownRequest =
    shown === 'sent'
      ? credentials.add(plain, operation)
      : shown === 'wrong'
        ? credentials.addWrong(plain, operation)
        : credentials.withhold(plain)
  const request = await throughHook(options.beforeRequest, shownRequest, {
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

export interface About {
  readonly draft: Draft
  readonly intent: Intent
  readonly foreign: boolean
  readonly credentials: Answer['credentials'] | 'wrong'
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

const noIssues: readonly Issue[] = []

/** An exchange as the checks see it. */
export function createAnswer(
  api: Api,
  exchanged: Exchange,
  { draft, intent, foreign, credentials }: About,
): Answer {
  const operation = foreign ? undefined : draft.operation
  const { request, response } = exchanged
  let content: Content | undefined
  let issues: readonly Issue[] | undefined
  return {
    subject: draft.operation.id,
    operation,
    document: api.document,
    draft,
    exchange: exchanged,
    method: request.method,
    status: response.status,
    intent,
    // Wrong ones are judged beside what other operations make of them.
    credentials: credentials === 'wrong' ? 'unknown' : credentials,
    get content() {
      const declared = operation && responseFor(operation, response.status)
      content ??= readContent(response, api.readJson, declared?.content)
      return content
    },
    get issues() {
      issues ??= operation ? issuesOf(api, operation, exchanged, this.content) : noIssues
      return issues
    },
  }
}

const whenFailing = [serverError, informationLeak]

/** Nothing is said of content that was not read to its end. */
function issuesOf(
  api: Api,
  operation: Operation,
  { request, response }: Exchange,
  content: Content,
): readonly Issue[] {
  const read =
    content.kind === 'json' && content.duplicate === undefined
      ? ({ kind: 'ok', value: content.value } as const)
      : undefined
  const issues = api.responses(operation)(response, request.method, read)
  return response.truncated ? issues.filter((issue) => issue.in !== 'body') : issues
}

/** Whether a case is about the operation of a request, or about what several do. */
const isAbout = ({ api }: Run, { operation }: CaseSummary, draft: Draft): boolean =>
  operation === draft.operation.id || (operation !== '(all)' && !api.byId.has(operation))

/** One cause, one finding: a 5xx is judged as such only, an accepted invalid request only as that. */
function checksFor(answer: Answer): readonly Check<Answer>[] {
  if (answer.status >= 500) return whenFailing
  return answer.intent === 'invalid' && isSuccess(answer.status) ? [] : answerChecks
}

/** Tells of what was not told before; whether it breaks the contract. */
function publish(
  run: Run,
  summary: CaseSummary,
  check: CheckInfo,
  violation: Violation & { readonly severity: Severity },
  where: Where,
): boolean {
  const { answer } = where
  const operation = where.operation ?? answer.draft.operation
  if (!isSelected(operation, run.options)) return false
  const { redactor, client, options } = run
  const id = idOf(check, operation.id, violation)
  const isExpected = options.knownFindings.includes(id)
  const isBroken = !isExpected && isBreaking(violation, options)
  if (run.known.has(id)) return isBroken
  const none = answer.status === 0
  const finding = createFinding(check, violation, {
    operation: operation.id,
    title: where.isAside
      ? `${operation.method} ${operation.path} as part of "${summary.title}"`
      : summary.title,
    request: reportRequest(client.target, answer.exchange.request, redactor),
    response: none ? null : reportResponse(answer.exchange.response, redactor),
    curl: curlScript(client.target, [...(where.after ?? []), answer], redactor),
    replay: run.replay(summary.path),
  })
  run.known.add(finding.id)
  const location = run.api.document.locate(pointerIn(finding.requirement) ?? operation.pointer)
  const { milliseconds } = answer.exchange
  const kind = isExpected ? 'known-finding' : 'finding'
  run.emit({ kind, finding: { ...finding, ...(location && { location }), ...(!none && { milliseconds }) } })
  return isBroken
}

/** The operation of a resource's role that can be concluded from: neither retired nor known to be stale. */
export function isTrusted(run: Run, operation: Operation | undefined): operation is Operation {
  return operation !== undefined && !run.retired.has(operation.id) && !run.distrusted.has(operation.id)
}
