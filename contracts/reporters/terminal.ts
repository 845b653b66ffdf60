import { placeOf } from '../../spec/problems/place.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { plural } from '../../spec/util/plural.ts'
import { someOf } from '../../spec/util/some-of.ts'
import { clip } from '../answer.ts'
import { trafficPhase, type RunEvent } from '../events.ts'
import type { Finding } from '../findings/finding.ts'
import { createReport, inOrder } from '../findings/report.ts'
import { countVerdicts, createRecorder, type Recording } from '../recording.ts'
import { createColors, type Colors } from './colors.ts'
import { caseOf, deedOf, gistOf } from './gist.ts'
import { lifecycleTable } from './lifecycle-table.ts'
import { byLikeness } from './likeness.ts'
import { createProgress, createProgressLog } from './progress.ts'
import { statusTable } from './status-table.ts'
import { visible } from './visible.ts'

export interface TerminalOptions {
  /** Where the report goes. */
  readonly write: (text: string) => void
  /** Where progress goes, in a line that is overwritten; undefined without a terminal. */
  readonly progress: ((text: string) => void) | undefined
  /** Where a line about the progress goes from time to time instead. */
  readonly log?: ((text: string) => void) | undefined
  readonly color: boolean
  /** Columns of the terminal. */
  readonly width: number
}

/** Shows the progress of a run, then its report. */
export function createTerminalReporter({
  write,
  progress,
  log,
  color,
  width,
}: TerminalOptions): (event: RunEvent) => void {
  const recorder = createRecorder()
  const colors = createColors(color)
  const line = progress ? createProgress(progress, colors, width) : log && createProgressLog(log)
  return (event) => {
    recorder.add(event)
    line?.(event)
    if (event.kind !== 'run-finished') return
    const recording = recorder.recording()
    if (recording) write(`${renderTerminal(recording, colors)}\n`)
  }
}

/** The report of a run. */
export function renderTerminal(recording: Recording, colors: Colors): string {
  const { started, stopped, notes } = recording
  const { bold, dim, yellow } = colors
  const isTraffic = started.cases.some(({ phase }) => phase === trafficPhase)
  const source = isTraffic ? 'real traffic' : `seed ${String(started.seed)}`
  const head = `${bold(`${started.tool} ${started.version}`)} checked ${started.target} against ${started.document} ${dim(`(${source})`)}`
  const isAnswered = recording.statuses.length > 0
  const parts = [
    head,
    ...findingsOf(recording, colors),
    knownOf(recording, colors),
    byCheck(recording, colors),
    mostFrequent(recording, colors),
    ...(isAnswered ? [statusTable(recording, colors)] : []),
    ...(isAnswered ? [lifecycleTable(started.operations, new Date(started.startedAt), colors)] : []),
    inconclusiveOf(recording, colors),
    notes.map((note) => `${yellow('Note:')} ${visible(note)}`).join('\n'),
    ...(stopped ? [`${yellow('Stopped early:')} ${visible(stopped.message)}`] : []),
    summary(recording, colors),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The findings below their operations, those that are probably alike with the first of them. */
function findingsOf(recording: Recording, colors: Colors): readonly string[] {
  const routes = new Map(
    recording.started.operations.map(({ id, method, path }) => [id, `${method} ${path}`]),
  )
  const kinds = byLikeness(inOrder(recording))
  return [...groupBy(kinds, ([first]) => first?.operation ?? '')].map(([operation, all]) => {
    const route = routes.get(operation)
    const name = visible(operation)
    // An operation without an id is called by its route.
    const isNamed = route !== undefined && route !== operation
    const title = colors.bold(isNamed ? `${name}  ${colors.dim(visible(route))}` : name)
    return [title, ...all.map((kind) => describeKind(kind, colors))].join('\n')
  })
}

/** Up to this many findings need no overview. */
const fewFindings = 5

/** Findings by check, with the number of operations and of distinct causes. */
function byCheck({ findings }: Recording, { bold, dim }: Colors): string {
  if (findings.length <= fewFindings) return ''
  const rows = [...groupBy(findings, ({ check }) => check)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([check, all]) => {
      const operations = new Set(all.map(({ operation }) => operation)).size
      const causes = byLikeness(all).length
      const distinct = causes < all.length ? `${dim(', probably')} ${plural(causes, 'cause')}` : ''
      return `  ${dim(times(all.length))} ${check} ${dim('in')} ${plural(operations, 'operation')}${distinct}`
    })
  return [bold('Findings by check'), ...rows].join('\n')
}

/** Of more causes than this, those with the most findings are listed. */
const manyCauses = 20
const shownCauses = 10

/** The causes with the most findings, of many. */
function mostFrequent({ findings }: Recording, { bold, dim }: Colors): string {
  const causes = byLikeness(findings)
  if (causes.length <= manyCauses) return ''
  const rows = causes
    .toSorted((a, b) => b.length - a.length)
    .slice(0, shownCauses)
    .flatMap((all) => {
      const [first] = all
      if (!first) return []
      const operations = [...new Set(all.map(({ operation }) => operation))]
      const places = dim(`(${visible(someOf(operations, 2))})`)
      return [
        `  ${dim(times(all.length))} ${first.check}: ${visible(clip(gistOf(first), 140))} ${places} ${dim(first.id)}`,
      ]
    })
  return [bold('Most frequent causes'), ...rows].join('\n')
}

const times = (count: number): string => `${String(count)}×`.padStart(5)

/** Accepted findings, one line each. */
function knownOf({ started, known }: Recording, { bold, dim }: Colors): string {
  if (known.length === 0) return ''
  const rows = inOrder({ started, findings: known }).map(
    ({ id, check, operation, actual }) => `  ${dim(id)} ${check} ${visible(`${operation}: got ${actual}`)}`,
  )
  return [bold('Known findings'), ...rows].join('\n')
}

/** A finding in several lines, with hidden characters made visible; empty parts are left out. */
export const describe = (finding: Finding, colors: Colors): string => describeKind([finding], colors)

/** The first of several findings that are probably alike, and where else they are. */
function describeKind([first, ...others]: readonly Finding[], colors: Colors): string {
  if (!first) return ''
  const { expected, actual, requirement, location, curl, replay, operation } = first
  const [here, elsewhere] = [true, false].map((isHere) =>
    others.filter((each) => (each.operation === operation) === isHere),
  )
  const rows: readonly Row[] = [
    ['case', caseOf(first)],
    ['expected', expected],
    ['got', actual],
    [
      'also when',
      someOf(
        [...new Set((here ?? []).map(deedOf))]
          .filter((deed) => deed !== deedOf(first))
          .map((deed) => clip(deed, 60)),
        shownAlike,
        '; ',
      ),
    ],
    ['also by', otherChecks(first, others)],
    ['also in', someOf([...new Set((elsewhere ?? []).map((each) => each.operation))], shownAlike)],
    ['required by', requirement],
    ['declared at', location ? placeOf(location) : ''],
    ['curl', curl.replaceAll('\n', `\n${' '.repeat(16)}`)],
    ['replay', replay],
  ]
  return [headOf(first, colors), ...shownRows(rows, colors)].join('\n')
}

/** The other checks that found the same. */
const otherChecks = ({ check }: Finding, others: readonly Finding[]): string =>
  [...new Set(others.map((each) => each.check))].filter((each) => each !== check).join(', ')

/** How many cases or operations with one cause are named. */
const shownAlike = 6

const markOf = ({ severity }: Finding, { red, yellow }: Colors): string =>
  severity === 'error' ? red('✗ error') : yellow('! warning')

function headOf(finding: Finding, colors: Colors): string {
  const { check, title, id } = finding
  return `  ${markOf(finding, colors)} ${colors.bold(check)} ${title} ${colors.dim(id)}`
}

type Row = readonly [name: string, text: string]

function shownRows(rows: readonly Row[], { dim, bold }: Colors): readonly string[] {
  return rows
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      const shown = visible(text)
      return `    ${dim(name.padEnd(12))}${name === 'got' ? bold(shown) : shown}`
    })
}

