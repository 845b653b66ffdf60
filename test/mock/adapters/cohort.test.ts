import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCohort } from '../../../mock/adapters/cohort.ts'

describe('items added in the same turn of the event loop', () => {
  it('are handled together and in order once the turn ends', async () => {
    const cohorts: (readonly number[])[] = []
    const enqueue = createCohort((cohort: readonly number[]) => cohorts.push(cohort))
    for (const item of [1, 2, 3]) enqueue(item)
    expect(cohorts).toEqual([])
    await turn()
    expect(cohorts).toEqual([[1, 2, 3]])
  })

  it('are handled in batches when there are many', async () => {
    const cohorts: (readonly number[])[] = []
    const enqueue = createCohort((cohort: readonly number[]) => cohorts.push(cohort))
    const items = Array.from({ length: 70 }, (_, index) => index)
    for (const item of items) enqueue(item)
    await turn()
    expect(cohorts.map(({ length }) => length)).toEqual([32, 32, 6])
    expect(cohorts.flat()).toEqual(items)
  })

  it('are handled in the next turn when added during handling', async () => {
    const cohorts: (readonly number[])[] = []
    const enqueue = createCohort((cohort: readonly number[]) => {
      cohorts.push(cohort)
      if (cohort.includes(1)) enqueue(3)
    })
    for (const item of [1, 2]) enqueue(item)
    await turn()
    expect(cohorts).toEqual([[1, 2]])
    await turn()
    expect(cohorts).toEqual([[1, 2], [3]])
  })
})
