import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { record } from '../../../contracts/recording.ts'
import { renderHar } from '../../../contracts/reporters/har.ts'
import { hostile, lostUpdate, sampleFindings, sampleRun, unanswered, wrongType } from './sample-run.ts'

type Fields = Readonly<Record<string, unknown>>

interface Entry extends Fields {
  readonly startedDateTime: string
  readonly time: number
  readonly request: Fields
  readonly response: Fields & { readonly content: Fields }
  readonly timings: Fields
}

const seenAt = new Date('2026-11-21T10:00:00.500Z')

function render(findings: readonly Finding[] = sampleFindings): {
  readonly version: string
  readonly creator: Fields
  readonly entries: readonly Entry[]
} {
  const recording = record(sampleRun(findings), () => seenAt)
  if (!recording) throw new Error('The sample does not start.')
  return (JSON.parse(renderHar(recording)) as { log: ReturnType<typeof render> }).log
}

function entryOf(finding: Finding): Entry {
  const [entry] = render([finding]).entries
  if (!entry) throw new Error('There is no entry.')
  return entry
}

describe('the HAR report', () => {
  it('is an archive of version 1.2 with an entry for each finding', () => {
    const { version, creator, entries } = render()
    expect({ version, creator }).toEqual({
      version: '1.2',
      creator: { name: 'stablehand', version: '0.1.0' },
    })
    expect(entries.map(({ _finding }) => _finding)).toEqual(sampleFindings.map(({ id }) => id))
  })

  it('has every field that HAR 1.2 requires', () => {
    for (const { startedDateTime, time, request, response, cache, timings } of render().entries) {
      expect(new Date(startedDateTime).toISOString()).toBe(startedDateTime)
      expect(time).toBeGreaterThanOrEqual(0)
      expect(cache).toEqual({})
      for (const name of ['send', 'wait', 'receive']) expect(timings[name]).toBeGreaterThanOrEqual(0)
      expect(request).toMatchObject({
        method: expect.any(String),
        url: expect.any(String),
        httpVersion: expect.any(String),
      })
      for (const message of [request, response]) {
        expect(message).toMatchObject({
          cookies: [],
          headersSize: expect.any(Number),
          bodySize: expect.any(Number),
        })
        expect(message['headers']).toBeInstanceOf(Array)
      }
      expect(response).toMatchObject({
        status: expect.any(Number),
        statusText: expect.any(String),
        redirectURL: expect.any(String),
      })
      expect(response.content).toMatchObject({ size: expect.any(Number), mimeType: expect.any(String) })
    }
  })

  it('keeps headers in order and reads the query', () => {
    const { request, response } = entryOf(wrongType)
    expect(request['queryString']).toEqual([{ name: 'dry', value: 'a b' }])
    expect(response['headers']).toEqual([
      { name: 'content-type', value: 'application/json' },
      { name: 'X-Trace', value: 'a' },
      { name: 'X-Trace', value: 'b' },
    ])
  })

  it('contains the request body, and the Location as redirect URL', () => {
    const { request, response } = entryOf(lostUpdate)
    expect(request['postData']).toEqual({
      mimeType: 'application/json',
      text: lostUpdate.request?.body,
      params: [],
    })
    expect(request['bodySize']).toBe(lostUpdate.request?.body?.length)
    expect(response).toMatchObject({ status: 201, statusText: 'Created', redirectURL: '/pets/8' })
  })

  it('starts as long before the finding as the response took', () => {
    expect(entryOf(lostUpdate)).toMatchObject({
      startedDateTime: '2026-11-21T10:00:00.497Z',
      time: 3,
      timings: { wait: 3 },
    })
  })

  it('encodes bytes as base64, and gives no size for a truncated body', () => {
    const bytes = { ...wrongType, response: { status: 200, headers: [], body: 'base64:AP8=' } }
    expect(entryOf(bytes).response.content).toEqual({
      size: 2,
      mimeType: '',
      text: 'AP8=',
      encoding: 'base64',
    })
    const cut = { ...wrongType, response: { status: 200, headers: [], body: '[1,2… (30000 characters)' } }
    expect(entryOf(cut).response.content).toMatchObject({ size: -1, text: '[1,2… (30000 characters)' })
  })

  it('says why there is no response', () => {
    expect(entryOf(unanswered)).toMatchObject({
      response: { status: 0 },
      _error: 'the connection was closed',
    })
  })

  it('accepts a malformed query', () => {
    const request = { method: 'GET', url: 'http://127.0.0.1/pets?%E0%A4%A&=&&a', headers: [], body: null }
    expect(entryOf({ ...hostile, request }).request['queryString']).toBeInstanceOf(Array)
  })
})
