import type { Verdict } from '../../events.ts'
import {
  statusColumns,
  type CaseOutcome,
  type PartCoverage,
  type StatusCoverage,
  type SubjectCoverage,
} from '../coverage.ts'
import { subjectView } from './finding-view.ts'
import { html, type Markup } from './markup.ts'

/** The table of operations and statuses, then the cases of each parameter and property. */
export function coverageView(coverage: readonly SubjectCoverage[]): Markup {
  const columns = statusColumns(coverage)
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    <p class="lead">
      How often each operation returned each status: <span class="key seen">7</span> declared and seen,
      <span class="key unseen">0</span> declared but never seen, <span class="key undeclared">7!</span> seen
      but not declared.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="coverage-title">
      <table class="map">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${columns.map((status) => html`<th scope="col" class="count">${status}</th>`)}
            <th scope="col" class="count">Requests</th>
            <th scope="col" class="count">Cases</th>
            <th scope="col" class="count">Findings</th>
          </tr>
        </thead>
        <tbody>
          ${coverage.map((each, index) => each.operation !== undefined && rowView(each, index, columns))}
        </tbody>
      </table>
    </div>
    <h3>Parameters and constraints</h3>
    <p class="lead">
      All cases of each operation, by the part of the request that they test: ✓ passed, ✗ failed, ?
      inconclusive, – not run.
    </p>
    ${coverage.map((each, index) => each.parts.length > 0 && subjectDetails(each, index))}
    ${withoutCases(coverage)}
  </section>`
}

function rowView(subject: SubjectCoverage, index: number, columns: readonly string[]): Markup {
  const { id, operation, statuses, requests, findings, parts } = subject
  const name = subjectView(id, operation)
  const byStatus = new Map(statuses.map((each) => [each.status, each]))
  const { judged, all } = judgedOf(subject)
  return html`<tr>
    <th scope="row">${parts.length > 0 ? html`<a href="#c-${index}" title="${id}">${name}</a>` : name}</th>
    ${columns.map((status) => cellView(byStatus.get(status)))}
    <td class="count">${requests}</td>
    <td class="count">${judged} of ${all}</td>
    <td class="count">
      ${findings > 0 ? html`<a href="#findings" class="to-findings" data-operation="${id}">${findings}</a>` : '0'}
    </td>
  </tr> `
}

function cellView(cell: StatusCoverage | undefined): Markup {
  if (!cell) return html`<td></td>`
  const seen = cell.seen.length > 0 ? `as ${[...new Set(cell.seen)].join(', ')}` : ''
  if (!cell.declared)
    return html`<td class="count undeclared">${cell.count}!<span class="sr"> not declared</span></td>`
  if (cell.count === 0)
    return html`<td class="count unseen">0<span class="sr"> declared but never seen</span></td>`
  return html`<td class="count seen" title="${seen}">
    ${cell.count}${seen !== '' && html`<span class="sr"> ${seen}</span>`}
  </td>`
}

function judgedOf({ parts }: SubjectCoverage): { readonly judged: number; readonly all: number } {
  const outcomes = parts.flatMap(({ cases }) => cases)
  const judged = outcomes.filter(
    ({ verdict }) => verdict?.kind === 'passed' || verdict?.kind === 'failed',
  ).length
  return { judged, all: outcomes.length }
}

function subjectDetails(subject: SubjectCoverage, index: number): Markup {
  const { id, operation, parts } = subject
  const { judged, all } = judgedOf(subject)
  return html`<details class="cases" id="c-${index}">
    <summary>
      ${subjectView(id, operation)} <span class="tally">${judged} of ${all} conclusive${tally(parts)}</span>
    </summary>
    <div class="parts">${parts.map(partView)}</div>
  </details> `
}

function withoutCases(coverage: readonly SubjectCoverage[]): Markup | false {
  const names = coverage
    .filter(({ parts }) => parts.length === 0)
    .map(({ id, operation }) => subjectView(id, operation))
  if (names.length === 0) return false
  return html`<p class="none">
    No cases were planned for ${names.map((name, index) => html`${index > 0 && ', '}${name}`)}.
  </p>`
}

function tally(parts: readonly PartCoverage[]): string {
  const outcomes = parts.flatMap(({ cases }) => cases)
  const kinds = ['failed', 'inconclusive', 'skipped', 'unrun'] as const
  return kinds
    .map((kind) => [kind, outcomes.filter(({ verdict }) => kindOf(verdict) === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ` · ${String(count)} ${labels[kind]}`)
    .join('')
}

type Kind = Verdict['kind'] | 'unrun'

const kindOf = (verdict: Verdict | undefined): Kind => verdict?.kind ?? 'unrun'
const labels: Readonly<Record<Kind, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  unrun: 'not run',
}

const signs: Readonly<Record<Kind, string>> = {
  passed: '✓',
  failed: '✗',
  inconclusive: '?',
  skipped: '–',
  unrun: '–',
}

function partView({ title, cases }: PartCoverage): Markup {
  return html`<section class="part">
    <h4>${title}</h4>
    <ul>
      ${cases.map(outcomeView)}
    </ul>
  </section>`
}

function outcomeView({ case: { title, path }, verdict }: CaseOutcome): Markup {
  const kind = kindOf(verdict)
  const reason = verdict && 'reason' in verdict ? verdict.reason : undefined
  return html`<li class="${kind}" title="${path}">
    <span class="verdict" title="${labels[kind]}" aria-hidden="true">${signs[kind]}</span
    ><span class="sr">${labels[kind]}: </span>${withoutOperation(title)}
    ${reason !== undefined && html`<small>${reason}</small>`}
  </li>`
}

/** Removes the operation, which is shown above. */
const withoutOperation = (title: string): string => title.replace(/^[A-Z]+ \/\S* /, '')
