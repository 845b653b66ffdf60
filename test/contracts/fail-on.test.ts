import { describe, expect, it } from 'vitest'
import { assertContract, recordContract, type ContractOptions } from '../../contracts/index.ts'
import { renderJunit } from '../../contracts/reporters/junit.ts'
import { countVerdicts, type Recording } from '../../contracts/reporters/recording.ts'
import { notesDocument as document, notesService } from './notes-api.ts'

const target = notesService(({ url }) =>
  url.includes('pinned') ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined,
)
const mild = { target, document, phases: ['coverage'], severities: { 'server-error': 'warning' } } as const

const check = (options: Partial<ContractOptions> = {}): Promise<Recording> =>
  recordContract({ ...mild, ...options })

const failed = (recording: Recording): number => countVerdicts(recording.cases).failed

describe('a case that finds nothing but warnings', () => {
  it('has passed', async () => {
    const recording = await check()
    expect(recording.findings.map(({ severity }) => severity)).toContain('warning')
    expect(failed(recording)).toBe(0)
  })

  it('has failed where warnings break the contract', async () => {
    expect(failed(await check({ failOn: 'warning' }))).toBeGreaterThan(0)
  })

  it('is a test that passes in JUnit, and tells what it found', async () => {
    const report = renderJunit(await check())
    expect(report).not.toContain('<failure')
    expect(report).toMatch(/<system-out>\s*<!\[CDATA\[warning server-error \(/)
  })

  it('is a test that fails in JUnit where warnings break the contract', async () => {
    expect(renderJunit(await check({ failOn: 'warning' }))).toContain('type="server-error"')
  })

  it('is no reason to reject, unless warnings break the contract', async () => {
    const { summary } = await assertContract(mild)
    expect(summary.findings.warning).toBeGreaterThan(0)
    await expect(assertContract({ ...mild, failOn: 'warning' })).rejects.toThrow('The contract is broken')
  })
})

describe('a case that finds what is expected of it', () => {
  it('has passed', async () => {
    const { findings } = await check({ severities: {} })
    const recording = await check({ severities: {}, knownFindings: findings.map(({ id }) => id) })
    expect(recording.known.map(({ id }) => id)).toEqual(findings.map(({ id }) => id))
    expect(failed(recording)).toBe(0)
  })
})

describe('a request without an answer', () => {
  it('leaves its case open where nobody asks for answers', async () => {
    const silent = notesService(async ({ url }) => {
      if (!url.includes('pinned')) return undefined
      throw new Error('The connection was closed.')
    })
    const open = async (checksOff: readonly string[]): Promise<readonly string[]> =>
      (await check({ target: silent, severities: {}, checksOff })).cases.flatMap(({ verdict }) =>
        verdict.kind === 'inconclusive' && verdict.reason.startsWith('No response: ') ? [verdict.reason] : [],
      )
    expect(await open(['server-error'])).not.toEqual([])
    expect(await open([])).toEqual([])
  })
})
