import { describe, expect, it } from 'vitest'
import { assertContract, ContractError } from '../../contracts/index.ts'
import { notesDocument as document, notesService } from './support/notes-api.ts'

const phases = ['examples'] as const

describe('assertContract', () => {
  it('resolves with the report if the contract holds', async () => {
    const report = await assertContract({ target: notesService(), document, phases })
    expect(report.summary).toMatchObject({ operations: 4, findings: { error: 0 } })
  })

  it('takes the default for an option that is undefined', async () => {
    const given = { phases, include: undefined, timeout: undefined } as object
    const report = await assertContract({ target: notesService(), document, ...given })
    expect(report.summary).toMatchObject({ operations: 4, findings: { error: 0 } })
  })

  it('rejects with every violation and the report', async () => {
    const target = notesService(({ method }) =>
      method === 'GET' ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined,
    )
    const error: unknown = await assertContract({ target, document, phases }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ContractError)
    const { message, report } = error as ContractError
    const [head, ...lines] = message.split('\n')
    expect(head).toBe(`The contract is broken in ${String(report.findings.length)} places:`)
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}listNotes: .+ \(server-error\)$/))
  })

  it('rejects if the API cannot be reached', async () => {
    const work = assertContract({ target: 'http://127.0.0.1:1', document, phases })
    await expect(work).rejects.toThrow('http://127.0.0.1:1 is not reachable')
  })

  it('does not reject for warnings', async () => {
    const target = notesService(({ method }) =>
      method === 'GET' ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined,
    )
    const severities = { 'server-error': 'warning' } as const
    const report = await assertContract({ target, document, phases, severities })
    expect(report.summary.findings.warning).toBeGreaterThan(0)
    expect(report.summary.findings.error).toBe(0)
  })
})
