import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { staysDocument, staysService, type StaysDefect } from '../../support/stays-service.ts'

async function findingsOf(defect: StaysDefect): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: staysDocument,
    target: staysService(defect),
    phases: ['coverage', 'stateful'],
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

describe('a period that has to end later than it begins', () => {
  it('is reported if it may be empty in a query', async () => {
    expect(await findingsOf('equal query dates')).toEqual([
      expect.stringMatching(/^invalid-refused GET .*free-days.*to = "[-\d]+" equal to from = "[-\d]+"/),
    ])
  })

  it('is reported if it may end before it begins in a query', async () => {
    expect(await findingsOf('inverted query dates')).toContainEqual(
      expect.stringMatching(/^invalid-refused GET .*free-days.*to = "[-\d]+" below from = "[-\d]+"/),
    )
  })

  it('is reported if it may be empty in a new record', async () => {
    expect(await findingsOf('equal dates')).toEqual([
      expect.stringMatching(
        /^invalid-refused POST \/stays: .*departure = "[-\d]+" equal to arrival = "[-\d]+"/,
      ),
    ])
  })
})
