import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { staysDocument, staysService } from '../support/stays-service.ts'

it('accepts that a service refuses overlapping, inverted and long periods', async () => {
  const conflicts: string[] = []
  const service = staysService()
  const { findings, summary } = await runContract({
    document: staysDocument,
    async target(request: Request) {
      const response = await service(request)
      if (response.status === 409) conflicts.push(request.url)
      return response
    },
  })
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  expect(summary.covered).toBe(summary.operations)
  // After a conflict, further stays begin on other days.
  expect(conflicts.length).toBeLessThan(20)
})
