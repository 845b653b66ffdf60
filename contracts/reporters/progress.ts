import type { RunEvent } from '../events.ts'
import type { Colors } from './colors.ts'
import { counted } from './headline.ts'
import { visible } from './visible.ts'

type Listener = (event: RunEvent) => void

interface Progress {
  readonly phase: string
  readonly done: number
  readonly total: number
  readonly requests: number
  readonly findings: number
  /** Title of the case that was started or finished last. */
  readonly title: string
}

/** Shows progress in a single line that is overwritten. */
export function createProgress(
  progress: (text: string) => void,
  { dim, red, bold }: Colors,
  width: number,
): Listener {
  // At most 20 updates a second.
  const follow = every(
    50,
    ({ phase, done, total, requests, findings, title }) => {
      const head = `${phase} ${String(done)}/${String(total)}`
      const sent = requests === 0 ? '' : ` ${counted(requests, 'request')}`
      const found = findings === 0 ? '' : ` ${counted(findings, 'finding')}`
      const room = Math.max(0, width - head.length - sent.length - found.length - 2)
      progress(`\r\u001B[K${bold(head)}${dim(sent)}${red(found)} ${dim(visible(title).slice(0, room))}`)
    },
    -Infinity,
  )
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
    ({ phase, done, total, requests, findings }) => {
      const seconds = Math.round((performance.now() - started) / 1000)
      const found = findings === 0 ? 'no findings' : counted(findings, 'finding')
      const cases = `${String(done)} of ${String(total)} cases`
      const sent = requests === 0 ? 'no requests' : counted(requests, 'request')
      log(`${phase}: ${cases}, ${sent}, ${found}, ${String(seconds)} s\n`)
    },
    started,
  )
}

/** Shows the progress after a response or a case, but not again within an interval (in milliseconds). */
function every(interval: number, show: (progress: Progress) => void, shownAt: number): Listener {
  const state = { phase: '', done: 0, total: 0, requests: 0, findings: 0, title: '' }
  let shown = shownAt
  return (event) => {
    switch (event.kind) {
      case 'phase-started':
        Object.assign(state, { phase: event.phase, total: event.cases, done: 0 })
        return
      case 'case-started':
        state.title = event.case.title
        return
      case 'finding':
        state.findings += 1
        return
      case 'answered':
        state.requests += 1
        break
      case 'case-finished':
        Object.assign(state, { done: state.done + 1, title: event.case.title })
        break
      default:
        return
    }
    if (performance.now() - shown < interval) return
    shown = performance.now()
    show(state)
  }
}
