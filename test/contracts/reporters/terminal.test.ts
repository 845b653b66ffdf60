import { describe, expect, it, vi } from 'vitest'
import type { RunEvent } from '../../../contracts/events.ts'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { record } from '../../../contracts/recording.ts'
import { createColors } from '../../../contracts/reporters/colors.ts'
import {
  createTerminalReporter,
  describe as describeFinding,
  renderTerminal,
} from '../../../contracts/reporters/terminal.ts'
import { hostile, sampleFindings, sampleRun, unanswered, wrongType } from './sample-run.ts'

const plain = createColors(false)

interface Shown {
  readonly report: string
  readonly progress: readonly string[]
}

/** What a terminal gets, with so many milliseconds between two events. */
function render(events: readonly RunEvent[], pace: number, width: number = 80): Shown {
  const [report, progress]: [string[], string[]] = [[], []]
  const reporter = createTerminalReporter({
    write: (text) => report.push(text),
    progress: (text) => progress.push(text),
    color: false,
    width,
  })
  const clock = vi.spyOn(performance, 'now')
  events.forEach((event, index) => {
    clock.mockReturnValue(100_000 + index * pace)
    reporter(event)
  })
  clock.mockRestore()
  return { report: report.join(''), progress }
}

const titled = (title: string): readonly RunEvent[] =>
  sampleRun([]).map((event) =>
    event.kind === 'case-finished' ? { ...event, case: { ...event.case, title } } : event,
  )

/** The line after the first case, as a terminal shows it. */
const afterFirstCase = (progress: readonly string[]): string | undefined =>
  progress.find((line) => line.includes('coverage 1/10'))?.slice('\r\u001B[K'.length)

describe('the progress of a run', () => {
  it('shows phase, cases, requests and findings, and is cleared at the end', () => {
    const { progress } = render(sampleRun(), 100)
    expect(afterFirstCase(progress)).toMatch(
      new RegExp(
        `^coverage 1/10 \\d+ requests ${String(sampleFindings.length)} findings POST /pets with the example dog$`,
      ),
    )
    expect(progress.at(-2)).toContain('coverage 10/10')
    expect(progress.at(-1)).toBe('\r\u001B[K')
  })

  it('is updated after each response, however long a case takes', () => {
    const { progress } = render(sampleRun([]), 100)
    expect(progress[0]).toBe('\r\u001B[Kcoverage 0/10 1 request ')
    expect(progress[1]).toBe('\r\u001B[Kcoverage 0/10 2 requests ')
  })

  it('does not mention findings while there are none', () => {
    expect(afterFirstCase(render(sampleRun([]), 100).progress)).toMatch(
      /^coverage 1\/10 \d+ requests POST \/pets with the example dog$/,
    )
  })

  it('is not updated too often', () => {
    expect(render(sampleRun(), 0.1).progress).toHaveLength(2)
  })

  it('stays on one line, without control characters', () => {
    const { progress } = render(titled(`\u001B[2J${'long '.repeat(40)}`), 100, 60)
    for (const line of progress.slice(0, -1))
      expect(line.slice('\r\u001B[K'.length).length).toBeLessThanOrEqual(60)
    expect(afterFirstCase(progress)).toContain('␛[2J')
  })

  it('has no title if the terminal is too narrow', () => {
    expect(afterFirstCase(render(titled('title'), 100, 5).progress)).toMatch(/^coverage 1\/10 \d+ requests $/)
  })

  it('is not shown without a terminal', () => {
    const texts: string[] = []
    const reporter = createTerminalReporter({
      write: (text) => texts.push(text),
      progress: undefined,
      color: false,
      width: 80,
    })
    for (const event of sampleRun()) reporter(event)
    expect(texts).toEqual([`${renderTerminal(record(sampleRun())!, plain)}\n`])
  })

  it('is logged in a line of its own from time to time without a terminal', () => {
    const lines: string[] = []
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const reporter = createTerminalReporter({
      write: () => undefined,
      progress: undefined,
      log: (text) => lines.push(text),
      color: false,
      width: 80,
    })
    sampleRun().forEach((event, index) => {
      clock.mockReturnValue(index * 1000)
      reporter(event)
    })
    clock.mockRestore()
    expect(lines[0]).toBe('coverage: 0 of 10 cases, 14 requests, no findings, 15 s\n')
    expect(lines[1]).toBe('coverage: 0 of 10 cases, 29 requests, no findings, 30 s\n')
    expect(lines.at(-1)).toMatch(/^coverage: \d of 10 cases, \d+ requests, 4 findings, \d\d s\n$/)
  })

  it('is not shown before the run starts', () => {
    expect(render(sampleRun().slice(-1), 100).report).toBe('')
  })
})

