import { describe, expect, it } from 'vitest'
import { parseDemands, unmet } from '../../../mock/coverage/demand.ts'
import type { CoverageReport } from '../../../mock/coverage/report.ts'

const summary: CoverageReport['summary'] = {
  operations: { covered: 999, total: 1000 },
  statuses: { covered: 1, total: 2 },
  errors: { covered: 0, total: 0 },
  enums: { covered: 4, total: 5 },
  deprecated: 2,
  unknown: 0,
}
const missing = (text: string): number =>
  unmet(
    { title: '', version: '', requests: 9, summary, operations: [], unknown: [] },
    parseDemands(text) ?? [],
  ).length

describe('coverage demands', () => {
  it.each([
    ['operations', 1],
    ['operations=99%', 0],
    ['statuses=50%, enums=80%', 0],
    ['statuses=51%,enums=81%', 2],
    ['errors', 0],
    ['deprecated=2,unknown=0', 0],
    ['deprecated=1', 1],
  ])('%s: %i demands are not met', (text, count) => {
    expect(missing(text)).toBe(count)
  })

  it.each(['', 'everything', 'operations=80', 'operations=101%', 'deprecated', 'deprecated=5%', 'errors,,'])(
    "'%s' is rejected",
    (text) => {
      expect(parseDemands(text)).toBeUndefined()
    },
  )
})
