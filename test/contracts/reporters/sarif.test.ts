import { describe, expect, it } from 'vitest'
import { checks } from '../../../contracts/checks/index.ts'
import type { RunEvent } from '../../../contracts/events.ts'
import { record } from '../../../contracts/recording.ts'
import { artifactUri, renderSarif } from '../../../contracts/reporters/sarif.ts'
import { hostile, lostUpdate, sampleFindings, sampleRun, unanswered, wrongType } from './sample-run.ts'

interface Message {
  readonly text: string
}

interface Result {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly kind: string
  readonly message: Message
  readonly locations: readonly Readonly<Record<string, unknown>>[]
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly webRequest: Readonly<Record<string, unknown>>
  readonly webResponse: Readonly<Record<string, unknown>>
}

interface Rule {
  readonly id: string
  readonly name: string
  readonly shortDescription: Message
  readonly fullDescription: Message
  readonly help: Message & { readonly markdown: string }
  readonly helpUri?: string
  readonly defaultConfiguration: { readonly level: string }
}

interface Log {
  readonly $schema: string
  readonly version: string
  readonly runs: readonly {
    readonly tool: {
      readonly driver: { readonly name: string; readonly version: string; readonly rules: readonly Rule[] }
    }
    readonly columnKind: string
    readonly invocations: readonly Readonly<Record<string, unknown>>[]
    readonly results: readonly Result[]
  }[]
}

function render(events: readonly RunEvent[] = sampleRun()): Log {
  const recording = record(events)
  return JSON.parse(recording ? renderSarif(recording) : 'null') as Log
}

const run = (events?: readonly RunEvent[]): Log['runs'][number] => {
  const [first] = render(events).runs
  if (!first) throw new Error('There is no run.')
  return first
}

const resultOf = ({ id }: { readonly id: string }): Result | undefined =>
  run().results.find((result) => result.partialFingerprints['stablehandFinding/v1'] === id)

describe('the SARIF report', () => {
  it('is a log of version 2.1.0 with one run of this tool', () => {
    const log = render()
    expect(log).toMatchObject({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0' })
    expect(log.runs).toHaveLength(1)
    expect(run().tool.driver).toMatchObject({ name: 'stablehand', version: '0.1.0' })
    expect(run().columnKind).toBe('utf16CodeUnits')
  })

  it('has a rule for each check, with help, its requirement and where to read it', () => {
    const { rules } = run().tool.driver
    expect(rules.map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
    for (const rule of rules) {
      expect(rule.name).toMatch(/^[A-Z][A-Za-z0-9]+$/)
      expect(rule.shortDescription.text).toMatch(/\.$/)
      expect(['error', 'warning', 'note']).toContain(rule.defaultConfiguration.level)
      expect(rule.helpUri ?? 'https://').toMatch(/^https:\/\//)
    }
    const sunset = rules.find(({ id }) => id === 'sunset-header')
    expect(sunset?.helpUri).toBe('https://www.rfc-editor.org/rfc/rfc8594#section-3')
    expect(sunset?.help.markdown).toContain('](https://www.rfc-editor.org/rfc/rfc8594#section-3)')
  })

  it('has a result for each finding, which points at its rule', () => {
    const { results, tool } = run()
    expect(results).toHaveLength(sampleFindings.length)
    for (const { ruleId, ruleIndex, kind } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
      expect(kind).toBe('fail')
    }
    expect(results.map(({ level }) => level)).toEqual(['error', 'error', 'warning', 'error'])
  })

  it('contains the line of the document, and the operation', () => {
    expect(resultOf(wrongType)?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'spec/petstore.yaml' },
          region: { startLine: 812, startColumn: 15 },
        },
        logicalLocations: [{ fullyQualifiedName: 'getPet', kind: 'function' }],
      },
    ])
    expect(resultOf(lostUpdate)?.locations[0]).not.toHaveProperty('physicalLocation')
  })

  it('contains request and response, with repeated headers joined and bytes as base64', () => {
    expect(resultOf(wrongType)?.webResponse).toMatchObject({
      statusCode: 200,
      reasonPhrase: 'OK',
      headers: { 'X-Trace': 'a, b' },
      body: { text: wrongType.response?.body },
    })
    expect(resultOf(unanswered)?.webRequest).toMatchObject({ method: 'POST', body: { binary: 'AP8=' } })
    expect(resultOf(unanswered)?.webResponse).toEqual({ noResponseReceived: true })
  })

  it('escapes placeholders and links in messages', () => {
    const message = 'got {0}, [here](javascript:alert(1)) and /pets/{petId}'
    const text = run(sampleRun([{ ...hostile, message }])).results[0]?.message.text
    expect(text).toBe(String.raw`got {{0}}, \[here\](javascript:alert(1)) and /pets/{petId}`)
  })

  it('contains the time of the run, how it ended, and its notes', () => {
    expect(run().invocations).toEqual([
      {
        executionSuccessful: true,
        startTimeUtc: '2026-11-21T10:00:00.000Z',
        endTimeUtc: '2026-11-21T10:00:01.234Z',
        toolExecutionNotifications: [
          { level: 'note', message: { text: 'DELETE /pets/9 answered 409: the record is still there.' } },
        ],
      },
    ])
    const stopped = { kind: 'stopped', reason: 'unreachable', message: 'It is gone.' } as const
    expect(run([...sampleRun([]), stopped]).invocations[0]).toMatchObject({ executionSuccessful: false })
  })

  it.each([
    ['api/my spec.yaml', 'api/my%20spec.yaml'],
    [String.raw`api\spec.yaml`, 'api/spec.yaml'],
    ['/srv/my api.yaml', 'file:///srv/my%20api.yaml'],
    ['https://example.com/a.yaml', 'https://example.com/a.yaml'],
  ])('names the file %s as %s', (file, uri) => expect(artifactUri(file)).toBe(uri))
})
