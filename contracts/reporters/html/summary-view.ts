import { createReport } from '../../findings/report.ts'
import { countVerdicts, type Recording } from '../../recording.ts'
import { counted, headlineOf } from '../headline.ts'
import { html, type Markup } from './markup.ts'

/** The header of the page: what was checked, the result, and how much was tested. */
export function summaryView(recording: Recording): Markup {
  const { started, stopped, finished, notes } = recording
  return html`<header>
    <p class="brand">Stablehand contract report</p>
    <h1>${headlineView(recording)}</h1>
    <p class="lead"><code>${started.document}</code> against <code>${started.target}</code></p>
    ${stopped && html`<p class="banner">The run ended early: ${stopped.message}</p>`}
    ${!stopped && !finished && html`<p class="banner">The run did not finish.</p>`}
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
        <summary>${counted(notes.length, 'note')}</summary>
        <ul>
          ${notes.map((note) => html`<li>${note}</li>`)}
        </ul>
      </details>`
    }
  </header>`
}

const signs = { passed: '✓', warning: '!', error: '✗' } as const

function headlineView(recording: Recording): Markup {
  const { kind, text } = headlineOf(recording)
  return html`<span class="sign ${kind}" aria-hidden="true">${signs[kind]}</span> ${text}`
}

function tiles(recording: Recording): readonly (readonly [string, Markup | string])[] {
  const { started, finished, statuses, cases } = recording
  const { covered } = createReport(recording).summary
  const requests = finished?.requests ?? statuses.reduce((sum, { count }) => sum + count, 0)
  return [
    ['Operations covered', html`${covered} <small>of ${started.operations.length}</small>`],
    ['Cases run', html`${cases.length} <small>of ${started.cases.length}</small>`],
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

/** Formats milliseconds for people. */
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
