import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { recordContract, type ContractOptions } from '../../contracts/index.ts'
import type { Recording } from '../../contracts/recording.ts'
import { notesDocument as document, notesService } from './support/notes-api.ts'

const failing = notesService(({ url }) =>
  url.includes('pinned') ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined,
)

const check = (options: Partial<ContractOptions>): Promise<Recording> =>
  recordContract({ target: failing, document, phases: ['coverage'], ...options })

describe('checks of a run', () => {
  it('are all enabled by default', async () => {
    const { findings } = await check({})
    expect(findings.map(({ check: id, severity }) => [id, severity])).toContainEqual([
      'server-error',
      'error',
    ])
  })

  it('can be switched off by id', async () => {
    const { findings, cases, started } = await check({ checksOff: ['server-error'] })
    expect(findings.filter((finding) => finding.check === 'server-error')).toEqual([])
    expect(cases.filter(({ verdict }) => verdict.kind === 'failed')).toEqual([])
    expect(started.checks.map(({ id }) => id)).not.toContain('server-error')
  })

  it('can be made a warning', async () => {
    const { findings, started } = await check({ severities: { 'server-error': 'warning' } })
    const serverErrors = findings.filter((finding) => finding.check === 'server-error')
    expect(serverErrors.length).toBeGreaterThan(0)
    expect(new Set(serverErrors.map(({ severity }) => severity))).toEqual(new Set(['warning']))
    expect(started.checks.find(({ id }) => id === 'server-error')?.severity).toBe('warning')
  })

  it('give findings the same ids whatever their severity', async () => {
    const ids = async (severity: 'error' | 'warning'): Promise<readonly string[]> =>
      (await check({ severities: { 'server-error': severity } })).findings.map(({ id }) => id)
    expect(await ids('warning')).toEqual(await ids('error'))
  })
})

describe('the response time', () => {
  const slow = notesService(async ({ url, method }) => {
    if (method === 'GET' && url.endsWith('/notes')) await sleep(1100)
    return undefined
  })

  it('is not judged without a budget', async () => {
    const { findings } = await check({ target: slow, phases: ['examples'] })
    expect(findings).toEqual([])
  })

  it('is a warning beyond the budget, once per operation', async () => {
    const { findings } = await check({ target: slow, phases: ['examples'], maxResponseTime: 1000 })
    expect(findings.map((finding) => [finding.check, finding.severity, finding.operation])).toEqual([
      ['response-time', 'warning', 'listNotes'],
    ])
    expect(findings[0]?.message).toMatch(/expected a response within 1000 ms; got 200 after \d+ ms/)
  })
})

describe('known findings', () => {
  it('are separated from new ones', async () => {
    const [first, ...others] = (await check({})).findings
    if (!first) throw new Error('nothing was found')
    const { findings, known } = await check({ knownFindings: [first.id] })
    expect(known.map(({ id }) => id)).toEqual([first.id])
    expect(findings.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
  })
})
