import type { Recording } from './recording.ts'

type Render = (recording: Recording) => string

/** Reports that are a file, by the name `--report` gives them. Each is loaded when it is asked for. */
export const fileReports: Readonly<Record<string, () => Promise<Render>>> = {
  json: async () => (await import('./json.ts')).renderJson,
  junit: async () => (await import('./junit.ts')).renderJunit,
  html: async () => (await import('./html.ts')).renderHtml,
  sarif: async () => (await import('./sarif.ts')).renderSarif,
  har: async () => (await import('./har.ts')).renderHar,
  markdown: async () => (await import('./job-summary.ts')).renderJobSummary,
}
