import { toHeaders, type Received } from '../client/client.ts'
import { reportRequest, reportResponse } from '../findings/finding.ts'
import type { Redactor } from '../findings/redact.ts'
import type { Recording } from '../recording.ts'
import { harEntry } from '../reporters/har.ts'
import { createCountedNotes } from './counted-notes.ts'
import { describeDisagreement, disagreementsOn } from './disagreements.ts'
import type { ExchangeSummary } from './exchange-summary.ts'
import { forwardable, type Fields } from './fields.ts'
import type { ForwardedRequest, Passage } from './forward.ts'
import type { HarFile } from './har-file.ts'
import type { CheckViolation, JudgedExchange, TrafficJudge, UnjudgedReason } from './judge.ts'
import type { SecondOpinion } from './second-opinion.ts'
import { redactorFor } from './secrets.ts'
import type { Traffic } from './traffic.ts'
import type { WorldRecorder } from './world-recorder.ts'

/** Judges each exchange and reports on all of them. */
export interface Observer {
  observe(passage: Passage): ExchangeSummary
  /** Notes something that is not an exchange, such as a request that was refused. */
  readonly note: (message: string) => void
  finish(): Recording
}

export interface ObserverOptions {
  readonly target: string
  readonly judge: TrafficJudge
  readonly traffic: Traffic
  readonly har: HarFile | undefined
  readonly world: WorldRecorder | undefined
  readonly second: SecondOpinion | undefined
}

/** The most different notes of one kind in a report. */
const maxNotes = 20

export function createObserver({ target, judge, traffic, har, world, second }: ObserverOptions): Observer {
  const undeclared = createCountedNotes(maxNotes)
  const failures = createCountedNotes(maxNotes)
  const others = createCountedNotes(maxNotes)
  const disagreements = createCountedNotes(maxNotes)
  const counts = { answered: 0, unreachable: 0 }

  const observeAnswer = ({
    forwarded,
    response,
    milliseconds,
  }: Extract<Passage, { kind: 'answered' }>): ExchangeSummary => {
    const judged = judge.judge(forwarded, response, milliseconds)
    const verdict =
      typeof judged === 'string' ? skip(forwarded, judged) : report(forwarded, judged, milliseconds)
    const content = typeof judged === 'string' ? { request: forwarded.request, response } : judged
    har?.add(recorded(target, forwarded, content, milliseconds))
    if (typeof judged !== 'string') world?.add(judged)
    return { ...summaryOf(forwarded), status: response.status, milliseconds, ...verdict }
  }

  const skip = ({ request }: ForwardedRequest, reason: UnjudgedReason): Verdict => {
    if (reason === 'undeclared') undeclared.add(`${request.method} ${request.path} is not in the document.`)
    return { verdict: 'unjudged', says: [reasons[reason]] }
  }

  const report = (forwarded: ForwardedRequest, judged: JudgedExchange, milliseconds: number): Verdict => {
    const { operation, request, response, violations, isWhole } = judged
    const redactor = (): Redactor => redactorOf(forwarded, judged)
    traffic.add({
      operation,
      request: repeatable(request, forwarded.fields),
      response,
      milliseconds,
      violations,
      redactor,
    })
    for (const side of ['request', 'response'] as const) {
      if (!isWhole[side])
        others.add(`A ${side} body of ${operation.id} could not be read whole, and was not judged.`)
    }
    const opinions = second ? disagreementsOn(judged, second) : []
    for (const each of opinions) disagreements.add(describeDisagreement(each))
    return verdictOf(violations, opinions.length > 0)
  }

  const observeFailure = ({
    forwarded,
    reason,
    message,
  }: Extract<Passage, { kind: 'failed' }>): ExchangeSummary => {
    failures.add(`${target} gave no response: ${message}.`)
    const failure = judge.judgeFailure(forwarded, reason)
    if (failure) {
      const request = repeatable(forwarded.request, forwarded.fields)
      const redactor = (): Redactor =>
        redactorFor({ ...exposedBy(forwarded), operation: failure.operation, bodies: bodiesOf(request) })
      traffic.add({ ...failure, request, response: undefined, milliseconds: 0, redactor })
    }
    return { ...summaryOf(forwarded), status: 502, milliseconds: 0, verdict: 'failed', says: [message] }
  }

  return {
    observe(passage) {
      traffic.count()
      if (passage.kind === 'answered') counts.answered += 1
      else if (passage.kind === 'failed' && passage.reason === 'unreachable') counts.unreachable += 1
      if (passage.kind === 'answered') return observeAnswer(passage)
      if (passage.kind === 'failed') return observeFailure(passage)
      others.add('A client went away before the end of the response, which was not judged.')
      return {
        ...summaryOf(passage.forwarded),
        status: undefined,
        milliseconds: 0,
        verdict: 'unjudged',
        says: ['the client went away'],
      }
    },
    note: (message) => others.add(message),
    finish() {
      if (counts.unreachable > 0 && counts.answered === 0) traffic.unreachable(`${target} is not reachable.`)
      for (const line of [failures, undeclared, others, disagreements].flatMap((notes) => notes.lines()))
        traffic.note(line)
      return traffic.finish()
    },
  }
}