describe('the report in a terminal', () => {
  it('says where the document declares what a finding breaks', () => {
    const text = renderTerminal(record(sampleRun([wrongType]))!, plain)
    expect(text).toContain('    declared at spec/petstore.yaml:812:15')
  })

  const summary = (events: readonly RunEvent[]): string =>
    renderTerminal(record(events)!, plain).split('\n').at(-1) ?? ''

  it('ends with the numbers of findings and requests', () => {
    expect(summary(sampleRun())).toMatch(
      /^3 errors, 1 warning · \d of 8 operations covered · 6 passed, 2 failed, 1 inconclusive, 1 skipped · 97 requests in 1\.2 s$/,
    )
    expect(summary(sampleRun([wrongType]))).toMatch(/^1 error, 0 warnings · /)
  })

  it('is red for errors, yellow for warnings, and green otherwise', () => {
    const colors = createColors(true)
    const end = (findings: Parameters<typeof sampleRun>[0]): string =>
      renderTerminal(record(sampleRun(findings))!, colors)
        .split('\n')
        .at(-1) ?? ''
    expect(end([wrongType, hostile])).toContain(colors.bold(colors.red('1 error, 1 warning')))
    expect(end([hostile])).toContain(colors.bold(colors.yellow('0 errors, 1 warning')))
    expect(end([])).toContain(colors.bold(colors.green('0 errors, 0 warnings')))
  })

  it('groups findings by operation, under its id and route, and others under their subject', () => {
    const lines = renderTerminal(
      record(sampleRun([wrongType, { ...unanswered, operation: 'pets' }]))!,
      plain,
    ).split('\n')
    expect(lines).toContain('getPet  GET /pets/{petId}')
    expect(lines).toContain('pets')
  })

  it('counts many findings by check, the most frequent first', () => {
    const many = ['getPet', 'getPet', 'deletePet', 'deletePet', 'deletePet'].map((operation, index) => ({
      ...wrongType,
      operation,
      id: String(index),
      reason: String(index),
    }))
    const text = (findings: readonly Finding[]): string => renderTerminal(record(sampleRun(findings))!, plain)
    expect(text([hostile, ...many])).toContain(
      `Findings by check\n     5× ${wrongType.check} in 2 operations\n     1× ${hostile.check} in 1 operation\n`,
    )
    expect(text(many)).not.toContain('Findings by check')
  })

  it('prints likely duplicates once, and counts them', () => {
    const many = ['createPet', 'getPet', 'getPet', 'deletePet', 'deletePet', 'deletePet'].map(
      (operation, index) => ({
        ...wrongType,
        operation,
        id: `id-${String(index)}`,
        reason: String(index % 2),
      }),
    )
    const text = renderTerminal(record(sampleRun(many))!, plain)
    expect(text.split(wrongType.curl)).toHaveLength(3)
    expect(text).not.toContain('deletePet  DELETE')
    expect(text.split('\n').filter((line) => line.includes('also'))).toEqual([
      '    also in     getPet, deletePet',
      '    also in     deletePet',
    ])
    expect(text).toMatch(/\n6 errors, 0 warnings · probably 2 causes · /)
    expect(text).toContain(`     6× ${wrongType.check} in 3 operations, probably 2 causes\n`)
  })

  it('names the most frequent of many causes', () => {
    const causes = Array.from({ length: 21 }, (_, index) => ({
      ...wrongType,
      id: `c${String(index)}`,
      reason: `r${String(index)}`,
    }))
    const listed = (findings: readonly Finding[]): readonly string[] =>
      (/Most frequent causes\n(.*?)\n\n/s.exec(render(sampleRun(findings), 0).report)?.[1] ?? '').split('\n')
    const rows = listed([...causes, { ...wrongType, id: 'again', operation: 'listPets', reason: 'r7' }])
    expect(rows).toHaveLength(10)
    expect(rows[0]).toMatch(/^ +2× response-body: accepts a valid request: .* \(getPet, listPets\) c7$/)
    expect(listed(causes.slice(0, 20))).toEqual([''])
  })

  it('says which other checks tell of the same refusal', () => {
    const refusal = { ...wrongType, check: 'status-declared', reason: '400' }
    const { report } = render(sampleRun([refusal, { ...refusal, id: 'other', check: 'valid-accepted' }]), 0)
    expect(report).toMatch(/also by +valid-accepted/)
  })

  it('says with which other requests an operation shows the same', () => {
    const message = wrongType.message.replace('accepts a valid request', 'with HEAD')
    const text = renderTerminal(
      record(sampleRun([wrongType, { ...wrongType, id: 'other', message }]))!,
      plain,
    )
    expect(text).toContain('\n    also when   with HEAD\n')
  })

  it('names each of those requests once, and not the one that is described', () => {
    const message = wrongType.message.replace('accepts a valid request', 'with HEAD')
    const others = [wrongType, { ...wrongType, message }, { ...wrongType, message }]
    const text = renderTerminal(record(sampleRun([wrongType, ...others]))!, plain)
    expect(text).toContain('\n    also when   with HEAD\n')
  })

  it('names at most six of the operations with one cause', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ ...wrongType, operation: `op${String(index)}` }))
    expect(renderTerminal(record(sampleRun(many))!, plain)).toContain(
      '    also in     op1, op2, op3, op4, op5, op6 and 2 more\n',
    )
  })

  it('calls an operation without an id by its method and path, once', () => {
    const [start, ...rest] = sampleRun()
    const route = 'GET /pets/{petId}'
    const events = [start!, ...rest].map((event): RunEvent => {
      if (event.kind === 'finding') return { ...event, finding: { ...event.finding, operation: route } }
      if (event.kind !== 'run-started') return event
      const operations = event.operations.map((each) =>
        each.id === 'getPet' ? { ...each, id: route } : each,
      )
      return { ...event, operations }
    })
    expect(renderTerminal(record(events)!, plain)).toContain(`\n${route}\n`)
  })

  it('counts cases that were not judged by reason, ignoring numbers, and names some', () => {
    const gone = [81_234, 95_678, 11_111].map((id) => `Pet ${String(id)} is not there.`)
    const inconclusive = [...gone, 'The list is too long.'].map((reason, index): RunEvent => ({
      kind: 'case-finished',
      case: {
        path: 'stateful/pets/pages',
        phase: 'stateful',
        operation: 'pets',
        title: `pages ${String(index)}`,
      },
      verdict: { kind: 'inconclusive', reason },
      milliseconds: 1,
    }))
    const events = sampleRun([]).flatMap((event) => (event.kind === 'case-finished' ? [] : [event]))
    const text = renderTerminal(
      record([...events.slice(0, -1), ...inconclusive, ...events.slice(-1)])!,
      plain,
    )
    expect(text).toContain(
      'Inconclusive cases\n     3× Pet … is not there. (pages 0; pages 1; …)\n     1× The list is too long. (pages 3)',
    )
  })

  it('says why a run stopped', () => {
    const stopped: RunEvent = {
      kind: 'stopped',
      reason: 'max-time',
      message: 'The time limit of 1 s was reached (--max-time).',
    }
    const events = sampleRun()
    const text = renderTerminal(record([...events.slice(0, -1), stopped, ...events.slice(-1)])!, plain)
    expect(text).toContain('\nStopped early: The time limit of 1 s was reached (--max-time).\n')
  })

  it('leaves out absent parts of a finding', () => {
    expect(describeFinding(wrongType, plain)).toContain('\n    replay      stablehand check')
    expect(describeFinding({ ...wrongType, replay: '', curl: '' }, plain)).not.toMatch(/replay|curl/)
  })
})
