import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { record } from '../../../contracts/recording.ts'
import { renderJobSummary } from '../../../contracts/reporters/job-summary.ts'
import { hostile, sampleFindings, sampleRun, wrongType } from './sample-run.ts'

function render(findings: readonly Finding[] = sampleFindings): string {
  const recording = record(sampleRun(findings))
  return recording ? renderJobSummary(recording) : ''
}

/** Without character references and tags, as it is read. */
const read = (text: string): string =>
  text
    .replaceAll(/<\/?code>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

describe('the job summary', () => {
  it('shows the target, the coverage and the findings', () => {
    const text = read(render())
    expect(text).toContain('## ❌ The contract is broken: 3 errors and 1 warning')
    expect(text).toContain('spec/petstore.yaml against http://127.0.0.1:4010')
    expect(text).toContain('| 4 of 8 | 9 of 33 | 10 of 11 | 97 | 1.2 | 1 |')
    expect(text).toContain(
      "| error | getPet | Response bodies match their schema | accepts a valid request: expected a body that matches its schema (type at /name); got '/name' must be string |",
    )
    expect(text).toMatch(/Declared at .*spec\/petstore\.yaml:812:15/)
    expect(text).toContain(
      '| GET /pets/findByTags | 2025-10-17 10:00Z | 2026-11-18 10:00Z | ended 3 days ago | – |',
    )
  })

  it('says if there are no findings', () => {
    expect(render([])).toMatch(/^## ✅ The contract holds\n/)
  })

  it('has one row for findings of one kind', () => {
    const text = read(render([wrongType, { ...wrongType, id: 'id-7', operation: 'createPet' }]))
    expect(text.split('\n').filter((line) => line.startsWith('| error'))).toEqual([
      expect.stringContaining('| getPet and 1 similar finding |'),
    ])
    expect(text).toContain('## ❌ The contract is broken: 2 errors, probably of 1 cause\n')
  })

  it('escapes everything that comes from the API', () => {
    const text = render([hostile])
    expect(text.replaceAll(/^(`{3,})sh\n[^]*?\n\1$/gm, '')).not.toMatch(
      /<(?!\/?(?:code|details|summary)>)|onerror=alert\(1\)>/,
    )
    const row = text.split('\n').find((line) => line.startsWith('| warning'))
    expect(row?.split(' | ')).toHaveLength(5)
    expect(text).toContain('````sh\n')
  })

  it("stays below GitHub's size limit with any number of findings", () => {
    const long = { ...wrongType, curl: 'x'.repeat(50_000) }
    const text = render(Array.from({ length: 3000 }, (_, index) => ({ ...long, actual: `kind ${index}` })))
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20)
    expect(text).toContain('… and 2900 more.')
  })
})
