import type { RunEvent } from '../events.ts'
import type { Colors } from './colors.ts'
import { counted } from './headline.ts'
import { visible } from './visible.ts'

type Listener = (event: RunEvent) => void

interface Progress {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly findings: number
}

/** Shows progress in a single line that is overwritten. */
export function createProgress(
  progress: (text: string) => void,
  { dim, red, bold }: Colors,
  width: number,
): Listener {
  const show = ({ phase, done, total, findings }: Progress, title: string): void => {
    const found = findings === 0 ? '' : red(` ${counted(findings, 'finding')}`)
    const head = `${phase} ${String(done)}/${String(total)}`
    const room = Math.max(0, width - head.length - 16)
    progress(`\r\u001B[K${bold(head)}${found} ${dim(visible(title).slice(0, room))}`)
  }
  // At most 20 updates a second.
  const follow = every(50, show, -Infinity)
  return (event) => {
    follow(event)
    if (event.kind === 'run-finished') progress('\r\u001B[K')
  }
}

/** Milliseconds between two lines of a log. */
const logInterval = 15_000

/** Writes a line about the progress of a long run from time to time, for logs. */
export function createProgressLog(log: (text: string) => void): Listener {
  const started = performance.now()
  return every(
    logInterval,
    ({ phase, done, total, findings }) => {
      const seconds = Math.round((performance.now() - started) / 1000)
      const found = findings === 0 ? 'no findings' : counted(findings, 'finding')
      log(`${phase}: ${String(done)} of ${String(total)} cases, ${found}, ${String(seconds)} s\n`)
    },
    started,
  )
}

/** Shows the progress after a case, but not again within an interval (in milliseconds). */
function every(
  interval: number,
  show: (progress: Progress, title: string) => void,
  shownAt: number,
): Listener {
  const state = { phase: '', done: 0, total: 0, findings: 0 }
  let shown = shownAt
  return (event) => {
    if (event.kind === 'phase-started')
      Object.assign(state, { phase: event.phase, total: event.cases, done: 0 })
    else if (event.kind === 'finding') state.findings += 1
    else if (event.kind === 'case-finished') {
      state.done += 1
      if (performance.now() - shown < interval) return
      shown = performance.now()
      show(state, event.case.title)
    }
  }
}
