import { describe, expect, it } from 'vitest'
import { documentOf } from '../../../contracts/api/document-source.ts'
import type { RunEvent, Verdict } from '../../../contracts/events.ts'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { record, type Recording } from '../../../contracts/recording.ts'
import { judgeOperation, nameOf, withOwnReplay } from '../../../contracts/vitest/judge-operation.ts'
import type { Operation } from '../../../spec/document.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { hostile, lostUpdate, sampleRun, wrongType } from '../reporters/sample-run.ts'
import { things } from './things.ts'

const { byId, operations } = operationsOf(await documentOf(things))
const getThing = byId.get('getThing') as Operation

/** A run that found this of an operation, and came to these verdicts about it. */
function runWith(
  findings: readonly Finding[],
  verdicts: readonly Verdict[],
  ...more: readonly RunEvent[]
): Recording {
  const own = findings.map((finding) => ({ ...finding, operation: 'getThing' }))
  const events = sampleRun([...own, { ...wrongType, id: 'other', operation: 'listThings' }])
  const cases = verdicts.map((verdict): RunEvent => ({
    kind: 'case-finished',
    case: {
      path: 'coverage/getThing/path',
      phase: 'coverage',
      operation: 'getThing',
      title: 'GET /things/{id}',
    },
    verdict,
    milliseconds: 1,
  }))
  return record([...events.slice(0, -1), ...cases, ...more, ...events.slice(-1)])!
}

describe('what a run says of one operation', () => {
  it('is nothing when a case passed', () => {
    const verdicts: readonly Verdict[] = [
      { kind: 'inconclusive', reason: 'No id is known.' },
      { kind: 'passed' },
    ]
    expect(judgeOperation(runWith([], verdicts), getThing, 'error')).toEqual({
      warnings: [],
      stopped: undefined,
      failure: undefined,
      skipped: undefined,
    })
  })

  it('is every error found of it, and none of the others', () => {
    const { failure = '', warnings } = judgeOperation(
      runWith([wrongType, lostUpdate, hostile], []),
      getThing,
      'error',
    )
    expect(failure).toMatch(
      /^GET \/things\/\{id\} \(getThing\) breaks its contract \(2 findings\):\n\n {2}✗ error response-body /,
    )
    expect(failure).toContain('✗ error created-readable')
    expect(failure).not.toContain('other')
    expect(warnings).toEqual([`error-shape: ${hostile.message}`])
  })

  it('fails for warnings if configured to', () => {
    const { failure, warnings } = judgeOperation(runWith([hostile], []), getThing, 'warning')
    expect(failure).toContain('breaks its contract (1 finding):\n\n  ! warning error-shape')
    expect(warnings).toEqual([])
  })

  it('is why it could not be judged, or that nothing was tried', () => {
    const reason = 'No id is known.'
    const skippedOf = (verdicts: readonly Verdict[]): string | undefined =>
      judgeOperation(runWith([], verdicts), getThing, 'error').skipped
    expect(skippedOf([{ kind: 'skipped', reason }])).toBe(reason)
    expect(skippedOf([])).toBe('The run has no case for this operation.')
    expect(judgeOperation(runWith([wrongType], []), getThing, 'error').skipped).toBeUndefined()
  })

  it('says that the run ended early', () => {
    const message = 'The time limit of 1 s was reached (--max-time).'
    const recording = runWith([], [], { kind: 'stopped', reason: 'max-time', message })
    expect(judgeOperation(recording, getThing, 'error').stopped).toBe(message)
  })
})

describe('the name of a test', () => {
  it('has the id where the document gives one', () => {
    expect(operations.map(nameOf)).toEqual([
      'GET /things (listThings)',
      'GET /things/{id} (getThing)',
      'GET /broken (getBroken)',
      'GET /old (getOld)',
      'GET /nowhere/{word}',
    ])
  })
})

describe('the replay of a finding in this process', () => {
  it('is a call of the same test, with quotes around the case or without', () => {
    const replayOf = (replay: string): string | undefined =>
      withOwnReplay(record(sampleRun([{ ...wrongType, replay }]))!).findings[0]?.replay
    expect(replayOf("stablehand check http://in.process --replay '1:coverage/getPet/accepted'")).toBe(
      "contractTests(…, …, { seed: 1, only: 'coverage/getPet/accepted' })",
    )
    expect(replayOf('stablehand check http://in.process --replay -7:fuzz/getPet --read-only')).toBe(
      "contractTests(…, …, { seed: -7, only: 'fuzz/getPet' })",
    )
    expect(replayOf('')).toBe('')
  })
})
