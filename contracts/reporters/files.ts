import { renderHar } from './har.ts'
import { renderHtml } from './html.ts'
import { renderJobSummary } from './job-summary.ts'
import { renderJson } from './json.ts'
import { renderJunit } from './junit.ts'
import type { Recording } from './recording.ts'
import { renderSarif } from './sarif.ts'

/** Reports that are a file, by the name `--report` gives them. */
export const fileReports: Readonly<Record<string, (recording: Recording) => string>> = {
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  sarif: renderSarif,
  har: renderHar,
  markdown: renderJobSummary,
}
