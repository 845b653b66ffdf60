import { createHash } from 'node:crypto'
import type { Recording } from '../recording.ts'
import { coverageOf } from './coverage.ts'
import { coverageView } from './html/coverage-view.ts'
import { checksView, findingsView } from './html/findings-view.ts'
import { lifecycleView } from './html/lifecycle-view.ts'
import { html, trusted, type Markup } from './html/markup.ts'
import { script } from './html/script.ts'
import { style } from './html/style.ts'
import { summaryView } from './html/summary-view.ts'

/** Allows only this script to run and nothing to be loaded, whatever a response has brought into the page. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** A run as a single self-contained HTML page. */
export function renderHtml(recording: Recording): string {
  const { started, findings } = recording
  const title = `${String(findings.length)} ${findings.length === 1 ? 'finding' : 'findings'} – ${started.document}`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${trusted(style)}
        </style>
      </head>
      <body>
        ${summaryView(recording)} ${navigation(recording)}
        <main>
          ${findingsView(recording)} ${coverageView(coverageOf(recording))}
          ${lifecycleView(started.operations, new Date(started.startedAt))} ${checksView(recording)}
        </main>
        <footer>
          ${started.tool} ${started.version}, seed ${started.seed}. The same seed generates the same requests.
        </footer>
        ${trusted(`<script type="module">${script}</script>`)}
      </body>
    </html> `
  return page.markup
}

function navigation({ findings }: Recording): Markup {
  return html`<nav aria-label="Parts of the report">
    <ul>
      <li>
        <a href="#findings">Findings <small>${findings.length}</small></a>
      </li>
      <li><a href="#coverage">Coverage</a></li>
      <li><a href="#lifecycle">Lifecycle</a></li>
      <li><a href="#checks">Checks</a></li>
    </ul>
  </nav>`
}
