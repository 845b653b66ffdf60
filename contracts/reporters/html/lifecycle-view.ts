import type { OperationSummary } from '../../events.ts'
import { formatInstant, lifecycleRows, timeLeft, type LifecycleRow } from '../lifecycle-table.ts'
import { subjectView } from './finding-view.ts'
import { html, type Markup } from './markup.ts'

/** The operations that are deprecated, have a sunset, or are not stable. */
export function lifecycleView(operations: readonly OperationSummary[], now: Date): Markup {
  const rows = lifecycleRows(operations, now)
  return html`<section id="lifecycle" aria-labelledby="lifecycle-title">
    <h2 id="lifecycle-title">Lifecycle</h2>
    ${rows.length === 0 ? html`<p class="none">No operation is deprecated or unstable.</p>` : tableView(rows, now)}
  </section>`
}

function tableView(rows: readonly LifecycleRow[], now: Date): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="lifecycle-title">
    <table class="lifecycle">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Deprecated since</th>
          <th scope="col">Sunset</th>
          <th scope="col">Time left</th>
          <th scope="col">Stability</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rowView(row, now))}
      </tbody>
    </table>
  </div>`
}

function rowView({ operation, daysLeft }: LifecycleRow, now: Date): Markup {
  const { id, deprecated, since, sunset, stability } = operation
  const deprecation = since === undefined && deprecated ? 'no date' : formatInstant(since)
  return html`<tr class="${urgency(daysLeft)}">
    <th scope="row">${subjectView(id, operation)}</th>
    <td>${deprecation}</td>
    <td>${formatInstant(sunset)}</td>
    <td>${timeLeft(daysLeft)}${progressView(operation, now)}</td>
    <td>${stability ?? '–'}</td>
  </tr> `
}

function urgency(daysLeft: number | undefined): string {
  if (daysLeft === undefined) return ''
  if (daysLeft < 0) return 'over'
  return daysLeft < 90 ? 'soon' : ''
}

/** A bar for the share of the time from deprecation to sunset that has passed. */
function progressView({ since, sunset }: OperationSummary, now: Date): Markup | false {
  if (since === undefined || sunset === undefined || sunset <= since) return false
  const passed = Math.min(1, Math.max(0, (now.getTime() / 1000 - since) / (sunset - since)))
  return html`<span class="track" aria-hidden="true"
    ><span style="width:${Math.round(passed * 100)}%"></span
  ></span>`
}
