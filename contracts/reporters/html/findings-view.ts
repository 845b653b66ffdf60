import { groupBy } from '../../../spec/util/group-by.ts'
import type { CheckInfo } from '../../check.ts'
import type { OperationSummary } from '../../events.ts'
import type { Finding } from '../../findings/finding.ts'
import { requirementUrl } from '../../findings/requirement.ts'
import type { Recording } from '../../recording.ts'
import { counted } from '../headline.ts'
import { byLikeness } from '../likeness.ts'
import { findingView } from './finding-view.ts'
import { html, type Markup } from './markup.ts'

/** All findings, errors first, similar ones below the first of them, with a filter form where JavaScript is enabled. */
export function findingsView({ findings, known, started }: Recording): Markup {
  const operations = new Map(started.operations.map((each) => [each.id, each]))
  const rank = new Map(started.operations.map(({ id }, index) => [id, index]))
  const order = (each: Finding): number =>
    (each.severity === 'error' ? 0 : 1e6) + (rank.get(each.operation) ?? 1e5)
  const sorted = [...findings].sort((a, b) => order(a) - order(b))
  return html`<section id="findings" aria-labelledby="findings-title">
    <h2 id="findings-title">Findings</h2>
    ${findings.length === 0 ? html`<p class="none">None.</p>` : filterView(sorted)}
    <ul class="findings">
      ${byLikeness(sorted).map((kind) => kindView(kind, operations))}
    </ul>
    <p class="none" id="nothing" hidden>No finding matches.</p>
    ${known.length > 0 && knownView(known)}
  </section>`
}

function kindView(
  [first, ...others]: readonly Finding[],
  operations: ReadonlyMap<string, OperationSummary>,
): readonly Markup[] {
  const viewed = (finding: Finding): Markup => findingView(finding, operations.get(finding.operation))
  if (!first) return []
  if (others.length === 0) return [viewed(first)]
  return [
    viewed(first),
    html`<li class="alike">
      <details>
        <summary>${counted(others.length, 'similar finding')}</summary>
        <ul class="findings">
          ${others.map(viewed)}
        </ul>
      </details>
    </li> `,
  ]
}

/** Findings that are accepted by the baseline or the configuration. */
function knownView(known: readonly Finding[]): Markup {
  return html`<details class="notes" id="known">
    <summary>${counted(known.length, 'known finding')}</summary>
    <ul>
      ${known.map(
        ({ id, check, operation, title, actual }) =>
          html`<li>
            <code>${id}</code> ${title} (<code>${check}</code> on <code>${operation}</code>): got ${actual}
          </li>`,
      )}
    </ul>
  </details>`
}

function filterView(findings: readonly Finding[]): Markup {
  return html`<form id="filter" class="js-only" role="search" aria-label="Filter findings">
    <label class="grow"
      >Text <input type="search" name="text" autocomplete="off" placeholder="Press / to search"
    /></label>
    ${selectView('operation', 'Operation', findings, (each) => each.operation)}
    ${selectView('check', 'Check', findings, (each) => each.check)}
    ${selectView('severity', 'Severity', findings, (each) => each.severity)}
    <p class="shown">
      <span id="shown" role="status">${findings.length} of ${findings.length}</span>
      <button type="button" id="open-all">Open all</button> <button type="reset">Show all</button>
    </p>
  </form>`
}

function selectView(
  name: string,
  label: string,
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): Markup {
  const groups = [...groupBy(findings, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">All</option>
      ${groups.map(([key, all]) => html`<option value="${key}">${key} (${all.length})</option>`)}
    </select></label
  >`
}

/** All checks of the run, with the number of their findings. */
export function checksView({ started, findings }: Recording): Markup {
  const found = groupBy(findings, (each) => each.check)
  return html`<section id="checks" aria-labelledby="checks-title">
    <h2 id="checks-title">Checks</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="checks-title">
      <table>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Rule</th>
            <th scope="col">Severity</th>
            <th scope="col">Required by</th>
            <th scope="col" class="count">Findings</th>
          </tr>
        </thead>
        <tbody>
          ${started.checks.map((check) => checkRow(check, found.get(check.id)?.length ?? 0))}
        </tbody>
      </table>
    </div>
  </section>`
}

function checkRow({ id, title, severity, requirement }: CheckInfo, count: number): Markup {
  const url = requirementUrl(requirement)
  return html`<tr>
    <th scope="row"><code>${id}</code></th>
    <td>${title}</td>
    <td>${severity}</td>
    <td>${url === undefined ? requirement : html`<a href="${url}" rel="noreferrer">${requirement}</a>`}</td>
    <td class="count">
      ${count > 0 ? html`<a href="#findings" class="to-findings" data-check="${id}">${count}</a>` : '0'}
    </td>
  </tr> `
}
