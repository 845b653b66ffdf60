import { createServer, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../../contracts/events.ts'
import { runContract, type Report } from '../../../contracts/index.ts'
import type { RunOptions } from '../../../contracts/options.ts'
import { listen } from '../../support/listen.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An API of one operation, whose responses are of that type and written by `write`. */
async function run(
  type: string,
  options: Partial<RunOptions>,
  write: (response: ServerResponse) => void,
): Promise<{ report: Report; requests: number; reasons: Set<string>; notes: readonly string[] }> {
  let requests = 0
  const server = createServer(({ method }, response) => {
    requests += 1
    response.setHeader('content-type', type)
    if (method === 'HEAD') response.end()
    else write(response)
  })
  const { url, close } = await listen(server)
  closing.push(close)
  const reasons = new Set<string>()
  const notes: string[] = []
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'note') notes.push(event.message)
    if (event.kind === 'case-finished' && event.verdict.kind === 'inconclusive')
      reasons.add(event.verdict.reason)
  }
  const report = await runContract({
    target: url,
    document: {
      openapi: '3.1.0',
      info: { title: 'News', version: '1' },
      paths: {
        '/news': {
          get: {
            operationId: 'readNews',
            parameters: [{ name: 'topic', in: 'query', schema: { type: 'string', maxLength: 9 } }],
            responses: { '200': { description: 'ok', content: { [type]: { schema: {} } } } },
          },
        },
      },
    },
    ...options,
    onEvent,
  })
  return { report, requests, reasons, notes }
}

const readingOnly: Partial<RunOptions> = { phases: ['examples', 'stateful'] }
const impatient: Partial<RunOptions> = { phases: ['coverage'], timeout: 1000 }

const events = (response: ServerResponse): void => void response.write('event: news\ndata: {"n":1}\n\n')

/** Goes on until nobody listens, a piece after the other. */
function forEver(response: ServerResponse, piece: string): void {
  if (!response.destroyed) response.write(piece, () => setImmediate(forEver, response, piece))
}

describe('a response that does not end', () => {
  it('is fine for an event stream, of which the beginning is read', async () => {
    const { report, requests, notes } = await run('text/event-stream', readingOnly, events)
    expect(report.findings).toEqual([])
    expect(requests).toBeGreaterThan(1)
    expect(notes).toEqual([
      'The response body of readNews is an endless stream: only its beginning was read, and it was not checked.',
    ])
  })

  it('is a finding for anything else, and after three the operation is not called any more', async () => {
    const { report, requests, reasons } = await run(
      'application/json',
      impatient,
      (response) => void response.write('['),
    )
    expect(report.findings.map(({ check }) => check)).toEqual(['server-error'])
    expect(report.findings[0]?.message).toContain('a response that does not end')
    expect(requests).toBe(3)
    expect([...reasons]).toContain('readNews is no longer tested: 3 requests timed out.')
  })

  it('is not judged when it is too long', async () => {
    const { report, notes } = await run('application/json', readingOnly, (response) =>
      forEver(response, ' '.repeat(1_000_000)),
    )
    expect(report.findings).toEqual([])
    expect(notes).toEqual([
      'The response body of readNews is too long: only its beginning was read, and it was not checked.',
    ])
  })

  it('does not delay other requests', async () => {
    const { report, requests } = await run('application/json', impatient, () => undefined)
    expect(report.findings.map(({ check }) => check)).toEqual(['server-error'])
    expect(report.findings[0]?.message).toContain('no response in time')
    expect(requests).toBe(3)
  })
})
