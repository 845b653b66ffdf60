import { describe, expect, it } from 'vitest'
import { assertContract, recordContract, type ContractOptions } from '../../../contracts/index.ts'
import { countVerdicts, type Recording } from '../../../contracts/recording.ts'
import { renderJunit } from '../../../contracts/reporters/junit.ts'
import { notesDocument as document, notesService } from '../support/notes-api.ts'

const target = notesService(({ url }) =>
  url.includes('pinned') ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined,
)
const mild = { target, document, phases: ['coverage'], severities: { 'server-error': 'warning' } } as const

const check = (options: Partial<ContractOptions> = {}): Promise<Recording> =>
  recordContract({ ...mild, ...options })

const failed = (recording: Recording): number => countVerdicts(recording.cases).failed

describe('a case whose findings are all warnings', () => {
  it('passes', async () => {
    const recording = await check()
    expect(recording.findings.map(({ severity }) => severity)).toContain('warning')
    expect(failed(recording)).toBe(0)
  })

  it('fails if warnings break the contract', async () => {
    expect(failed(await check({ failOn: 'warning' }))).toBeGreaterThan(0)
  })

  it('is a passing test in JUnit, with the findings in its output', async () => {
    const report = renderJunit(await check())
    expect(report).not.toContain('<failure')
    expect(report).toMatch(/<system-out>\s*<!\[CDATA\[warning server-error \(/)
  })

  it('is a failing test in JUnit if warnings break the contract', async () => {
    expect(renderJunit(await check({ failOn: 'warning' }))).toContain('type="server-error"')
  })

  it('makes assertContract reject only if warnings break the contract', async () => {
    const { summary } = await assertContract(mild)
    expect(summary.findings.warning).toBeGreaterThan(0)
    await expect(assertContract({ ...mild, failOn: 'warning' })).rejects.toThrow('The contract is broken')
  })
})

describe('a case whose findings are all known', () => {
  it('passes', async () => {
    const { findings } = await check({ severities: {} })
    const recording = await check({ severities: {}, knownFindings: findings.map(({ id }) => id) })
    expect(recording.known.map(({ id }) => id)).toEqual(findings.map(({ id }) => id))
    expect(failed(recording)).toBe(0)
  })
})

describe('a request without a response', () => {
  const silent = notesService(async ({ url }) => {
    if (!url.includes('pinned')) return undefined
    throw new Error('The connection was closed.')
  })

  it('leaves its case inconclusive if the check for responses is off', async () => {
    const { cases } = await check({ target: silent, severities: {}, checksOff: ['server-error'] })
    const reasons = cases.flatMap(({ verdict }) => (verdict.kind === 'inconclusive' ? [verdict.reason] : []))
    expect(new Set(reasons)).toEqual(new Set(['No response: Error: The connection was closed.']))
    expect(countVerdicts(cases).failed).toBe(0)
  })

  it('fails its case otherwise', async () => {
    const { cases } = await check({ target: silent, severities: {} })
    expect(countVerdicts(cases).failed).toBeGreaterThan(0)
    expect(cases.filter(({ verdict }) => verdict.kind === 'inconclusive')).toEqual([])
  })
})
