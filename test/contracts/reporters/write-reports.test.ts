import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { record } from '../../../contracts/recording.ts'
import { parseWantedReport, writeReports } from '../../../contracts/reporters/write-reports.ts'
import { sampleRun } from './sample-run.ts'

describe('the value of --report', () => {
  it.each([
    ['html=report.html', { kind: 'html', file: 'report.html' }],
    ['sarif=a=b.sarif', { kind: 'sarif', file: 'a=b.sarif' }],
    ['github', { kind: 'github', file: '' }],
    ['html', undefined],
    ['html=', undefined],
    ['pdf=report.pdf', undefined],
    ['constructor=x', undefined],
    ['', undefined],
  ])('%j is %j', (text, expected) => expect(parseWantedReport(text)).toEqual(expected))
})

describe('reports', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reports-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const write = (reports: Parameters<typeof writeReports>[1]): Promise<readonly string[]> => {
    const recording = record(sampleRun())
    if (!recording) throw new Error('The sample does not start.')
    return writeReports(recording, reports, { write: () => undefined, env: {} })
  }

  it('are written with the folders they need', async () => {
    const file = join(folder, 'a/b/report.har')
    expect(await write([{ kind: 'har', file }])).toEqual([])
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('log')
  })

  it('are written although another one cannot be written', async () => {
    const file = join(folder, 'report.json')
    const failures = await write([
      { kind: 'html', file: folder },
      { kind: 'json', file },
      { kind: 'sarif', file: join(file, 'under/a/file') },
    ])
    expect(failures).toEqual([
      expect.stringMatching(/^The html report cannot be written: EISDIR/),
      expect.stringMatching(/^The sarif report cannot be written: ENOTDIR/),
    ])
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('findings')
  })
})
