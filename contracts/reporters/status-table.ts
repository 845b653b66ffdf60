import type { Colors, Paint } from './colors.ts'
import { coverageOf, statusColumns, type StatusCoverage, type SubjectCoverage } from './coverage.ts'
import type { Recording } from './recording.ts'

interface Cell {
  readonly text: string
  readonly paint: Paint
}

/** How often each operation returned each status: `0` for declared ones never seen, `!` for undeclared ones. */
export function statusTable(recording: Recording, { bold, dim, red, yellow }: Colors): string {
  const operations = coverageOf(recording).filter(({ operation }) => operation !== undefined)
  if (operations.length === 0) return ''
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
  return [...lines, ...legend(rows.flat(), dim)].join('\n')
}

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
