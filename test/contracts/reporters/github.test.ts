import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { record } from '../../../contracts/recording.ts'
import { annotation, reportToGithub } from '../../../contracts/reporters/github.ts'
import { hostile, lostUpdate, sampleFindings, sampleRun, wrongType } from './sample-run.ts'

const workspace = process.cwd()

describe('an annotation', () => {
  it('names the line of the document, the operation and the check', () => {
    expect(annotation(wrongType, workspace)).toMatch(
      /^::error file=spec\/petstore\.yaml,line=812,col=15,title=getPet%3A Response bodies match their schema::GET \/pets\/\{petId\} accepts/,
    )
  })

  it('has no place if the document has none, or is not in the repository', () => {
    expect(annotation(lostUpdate, workspace)).toMatch(/^::error title=createPet/)
    expect(annotation(wrongType, join(workspace, 'elsewhere'))).toMatch(/^::error title=getPet/)
    const remote = { ...wrongType, location: { file: 'https://example.com/a.yaml', line: 1, column: 1 } }
    expect(annotation(remote, workspace)).toMatch(/^::error title=getPet/)
  })

  it('is always one line, with special characters escaped', () => {
    const finding = { ...hostile, title: 'a, b: 100%', message: 'one\r\n::error::two 50%' }
    const line = annotation(finding, workspace)
    expect(line).not.toMatch(/[\r\n]/)
    expect(line).toContain(
      '::warning title=listPets%3A a%2C b%3A 100%25::one%0D%0A::error::two 50%25%0ARequired by',
    )
  })
})

describe('the report to GitHub', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'summary-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('writes an annotation for each finding, and appends to the job summary', async () => {
    const summary = join(folder, 'summary.md')
    await writeFile(summary, 'before\n')
    const lines: string[] = []
    const recording = record(sampleRun())
    if (!recording) throw new Error('The sample does not start.')
    await reportToGithub(recording, {
      write: (text) => lines.push(text),
      env: { GITHUB_STEP_SUMMARY: summary },
    })
    expect(lines).toHaveLength(sampleFindings.length)
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning) .*\n$/)
    expect(await readFile(summary, 'utf8')).toMatch(
      /^before\n## ❌ The contract is broken: 3 errors and 1 warning/,
    )
  })

  it('writes one annotation for findings with one cause', async () => {
    const lines: string[] = []
    const recording = record(sampleRun([wrongType, { ...wrongType, id: 'other', operation: 'createPet' }]))!
    await reportToGithub(recording, { write: (text) => lines.push(text), env: {} })
    expect(lines).toEqual([expect.stringMatching(/%0AAnd 1 similar finding\.\n$/)])
  })

  it('works without a job summary', async () => {
    const recording = record(sampleRun([]))
    const lines: string[] = []
    if (recording) await reportToGithub(recording, { write: (text) => lines.push(text), env: {} })
    expect(lines).toEqual([])
  })
})
