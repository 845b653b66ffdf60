import { describe, expect, it } from 'vitest'
import { record } from '../../../contracts/recording.ts'
import { createColors } from '../../../contracts/reporters/colors.ts'
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

  it('shows of many operations only those that tell of something', () => {
    const recording = record(sampleRun())!
    const [first] = recording.started.operations
    const many = Array.from({ length: 45 }, (_, index) => ({
      ...first!,
      id: `list${String(index)}`,
      statuses: ['200', '404'],
    }))
    const statuses = many.map(({ id }, index) => ({
      operation: id,
      status: index === 7 ? 404 : index === 9 ? 418 : 200,
      count: 1,
    }))
    const more = [{ operation: 'list9', status: 200, count: 1 }]
    const lines = statusTable(
      { ...recording, started: { ...recording.started, operations: many }, statuses: [...statuses, ...more] },
      createColors(false),
    ).split('\n')
    expect(lines.slice(1).map((line) => line.split(/  +/)[0])).toEqual([
      'list7',
      'list9',
      'and 43 operations more: --report html=… shows all',
      '0 declared but never seen · ! not declared',
    ])
  })

  it('explains a zero if there is one', () => {
    expect(table('getPet').at(-1)).toBe('0 declared but never seen')
  })
})
