import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { staysDocument, staysService, type StaysDefect } from '../../../../support/stays-service.ts'

async function findingsOf(defect?: StaysDefect): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: staysDocument,
    target: staysService(defect),
    phases: ['stateful'],
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('periods that must not overlap by the description', () => {
  it('are reported if they may', async () => {
    expect(await findingsOf('overlapping stays')).toEqual([
      expect.stringMatching(/^invalid-refused POST \/stays: .*a period that equals that of another record/),
    ])
  })

  it('are reported if one may contain another', async () => {
    expect(await findingsOf('enclosing stays')).toEqual([
      expect.stringMatching(/^invalid-refused POST \/stays: .*a period that contains that of another record/),
    ])
  })

  it('have no finding if they do not overlap', async () => {
    expect(await findingsOf()).toEqual([])
  })
})
