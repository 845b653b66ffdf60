import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../contracts/events.ts'
import type { Report } from '../../../contracts/findings/report.ts'
import { record } from '../../../contracts/recording.ts'
import { createColors } from '../../../contracts/reporters/colors.ts'
import { renderHtml } from '../../../contracts/reporters/html.ts'
import { renderJson } from '../../../contracts/reporters/json.ts'
import { renderTerminal } from '../../../contracts/reporters/terminal.ts'
import { sampleFindings, sampleRun } from './sample-run.ts'

const [expected, ...others] = sampleFindings
const events = sampleRun(others).flatMap((event): readonly RunEvent[] =>
  event.kind === 'run-finished' ? [{ kind: 'known-finding', finding: expected! }, event] : [event],
)
const recording = record(events)!

describe('known findings', () => {
  it('are listed separately in the terminal', () => {
    const text = renderTerminal(recording, createColors(false))
    const known = text.slice(text.indexOf('\nKnown findings\n'))
    expect(known).toContain(
      `  ${expected!.id} ${expected!.check} ${expected!.operation}: got ${expected!.actual}`,
    )
    expect(text.indexOf(expected!.id)).toBe(text.lastIndexOf(expected!.id))
    expect(renderTerminal(record(sampleRun())!, createColors(false))).not.toContain('\nKnown findings\n')
  })

  it('are separate from the others in JSON, and not counted', () => {
    const report = JSON.parse(renderJson(recording)) as Report
    expect(report.known.map(({ id }) => id)).toEqual([expected!.id])
    expect(report.findings.map(({ id }) => id).sort()).toEqual(others.map(({ id }) => id).sort())
    const { error, warning } = report.summary.findings
    expect(error + warning).toBe(others.length)
  })

  it('are separate from the others in HTML', () => {
    const page = renderHtml(recording)
    expect(page).toMatch(/<details class="notes" id="known">\s*<summary>1 known finding<\/summary>/)
    expect(page).not.toContain(`id="f-${expected!.id}"`)
    expect(renderHtml(record(sampleRun())!)).not.toContain('id="known"')
  })
})

describe('text of a server', () => {
  const evil = '\u001B]0;title\u0007\u001B[2J\u009B1m\u202E'
  const finding = {
    ...expected!,
    actual: evil,
    expected: evil,
    message: `${evil}: expected ${evil}; got ${evil}.`,
    curl: evil,
  }
  const text = renderTerminal(
    record([
      ...sampleRun([finding]).slice(0, -1),
      { kind: 'known-finding', finding: { ...finding, id: 'other' } },
      { kind: 'note', message: evil },
      { kind: 'stopped', reason: 'max-time', message: evil },
      sampleRun().at(-1)!,
    ])!,
    createColors(false),
  )

  it('cannot control the terminal', () => {
    expect(text).toContain('␛]0;title␇␛[2J')
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/)
  })
})
