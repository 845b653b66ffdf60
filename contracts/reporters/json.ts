import { createReport } from '../findings/report.ts'
import type { Recording } from '../recording.ts'

/** The report for programs: a {@link Report} as JSON. */
export function renderJson(recording: Recording): string {
  return `${JSON.stringify(createReport(recording), undefined, 2)}\n`
}
