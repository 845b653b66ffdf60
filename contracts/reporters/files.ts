import type { Recording } from '../recording.ts'

type Render = (recording: Recording) => string

/** Reports that are written to a file, by their name in `--report`. Each is loaded on demand. */
export const fileReports: Readonly<Record<string, () => Promise<Render>>> = {
  json: async () => (await import('./json.ts')).renderJson,
  junit: async () => (await import('./junit.ts')).renderJunit,
  html: async () => (await import('./html.ts')).renderHtml,
  sarif: async () => (await import('./sarif.ts')).renderSarif,
  har: async () => (await import('./har.ts')).renderHar,
  markdown: async () => (await import('./job-summary.ts')).renderJobSummary,
}