type Verdict = Pick<ExchangeSummary, 'verdict' | 'says'>

const reasons: Readonly<Record<UnjudgedReason, string>> = {
  undeclared: 'not in the document',
  preflight: 'a preflight request',
  partial: 'a part of the content',
}

function verdictOf(violations: readonly CheckViolation[], isDisputed: boolean): Verdict {
  const severities = new Set(violations.map(({ check, violation }) => violation.severity ?? check.severity))
  const verdict = severities.has('error') ? 'error' : severities.has('warning') ? 'warning' : 'fine'
  const ids = [...new Set(violations.map(({ check }) => check.id))]
  return { verdict, says: isDisputed ? [...ids, 'Prism disagrees'] : ids }
}

function summaryOf(forwarded: ForwardedRequest): Pick<ExchangeSummary, 'method' | 'target'> {
  const { method, path, query } = forwarded.request
  const redactor = redactorFor({ ...exposedBy(forwarded), operation: undefined, bodies: [] })
  return { method, target: redactor.text(query === '' ? path : `${path}?${query}`) }
}

const exposedBy = ({
  fields,
  request,
}: ForwardedRequest): { readonly fields: Fields; readonly query: string } => ({
  fields,
  query: request.query,
})

const bodiesOf = ({ body }: ForwardedRequest['request']): readonly Uint8Array[] => (body ? [body] : [])

function redactorOf(
  forwarded: ForwardedRequest,
  { operation, request, response }: Pick<JudgedExchange, 'request' | 'response'> & Partial<JudgedExchange>,
): Redactor {
  const fields = [...forwarded.fields, ...response.fields]
  return redactorFor({
    operation,
    query: request.query,
    fields,
    bodies: [...bodiesOf(request), response.body],
  })
}

/** Fields that describe how the client sent the message; a copy of the request is sent without them. */
const framing = new Set(['host', 'content-length', 'content-encoding', 'accept-encoding', 'expect'])

/** The request as another client can send it. */
function repeatable(request: ForwardedRequest['request'], fields: Fields): ForwardedRequest['request'] {
  return {
    ...request,
    headers: toHeaders(forwardable(fields).filter(([name]) => !framing.has(name.toLowerCase()))),
  }
}

function recorded(
  target: string,
  forwarded: ForwardedRequest,
  content: {
    readonly request: ForwardedRequest['request']
    readonly response: Received
  } & Partial<JudgedExchange>,
  milliseconds: number,
): object {
  const redactor = redactorOf(forwarded, content)
  const headers = forwarded.fields.map(([name, value]) => [name, redactor.headerValue(name, value)] as const)
  return harEntry({
    request: { ...reportRequest(target, content.request, redactor, Infinity), headers },
    response: reportResponse(content.response, redactor, Infinity),
    startedAt: forwarded.at,
    milliseconds,
  })
}
