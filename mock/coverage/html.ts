import { stringifyJson } from '../../spec/json.ts'
import { escapeHtml } from '../../spec/util/escape-html.ts'
import { percentOf } from './demand.ts'
import { isError, type CoveredOperation, type CoverageReport, type Share } from './report.ts'
import { nameOf } from './text.ts'

/** Renders the report as a self-contained HTML page. */
export function renderHtml(report: CoverageReport): string {
  const { title, version, requests, summary, operations, unknown } = report
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Coverage of ${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Coverage of ${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>${requests} requests, ${summary.deprecated} of them to deprecated operations, ${summary.unknown} to what the document does not have.</p>
<dl>${(['operations', 'statuses', 'errors', 'enums'] as const).map((name) => shareItem(name, summary[name])).join('')}</dl>
<table>
<caption>Operations</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Requests</th><th scope="col">Statuses</th><th scope="col">Values</th></tr></thead>
<tbody>
${operations.map(row).join('\n')}
</tbody>
</table>
${unknownTable(unknown)}
</main>
</body>
</html>
`
}

function shareItem(name: string, share: Share): string {
  const label = `${share.covered} of ${share.total}`
  return `<div><dt>${name}</dt><dd><meter max="${Math.max(share.total, 1)}" value="${share.total === 0 ? 1 : share.covered}">${label}</meter> ${label} (${percentOf(share)} %)</dd></div>`
}

function row(operation: CoveredOperation): string {
  const { method, path, requests, deprecated, statuses, enums } = operation
  const badges = statuses.map((each) => {
    const what = each.count > 0 ? `${each.count}×` : 'not seen'
    return badge(`${each.status} ${what}`, each.count > 0, isError(each) ? 'error' : '')
  })
  const values = enums.map(
    (place) =>
      `<div>${escapeHtml(nameOf(place))}: ${place.values.map(({ value, seen }) => badge(stringifyJson(value) + (seen ? '' : ' not seen'), seen)).join(' ')}</div>`,
  )
  return `<tr><th scope="row"><code>${escapeHtml(method)} ${escapeHtml(path)}</code>${deprecated ? ' <b>deprecated</b>' : ''}${callers(operation)}</th>
<td>${requests}</td><td>${badges.join(' ')}</td><td>${values.join('')}</td></tr>`
}

const badge = (text: string, seen: boolean, kind = ''): string =>
  `<span class="${seen ? 'seen' : 'missing'} ${kind}">${escapeHtml(text)}</span>`

function callers({ callers: all }: CoveredOperation): string {
  if (all.length === 0) return ''
  const items = all.map(
    ({ userAgent, referer, count }) =>
      `<li>${count}× ${escapeHtml(userAgent || 'no User-Agent')} ${escapeHtml(referer)}</li>`,
  )
  return `<ul aria-label="Callers">${items.join('')}</ul>`
}

function unknownTable(unknown: CoverageReport['unknown']): string {
  if (unknown.length === 0) return ''
  const rows = unknown.map(
    ({ method, path, count }) =>
      `<tr><th scope="row"><code>${escapeHtml(method)} ${escapeHtml(path)}</code></th><td>${count}</td></tr>`,
  )
  return `<table><caption>Not in the document</caption><thead><tr><th scope="col">Request</th><th scope="col">Count</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 75rem; margin: 0 auto; padding: 1rem 1.5rem; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; }
dt { font-weight: 600; } dd { margin: 0; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
caption { text-align: left; font-weight: 600; font-size: 1.15rem; padding: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); font-weight: normal; }
thead th { font-weight: 600; }
span { display: inline-block; padding: 0 .45em; border-radius: .7em; margin: .1em 0; }
.seen { background: light-dark(#e2f4e9, #12321f); }
.missing { background: light-dark(#fdeceb, #3c1a18); text-decoration: line-through; }
ul { margin: .2rem 0; padding-inline-start: 1.2rem; }
`
