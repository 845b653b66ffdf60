import type { OperationSummary } from '../events.ts'
import type { Colors } from './colors.ts'

/** An operation that is deprecated, has a sunset, or is not stable. */
export interface LifecycleRow {
  readonly operation: OperationSummary
  /** Days until the sunset, with a fraction; negative when it has passed, undefined when there is none. */
  readonly daysLeft: number | undefined
}

/** Operations by lifecycle: those with a sunset, nearest first, then deprecated ones, then unstable ones. */
export function lifecycleRows(operations: readonly OperationSummary[], now: Date): readonly LifecycleRow[] {
  return operations
    .filter((each) => each.deprecated || each.sunset !== undefined || isUnstable(each))
    .map((operation) => ({ operation, daysLeft: daysUntil(operation.sunset, now) }))
    .sort((a, b) => orderOf(a) - orderOf(b))
}

/** The {@link lifecycleRows} of operations that are deprecated or have a sunset. */
export function endingRows(operations: readonly OperationSummary[], now: Date): readonly LifecycleRow[] {
  return lifecycleRows(operations, now).filter(
    ({ operation }) => operation.deprecated || operation.sunset !== undefined,
  )
}

/** Sorts by sunset; the two constants are later than any. */
const orderOf = ({ operation: { sunset, deprecated } }: LifecycleRow): number =>
  sunset ?? (deprecated ? 2 ** 50 : 2 ** 51)

const isUnstable = ({ stability }: OperationSummary): boolean =>
  stability !== undefined && stability !== 'stable'

function daysUntil(sunset: number | undefined, now: Date): number | undefined {
  return sunset === undefined ? undefined : (sunset - now.getTime() / 1000) / 86_400
}

/** `in 12 days`, `less than a day`, `ended 12 days ago`; a dash when there is no sunset. */
export function timeLeft(daysLeft: number | undefined): string {
  if (daysLeft === undefined) return '–'
  const whole = Math.floor(Math.abs(daysLeft))
  if (daysLeft <= 0) return whole === 0 ? 'just ended' : `ended ${days(whole)} ago`
  return whole === 0 ? 'less than a day' : `in ${days(whole)}`
}

const days = (count: number): string => `${inThousands(count)} ${count === 1 ? 'day' : 'days'}`

/** Like `toLocaleString('en')`, without loading the locale data. */
const inThousands = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Unix seconds as `2030-12-05`, with the time of day unless it is midnight; a dash for none. */
export function formatInstant(seconds: number | undefined): string {
  const date = new Date((seconds ?? Number.NaN) * 1000)
  if (Number.isNaN(date.getTime())) return '–'
  return date
    .toISOString()
    .replace('T00:00:00.000Z', '')
    .replace('T', ' ')
    .replace(/:\d\d\.\d{3}Z$/, 'Z')
}

/** Marks operations that have ended or will soon. */
type LifecycleColors = Pick<Colors, 'bold' | 'red' | 'yellow'>

const plain: LifecycleColors = { bold: (text) => text, red: (text) => text, yellow: (text) => text }
const soonDays = 90
const heading = ['Operation', 'Deprecated since', 'Sunset', 'Time left', 'Stability']

/** The table for a terminal, without a trailing line feed; empty when no operation is deprecated or has a sunset. */
export function lifecycleTable(
  operations: readonly OperationSummary[],
  now: Date,
  colors: LifecycleColors = plain,
): string {
  const rows = endingRows(operations, now)
  if (rows.length === 0) return ''
  const cells = [heading, ...rows.map(cellsOf)]
  const widths = heading.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const painted = lines.map((line, index) => paint(line, rows[index - 1]?.daysLeft, colors))
  return [colors.bold('Lifecycle'), ...painted.map((line) => `  ${line}`)].join('\n')
}

function cellsOf({ operation, daysLeft }: LifecycleRow): readonly string[] {
  const { method, path, deprecated, since, sunset, stability } = operation
  const deprecation = since === undefined && deprecated ? 'no date' : formatInstant(since)
  return [`${method} ${path}`, deprecation, formatInstant(sunset), timeLeft(daysLeft), stability ?? '–']
}

function paint(line: string, daysLeft: number | undefined, colors: LifecycleColors): string {
  if (daysLeft === undefined || daysLeft >= soonDays) return line
  return daysLeft < 0 ? colors.red(line) : colors.yellow(line)
}
