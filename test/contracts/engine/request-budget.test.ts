import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultBudget, interleaveFairly, shareOf } from '../../../contracts/engine/request-budget.ts'
import { recordContract, type Recording } from '../../../contracts/index.ts'
import { startStore } from '../../saboteurs/petstore/start.ts'

describe('requests', () => {
  it.each([
    [1, 8000],
    [60, 18_000],
    [20_000, 20_000],
  ])('for %i operations are %i at most', (operations, requests) => {
    expect(defaultBudget(operations)).toBe(requests)
  })

  it('are as many more as random ones are asked for', () => {
    expect(defaultBudget(60, 1000)).toBe(78_000)
  })

  it.each([
    ['all, where nothing follows', 100, [500], 100],
    ['what those that follow do not need', 100, [500, 10, 20], 70],
    ['an equal share, where each needs more', 90, [500, 500, 500], 30],
    ['any number, where there is no limit', Infinity, [500, 500], Infinity],
  ])('%s, are the share of a phase', (_, left, needs, share) => {
    expect(shareOf(left, needs)).toBe(share)
  })
})

describe('more rows than the budget allows', () => {
  const rows = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 20 })

  it('are each begun before any is finished', () => {
    expect(interleaveFairly([[1, 2, 3, 4, 5, 6], [7], [8, 9, 10, 11]], 5)).toEqual([
      [1, 4],
      [7],
      [8, 10],
      [2, 3, 5, 6],
      [9, 11],
    ])
  })

  it('lose no items', () => {
    fc.assert(
      fc.property(rows, fc.nat({ max: 700 }), (given, total) => {
        const sorted = (all: readonly (readonly number[])[]): readonly number[] =>
          all.flat().sort((a, b) => a - b)
        expect(sorted(interleaveFairly(given, total))).toEqual(sorted(given))
      }),
    )
  })

  it('come first within the budget, at least one from each row', () => {
    fc.assert(
      fc.property(rows, fc.nat({ max: 700 }), (given, total) => {
        const first = interleaveFairly(given, total).slice(0, given.length)
        const count = first.flat().length
        const all = given.flat().length
        expect(count).toBeLessThanOrEqual(Math.max(total, given.length))
        expect(count).toBeGreaterThanOrEqual(Math.min(all, Math.max(given.length, total - given.length)))
      }),
    )
  })
})

describe('a run with too few requests for all of its cases', () => {
  const run = async (defect?: string): Promise<Recording> => {
    const store = await startStore(defect === undefined ? {} : { defect })
    const recording = await recordContract({ target: store.url, maxRequests: 500 })
    await store.close()
    return recording
  }

  it('runs cases of each phase and of each operation', async () => {
    const { cases, started, stopped } = await run()
    const tried = cases.filter(({ verdict }) => verdict.kind !== 'skipped').map((tried) => tried.case)
    expect(new Set(tried.map(({ phase }) => phase))).toEqual(
      new Set(['examples', 'coverage', 'fuzz', 'stateful', 'lifecycle']),
    )
    const covered = new Set(tried.flatMap(({ phase, operation }) => (phase === 'coverage' ? operation : [])))
    expect(started.operations.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([])
    expect(stopped).toMatchObject({
      reason: 'max-requests',
      message: 'The limit of 500 requests is too low for all coverage cases. Raise it with --max-requests.',
    })
  })

  it('exceeds the budget only for cleaning up', async () => {
    const { finished } = await run()
    expect(finished!.requests).toBeGreaterThan(450)
    expect(finished!.requests).toBeLessThan(560)
  })

  it('still runs the stateful cases', async () => {
    const { findings } = await run('rename-lost')
    expect(findings.map(({ check }) => check)).toContain('update-visible')
  })
})
