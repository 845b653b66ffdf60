import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckInfo } from '../check.ts'
import type { Finding, ReportedRequest, ReportedResponse } from '../findings/finding.ts'
import { requirementUrl } from '../findings/requirement.ts'
import type { Recording } from '../recording.ts'
import { markdown } from './markdown.ts'
import { reasonPhrase } from './reason-phrase.ts'
import { readReportedBody } from './reported-body.ts'

/** A run as SARIF 2.1.0 (OASIS, 27 March 2020) for code scanning: a rule for each check, a result for each finding. */
export function renderSarif(recording: Recording): string {
  const { started, findings, finished } = recording
  const { tool, version, checks, document } = started
  const ruleIndex = new Map(checks.map(({ id }, index) => [id, index]))
  const run = {
    tool: { driver: { name: tool, version, semanticVersion: version, rules: checks.map(ruleOf) } },
    automationDetails: { id: `${tool}/${document}/` },
    invocations: [invocationOf(recording)],
    columnKind: 'utf16CodeUnits',
    results: findings.map((each) => resultOf(each, ruleIndex.get(each.check))),
    properties: {
      target: started.target,
      seed: started.seed,
      ...(finished && { requests: finished.requests }),
    },
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(log, undefined, 2)}\n`
}

/** §3.49 reportingDescriptor. */
function ruleOf({ id, title, severity, requirement }: CheckInfo): object {
  const helpUri = requirementUrl(requirement)
  const link = helpUri === undefined ? markdown(requirement) : `[${markdown(requirement)}](${helpUri})`
  return {
    id,
    name: id.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: messageText(`${title}.`) },
    fullDescription: { text: messageText(`${title}: ${requirement}.`) },
    help: {
      text: `${title}. Required by ${requirement}.`,
      markdown: `${markdown(title)}.\n\nRequired by ${link}.`,
    },
    ...(helpUri !== undefined && { helpUri }),
    defaultConfiguration: { level: severity },
    properties: { tags: ['api', 'contract'], 'problem.severity': severity, precision: 'very-high' },
  }
}

/** §3.20 invocation. */
function invocationOf({ started, stopped, finished, notes }: Recording): object {
  const start = new Date(started.startedAt)
  const texts = [
    ...notes.map((text) => ({ level: 'note', text })),
    ...(stopped ? [{ level: 'warning', text: stopped.message }] : []),
  ]
  return {
    executionSuccessful: finished !== undefined && stopped?.reason !== 'unreachable',
    startTimeUtc: start.toISOString(),
    ...(finished && { endTimeUtc: new Date(start.getTime() + finished.durationMs).toISOString() }),
    toolExecutionNotifications: texts.map(({ level, text }) => ({
      level,
      message: { text: messageText(text) },
    })),
  }
}

/** §3.27 result. */
function resultOf(finding: Finding, ruleIndex: number | undefined): object {
  const { id, check, severity, message, request, response, requirement, replay, curl } = finding
  return {
    ruleId: check,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: severity,
    kind: 'fail',
    message: { text: messageText(message) },
    locations: [locationOf(finding)],
    partialFingerprints: { 'stablehandFinding/v1': id },
    ...(request && { webRequest: webRequest(request) }),
    ...(request && { webResponse: webResponse(response) }),
    properties: { requirement, replay, curl },
  }
}

function locationOf({ location, operation }: Finding): object {
  return {
    ...(location && {
      physicalLocation: {
        artifactLocation: { uri: artifactUri(location.file) },
        region: { startLine: location.line, startColumn: location.column },
      },
    }),
    logicalLocations: [{ fullyQualifiedName: operation, kind: 'function' }],
  }
}

/** A URL as it is; a path as a relative reference, or a file URL when it is absolute. */
export function artifactUri(file: string): string {
  if (/^https?:\/\//i.test(file)) return file
  return isAbsolute(file) ? pathToFileURL(file).href : file.split(/[\\/]/).map(encodeURIComponent).join('/')
}

/** §3.11.5 and §3.11.6: escapes text that would be read as a placeholder or a link. */
function messageText(text: string): string {
  return text.replaceAll(/\{(\d+)\}/g, '{{$1}}').replaceAll(/\[([^\]]*)\]\(/g, String.raw`\[$1\](`)
}

const protocol = { protocol: 'http', version: '1.1' }

function webRequest({ method, url, headers, body }: ReportedRequest): object {
  return {
    ...protocol,
    method,
    target: url,
    headers: joined(headers),
    ...(body !== null && { body: contentOf(body) }),
  }
}

function webResponse(response: ReportedResponse | null): object {
  if (!response) return { noResponseReceived: true }
  const { status, headers, body } = response
  return {
    ...protocol,
    statusCode: status,
    reasonPhrase: reasonPhrase(status),
    headers: joined(headers),
    ...(body !== null && { body: contentOf(body) }),
  }
}

/** §3.3 artifactContent. */
function contentOf(body: string): object {
  const { content, isBase64 } = readReportedBody(body)
  return isBase64 ? { binary: content } : { text: content }
}

function joined(headers: ReportedRequest['headers']): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  for (const [name, value] of headers)
    found.set(name, found.has(name) ? `${String(found.get(name))}, ${value}` : value)
  return Object.fromEntries(found)
}
