import { toHeaders, type Received } from '../client/client.ts'
import { reportRequest, reportResponse } from '../findings/finding.ts'
import type { Redactor } from '../findings/redact.ts'
import { harEntry } from '../reporters/har.ts'
import type { Recording } from '../reporters/recording.ts'
import type { SecondOpinion } from './second-opinion.ts'
import { describeDisagreement, disagreementsOn } from './disagreements.ts'
import type { ExchangeSummary } from './exchange-summary.ts'
import { forwardable, type Fields } from './fields.ts'
import type { Asked, Passage } from './forward.ts'
import type { HarFile } from './har-file.ts'
import type { Found, Judged, TrafficJudge, Unjudged } from './judge.ts'
import { redactorFor } from './secrets.ts'
import { createTally } from './counted-notes.ts'
import type { Traffic } from './traffic.ts'
import type { WorldRecorder } from './world-recorder.ts'

/** Makes of each exchange a verdict, and of all of them a report. */
export interface Observer {
  observe(passage: Passage): ExchangeSummary
  /** Something that was refused before it was an exchange. */
  readonly refused: (what: string) => void
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

/** Different things of one kind that the report tells. */
const mostNotes = 20

export function createObserver({ target, judge, traffic, har, world, second }: ObserverOptions): Observer {
  const undeclared = createTally(mostNotes)
  const failures = createTally(mostNotes)
  const others = createTally(mostNotes)
  const disagreements = createTally(mostNotes)
  const counts = { answered: 0, unreachable: 0 }

  const observeAnswer = ({
    asked,
    response,
    milliseconds,
  }: Extract<Passage, { kind: 'answered' }>): ExchangeSummary => {
    const judged = judge.judge(asked, response, milliseconds)
    const verdict = typeof judged === 'string' ? skip(asked, judged) : report(asked, judged, milliseconds)
    const content = typeof judged === 'string' ? { request: asked.request, response } : judged
    har?.add(recorded(target, asked, content, milliseconds))
    if (typeof judged !== 'string') world?.add(judged)
    return { ...summaryOf(asked), status: response.status, milliseconds, ...verdict }
  }

  const skip = ({ request }: Asked, reason: Unjudged): Verdict => {
    if (reason === 'undeclared') undeclared.add(`${request.method} ${request.path} is not in the document.`)
    return { verdict: 'unjudged', says: [reasons[reason]] }
  }

  const report = (asked: Asked, judged: Judged, milliseconds: number): Verdict => {
    const { operation, request, response, found, isWhole } = judged
    const redactor = (): Redactor => redactorOf(asked, judged)
    traffic.add({
      operation,
      request: repeatable(request, asked.fields),
      response,
      milliseconds,
      found,
      redactor,
    })
    for (const side of ['request', 'response'] as const) {
      if (!isWhole[side])
        others.add(`A ${side} body of ${operation.id} could not be read whole, and was not judged.`)
    }
    const opinions = second ? disagreementsOn(judged, second) : []
    for (const each of opinions) disagreements.add(describeDisagreement(each))
    return verdictOf(found, opinions.length > 0)
  }

  const observeFailure = ({
    asked,
    reason,
    message,
  }: Extract<Passage, { kind: 'failed' }>): ExchangeSummary => {
    failures.add(`${target} gave no response: ${message}.`)
    const failure = judge.judgeFailure(asked, reason)
    if (failure) {
      const request = repeatable(asked.request, asked.fields)
      const redactor = (): Redactor =>
        redactorFor({ ...exposedBy(asked), operation: failure.operation, bodies: bodiesOf(request) })
      traffic.add({ ...failure, request, response: undefined, milliseconds: 0, redactor })
    }
    return { ...summaryOf(asked), status: 502, milliseconds: 0, verdict: 'failed', says: [message] }
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
        ...summaryOf(passage.asked),
        status: undefined,
        milliseconds: 0,
        verdict: 'unjudged',
        says: ['the client went away'],
      }
    },
    refused: (what) => others.add(what),
    finish() {
      if (counts.unreachable > 0 && counts.answered === 0) traffic.unreachable(`${target} is not reachable.`)
      for (const line of [failures, undeclared, others, disagreements].flatMap((tally) => tally.lines()))
        traffic.note(line)
      return traffic.finish()
    },
  }
}

type Verdict = Pick<ExchangeSummary, 'verdict' | 'says'>

const reasons: Readonly<Record<Unjudged, string>> = {
  undeclared: 'not in the document',
  preflight: 'a preflight request',
  partial: 'a part of the content',
}

function verdictOf(found: readonly Found[], isDisputed: boolean): Verdict {
  const severities = new Set(found.map(({ check, violation }) => violation.severity ?? check.severity))
  const verdict = severities.has('error') ? 'error' : severities.has('warning') ? 'warning' : 'fine'
  const ids = [...new Set(found.map(({ check }) => check.id))]
  return { verdict, says: isDisputed ? [...ids, 'Prism disagrees'] : ids }
}

function summaryOf(asked: Asked): Pick<ExchangeSummary, 'method' | 'target'> {
  const { method, path, query } = asked.request
  const redactor = redactorFor({ ...exposedBy(asked), operation: undefined, bodies: [] })
  return { method, target: redactor.text(query === '' ? path : `${path}?${query}`) }
}

const exposedBy = ({ fields, request }: Asked): { readonly fields: Fields; readonly query: string } => ({
  fields,
  query: request.query,
})

const bodiesOf = ({ body }: Asked['request']): readonly Uint8Array[] => (body ? [body] : [])

function redactorOf(
  asked: Asked,
  { operation, request, response }: Pick<Judged, 'request' | 'response'> & Partial<Judged>,
): Redactor {
  const fields = [...asked.fields, ...response.fields]
  return redactorFor({
    operation,
    query: request.query,
    fields,
    bodies: [...bodiesOf(request), response.body],
  })
}

/** Fields that hold for the message as the client wrote it, but not for the same content sent again by another. */
const framing = new Set(['host', 'content-length', 'content-encoding', 'accept-encoding', 'expect'])

/** The request as somebody else can send it. */
function repeatable(request: Asked['request'], fields: Fields): Asked['request'] {
  return {
    ...request,
    headers: toHeaders(forwardable(fields).filter(([name]) => !framing.has(name.toLowerCase()))),
  }
}

function recorded(
  target: string,
  asked: Asked,
  content: { readonly request: Asked['request']; readonly response: Received } & Partial<Judged>,
  milliseconds: number,
): object {
  const redactor = redactorOf(asked, content)
  const headers = asked.fields.map(([name, value]) => [name, redactor.headerValue(name, value)] as const)
  return harEntry({
    request: { ...reportRequest(target, content.request, redactor, Infinity), headers },
    response: reportResponse(content.response, redactor, Infinity),
    startedAt: asked.at,
    milliseconds,
  })
}
