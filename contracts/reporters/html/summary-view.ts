import type { Finding } from '../../finding.ts'
import { countVerdicts, type Recording } from '../recording.ts'
import { html, type Markup } from './markup.ts'

/** What was checked, whether it held, and how much was tried. */
export function summaryView(recording: Recording): Markup {
  const { started, stopped, finished, notes } = recording
  return html`<header>
    <p class="brand">Stablehand contract report</p>
    <h1>${headline(recording)}</h1>
    <p class="lead"><code>${started.document}</code> against <code>${started.target}</code></p>
    ${stopped && html`<p class="banner">The run ended early: ${stopped.message}</p>`}
    ${!stopped && !finished && html`<p class="banner">The run did not come to its end.</p>`}
    <dl class="tiles">
      ${tiles(recording).map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${verdictBar(recording)}
    ${
      notes.length > 0 &&
      html`<details class="notes">
        <summary>${notes.length} ${plural(notes.length, 'note')}</summary>
        <ul>
          ${notes.map((note) => html`<li>${note}</li>`)}
        </ul>
      </details>`
    }
  </header>`
}

function headline({ findings, stopped, finished }: Recording): Markup {
  const errors = countOf(findings, 'error')
  const warnings = countOf(findings, 'warning')
  const said = [counted(errors, 'error'), counted(warnings, 'warning')]
    .filter((text) => text !== '')
    .join(' and ')
  const sofar = stopped || !finished ? ' as far as it was checked' : ''
  if (errors > 0)
    return html`<span class="sign error" aria-hidden="true">✗</span> The contract is broken: ${said}`
  if (warnings > 0)
    return html`<span class="sign warning" aria-hidden="true">!</span> The contract holds${sofar}, with
      ${said}`
  return html`<span class="sign passed" aria-hidden="true">✓</span> The contract holds${sofar}`
}

const countOf = (findings: readonly Finding[], severity: Finding['severity']): number =>
  findings.filter((each) => each.severity === severity).length
const plural = (count: number, name: string): string => (count === 1 ? name : `${name}s`)
const counted = (count: number, name: string): string =>
  count === 0 ? '' : `${String(count)} ${plural(count, name)}`

function tiles({
  started,
  finished,
  statuses,
  cases,
}: Recording): readonly (readonly [string, Markup | string])[] {
  const covered = new Set(statuses.map(({ operation }) => operation))
  const known = started.operations.filter(({ id }) => covered.has(id)).length
  const requests = finished?.requests ?? statuses.reduce((sum, { count }) => sum + count, 0)
  return [
    ['Operations', html`${known} <small>of ${started.operations.length}</small>`],
    ['Cases', html`${cases.length} <small>of ${started.cases.length}</small>`],
    ['Requests', requests.toLocaleString('en')],
    ['Duration', finished ? duration(finished.durationMs) : '–'],
    ['Seed', String(started.seed)],
    [
      'Started',
      html`<time datetime="${started.startedAt}"
        >${started.startedAt.replace('T', ' ').replace(/\.\d+Z$/, 'Z')}</time
      >`,
    ],
    [started.tool, started.version],
  ]
}

/** Milliseconds as people say them. */
function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds.toFixed(0)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`
}

function verdictBar({ cases, started }: Recording): Markup | false {
  const counts = { ...countVerdicts(cases), unrun: started.cases.length - cases.length }
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  if (parts.length === 0) return false
  return html`<div class="bar" aria-hidden="true">
      ${parts.map(([kind, count]) => html`<span class="${kind}" style="flex-grow:${count}"></span>`)}
    </div>
    <p class="legend">
      ${parts.map(([kind, count]) => html`<span class="${kind}">${count} ${kind === 'unrun' ? 'not run' : kind}</span> `)}
    </p>`
}