/** The most frequent reasons for inconclusive cases, with some of the cases. */
function inconclusiveOf({ cases }: Recording, { dim, bold }: Colors): string {
  const unclear = cases.flatMap(({ case: { title }, verdict }) =>
    verdict.kind === 'inconclusive' ? [{ title, reason: verdict.reason }] : [],
  )
  if (unclear.length === 0) return ''
  const counted = [
    ...groupBy(unclear, ({ reason }) =>
      reason.replaceAll(/\d+/g, (digits) => (digits.length > 3 ? '…' : digits)),
    ),
  ]
  const rows = counted.sort(([, a], [, b]) => b.length - a.length).slice(0, 8)
  return [
    bold('Inconclusive cases'),
    ...rows.map(([reason, all]) => {
      const titles = all.slice(0, shownCases).map(({ title }) => clip(title, 60))
      const examples = all.length > titles.length ? [...titles, '…'] : titles
      return `  ${dim(times(all.length))} ${visible(reason)} ${dim(`(${visible(examples.join('; '))})`)}`
    }),
  ].join('\n')
}

/** How many of the cases with one reason are named. */
const shownCases = 2

function summary(recording: Recording, { bold, green, red, yellow, dim }: Colors): string {
  const { summary: counts, durationMs } = createReport(recording)
  const { error, warning } = counts.findings
  const verdicts = countVerdicts(recording.cases)
  const paint = error > 0 ? red : warning > 0 ? yellow : green
  const found = bold(paint(`${plural(error, 'error')}, ${plural(warning, 'warning')}`))
  const causes = byLikeness(recording.findings).length
  const details = [
    ...(causes < error + warning ? [`probably ${plural(causes, 'cause')}`] : []),
    `${String(counts.covered)} of ${plural(counts.operations, 'operation')} covered`,
    `${String(verdicts.passed)} passed, ${String(verdicts.failed)} failed, ${String(verdicts.inconclusive)} inconclusive, ${String(verdicts.skipped)} skipped`,
    `${plural(counts.requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
  ]
  return `${found} ${dim('·')} ${details.join(dim(' · '))}`
}
