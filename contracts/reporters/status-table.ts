import { plural } from '../../spec/util/plural.ts'
import type { Recording } from '../recording.ts'
import type { Colors, Paint } from './colors.ts'
import { coverageOf, statusColumns, type StatusCoverage, type SubjectCoverage } from './coverage.ts'

interface Cell {
  readonly text: string
  readonly paint: Paint
}

/** Of more operations than this, only those are shown whose statuses tell of something. */
const manyOperations = 40

/**
 * How often each operation returned each status: `0` for declared ones never seen, `!` for undeclared ones. Of many operations, those
 * without a success come first, then those with the most undeclared statuses.
 */
export function statusTable(recording: Recording, { bold, dim, red, yellow }: Colors): string {
  const all = coverageOf(recording).filter(({ operation }) => operation !== undefined)
  if (all.length === 0) return ''
  const operations = all.length > manyOperations ? telling(all) : all
  const left = all.length - operations.length
  const columns = statusColumns(operations)
  const plain: Paint = (text) => text
  const cellOf = (found: StatusCoverage | undefined): Cell => {
    if (!found) return { text: '·', paint: dim }
    if (!found.declared) return { text: `${String(found.count)}!`, paint: red }
    return {
      text: String(found.count),
      paint: found.count === 0 && found.status !== 'default' ? yellow : plain,
    }
  }
  const rows = operations.map((each) => [
    { text: labelOf(each), paint: plain },
    ...columns.map((status) => cellOf(each.statuses.find((one) => one.status === status))),
  ])
  const head = ['Responses by status', ...columns].map((text) => ({ text, paint: bold }))
  const widths = head.map((_, column) =>
    [head, ...rows].reduce((widest, row) => Math.max(widest, row[column]?.text.length ?? 0), 0),
  )
  const lines = [head, ...rows].map((row) =>
    row.map((cell, column) => align(cell, widths[column] ?? 0, column)).join('  '),
  )
  const rest = left === 0 ? [] : [dim(`and ${plural(left, 'operation')} more: --report html=… shows all`)]
  return [...lines, ...rest, ...legend(rows.flat(), dim)].join('\n')
}

/** The operations that tell the most, in the order of the document. */
function telling(all: readonly SubjectCoverage[]): readonly SubjectCoverage[] {
  const undeclared = ({ statuses }: SubjectCoverage): number =>
    statuses.filter((each) => !each.declared).length
  const rank = (each: SubjectCoverage): number => (hasSuccess(each) ? 0 : 10) + undeclared(each)
  const first = new Set(all.toSorted((a, b) => rank(b) - rank(a)).slice(0, manyOperations))
  return all.filter((each) => first.has(each) && rank(each) > 0)
}

const hasSuccess = ({ statuses }: SubjectCoverage): boolean =>
  statuses.some(({ status, count }) => status.startsWith('2') && count > 0)

/** Explains the marks that the table contains. */
function legend(cells: readonly Cell[], dim: Paint): readonly string[] {
  const parts = [
    cells.some(({ text }) => text === '0') ? '0 declared but never seen' : [],
    cells.some(({ text }) => /^\d+!$/.test(text)) ? '! not declared' : [],
  ].flat()
  return parts.length === 0 ? [] : [dim(parts.join(' · '))]
}

const labelOf = ({ id, operation }: SubjectCoverage): string =>
  operation?.deprecated ? `${id} (deprecated)` : id

function align({ text, paint }: Cell, width: number, column: number): string {
  const space = ' '.repeat(Math.max(0, width - text.length))
  return column === 0 ? paint(text) + space : space + paint(text)
}
