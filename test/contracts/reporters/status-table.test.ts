import { describe, expect, it } from 'vitest'
import { createColors } from '../../../contracts/reporters/colors.ts'
import { record } from '../../../contracts/reporters/recording.ts'
import { statusTable } from '../../../contracts/reporters/status-table.ts'
import { sampleRun } from './sample-run.ts'

/** The table of a run of which these operations alone are told. */
function table(...ids: readonly string[]): readonly string[] {
  const recording = record(sampleRun())!
  const operations = recording.started.operations.filter(({ id }) => ids.includes(id))
  return statusTable(
    { ...recording, started: { ...recording.started, operations } },
    createColors(false),
  ).split('\n')
}

describe('the table of statuses', () => {
  it('counts statuses by operation, and marks undeclared ones', () => {
    expect(table('deletePet')).toEqual([
      'Responses by status  204  4XX  503',
      'deletePet              4    3   2!',
      '! not declared',
    ])
  })

  it('explains a zero if there is one', () => {
    expect(table('getPet').at(-1)).toBe('0 declared but never seen')
  })
})
