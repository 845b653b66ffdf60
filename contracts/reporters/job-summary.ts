import { placeOf } from '../../spec/problems/place.ts'
import type { Finding } from '../findings/finding.ts'
import { createReport } from '../findings/report.ts'
import { requirementUrl } from '../findings/requirement.ts'
import type { Recording } from '../recording.ts'
import { coverageOf } from './coverage.ts'
import { gistOf } from './gist.ts'
import { counted, headlineOf } from './headline.ts'
import { endingRows, formatInstant, timeLeft } from './lifecycle-table.ts'
import { byLikeness } from './likeness.ts'
import { codeBlock, inlineCode, markdown, table } from './markdown.ts'

/** Limits that keep the summary below the 1 MiB that GitHub allows for a step. */
const maxRows = 100
const maxDetails = 20
const maxCommandLength = 4000

/** A run as GitHub-flavoured Markdown, for the job summary. */
export function renderJobSummary(recording: Recording): string {
  const { started, findings, stopped } = recording
  const kinds = byLikeness([...findings].sort((a, b) => rank(a) - rank(b)))
  const parts = [
    headline(recording),
    `${inlineCode(started.document)} against ${inlineCode(started.target)}`,
    stopped && `**The run ended early:** ${markdown(stopped.message)}`,
    figures(recording),
    findings.length > 0 && findingTable(kinds),
    ...kinds.slice(0, maxDetails).flatMap(([first]) => (first ? [details(first)] : [])),
    lifecycle(recording),
  ]
  return `${parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')}\n`
}

const rank = ({ severity }: Finding): number => (severity === 'error' ? 0 : 1)

const signs = { passed: '✅', warning: '⚠️', error: '❌' } as const

function headline(recording: Recording): string {
  const { kind, text } = headlineOf(recording)
  return `## ${signs[kind]} ${text}`
}

function figures(recording: Recording): string {
  const { started, finished, cases } = recording
  const operations = coverageOf(recording).filter(({ operation }) => operation !== undefined)
  const declared = operations.flatMap(({ statuses }) => statuses.filter((each) => each.declared))
  const seen = declared.filter(({ count }) => count > 0).length
  const rows: readonly (readonly [string, string])[] = [
    [
      'Operations covered',
      `${String(createReport(recording).summary.covered)} of ${String(operations.length)}`,
    ],
    ['Declared statuses seen', `${String(seen)} of ${String(declared.length)}`],
    ['Cases', `${String(cases.length)} of ${String(started.cases.length)}`],
    ...(finished
      ? ([
          ['Requests', String(finished.requests)],
          ['Seconds', (finished.durationMs / 1000).toFixed(1)],
        ] as const)
      : []),
    ['Seed', String(started.seed)],
  ]
  return table(
    rows.map(([name]) => name),
    [rows.map(([, value]) => value)],
  )
}

/** One row for each group of similar findings. */
function findingTable(kinds: readonly (readonly Finding[])[]): string {
  const rows = kinds
    .slice(0, maxRows)
    .flatMap(([first, ...others]) => (first ? [findingRow(first, others)] : []))
  const left = kinds.slice(maxRows).flat().length
  const more = left > 0 ? `\n\n… and ${String(left)} more.` : ''
  return table(['Severity', 'Operation', 'Check', 'Result', 'Requirement'], rows) + more
}

function findingRow(finding: Finding, others: readonly Finding[]): readonly string[] {
  const { severity, operation, title, requirement } = finding
  const url = requirementUrl(requirement)
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'similar finding')}`
  return [
    severity,
    `${inlineCode(operation)}${more}`,
    markdown(title),
    markdown(gistOf(finding)),
    url === undefined ? markdown(requirement) : `[${markdown(requirement)}](${url})`,
  ]
}

function details({ title, operation, location, curl, replay }: Finding): string {
  const script = curl.length > maxCommandLength ? `${curl.slice(0, maxCommandLength)}…` : curl
  const blocks = [script, replay].filter((each) => each !== '').map((each) => codeBlock(each, 'sh'))
  return [
    `<details><summary>${markdown(title)}: ${inlineCode(operation)}</summary>`,
    ...(location ? [`Declared at ${inlineCode(placeOf(location))}`] : []),
    ...blocks,
    '</details>',
  ].join('\n\n')
}

function lifecycle({ started }: Recording): string {
  const rows = endingRows(started.operations, new Date(started.startedAt))
  if (rows.length === 0) return ''
  const cells = rows.map(({ operation, daysLeft }) => [
    inlineCode(`${operation.method} ${operation.path}`),
    formatInstant(operation.since),
    formatInstant(operation.sunset),
    timeLeft(daysLeft),
    markdown(operation.stability ?? '–'),
  ])
  return `### Lifecycle\n\n${table(['Operation', 'Deprecated since', 'Sunset', 'Time left', 'Stability'], cells)}`
}
