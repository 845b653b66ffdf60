import type { Finding, ReportedRequest, ReportedResponse } from '../findings/finding.ts'
import type { Recording } from '../recording.ts'
import { reasonPhrase } from './reason-phrase.ts'
import { readReportedBody, reportedHeader } from './reported-body.ts'

/** The requests and responses of all findings as an HTTP Archive (HAR 1.2), for the network panel of a browser. */
export function renderHar({ started, findings, foundAt }: Recording): string {
  const entries = findings.flatMap((finding, index) =>
    finding.request ? [entryOf(finding, finding.request, foundAt[index] ?? new Date(started.startedAt))] : [],
  )
  const log = { version: '1.2', creator: { name: started.tool, version: started.version }, entries }
  return `${JSON.stringify({ log }, undefined, 2)}\n`
}

/** A request and its response, as reports show them. */
export interface HarExchange {
  readonly request: ReportedRequest
  readonly response: ReportedResponse | null
  readonly startedAt: Date
  readonly milliseconds: number
}

/** The HAR entry of an exchange. */
export function harEntry({ request, response, startedAt, milliseconds }: HarExchange): object {
  return {
    startedDateTime: startedAt.toISOString(),
    time: milliseconds,
    request: requestOf(request),
    response: response ? responseOf(response) : noResponse,
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  }
}

function entryOf(finding: Finding, request: ReportedRequest, foundAt: Date): object {
  const { response, milliseconds = 0 } = finding
  const startedAt = new Date(foundAt.getTime() - milliseconds)
  return {
    ...harEntry({ request, response, startedAt, milliseconds }),
    comment: `${finding.check}: ${finding.message}`,
    _finding: finding.id,
    ...(!response && { _error: finding.actual }),
  }
}

const httpVersion = 'HTTP/1.1'
const named = (headers: ReportedRequest['headers']): object[] =>
  headers.map(([name, value]) => ({ name, value }))

function requestOf({ method, url, headers, body }: ReportedRequest): object {
  const queryString = [...new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? '')].map(([name, value]) => ({
    name,
    value,
  }))
  const sent = body === null ? undefined : readReportedBody(body)
  const mimeType = reportedHeader(headers, 'content-type') ?? ''
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: named(headers),
    queryString,
    ...(sent && {
      postData: { mimeType, text: sent.content, params: [], ...(sent.isBase64 && { _encoding: 'base64' }) },
    }),
    headersSize: -1,
    bodySize: sent ? (sent.size ?? -1) : 0,
  }
}

function responseOf({ status, headers, body }: ReportedResponse): object {
  const came = readReportedBody(body ?? '')
  return {
    status,
    statusText: reasonPhrase(status),
    httpVersion,
    cookies: [],
    headers: named(headers),
    content: {
      size: came.size ?? -1,
      mimeType: reportedHeader(headers, 'content-type') ?? '',
      text: came.content,
      ...(came.isBase64 && { encoding: 'base64' }),
    },
    redirectURL: reportedHeader(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: came.size ?? -1,
  }
}

/** What browsers write for a request without a response. */
const noResponse = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
}
