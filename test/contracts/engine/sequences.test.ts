import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import { listen } from '../../support/listen.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const line = { type: 'object', required: ['level'], properties: { level: { type: 'string' } } } as const

const itemSchemas = {
  'application/jsonl': line,
  'text/event-stream': {
    type: 'object',
    required: ['event', 'data'],
    properties: { event: { enum: ['started', 'ended'] }, data: { type: 'string' } },
  },
} as const

/** The findings against a service whose only response is of that type and written by `write`, and the notes. */
async function check(
  type: keyof typeof itemSchemas,
  write: (response: ServerResponse) => void,
  described: object = { itemSchema: itemSchemas[type] },
): Promise<{ findings: readonly (readonly [string, string])[]; notes: readonly string[] }> {
  const server = createServer(({ method }, response) => {
    response.setHeader('content-type', type)
    if (method === 'HEAD') response.end()
    else write(response)
  })
  const { url, close } = await listen(server)
  closing.push(close)
  const content = { [type]: described }
  const { findings, notes } = await recordContract({
    target: url,
    document: {
      openapi: '3.2.0',
      info: { title: 'News', version: '1' },
      paths: {
        '/news': { get: { operationId: 'readNews', responses: { 200: { description: 'ok', content } } } },
      },
    },
    phases: ['examples'],
  })
  return { findings: findings.map((each) => [each.check, each.message] as const), notes }
}

describe('the items of a sequence', () => {
  it('are valid lines, of which the last need not end', async () => {
    const { findings } = await check('application/jsonl', (response) => {
      response.end('{"level":"info"}\n{"level":"error"}')
    })
    expect(findings).toEqual([])
  })

  it('are judged each', async () => {
    const { findings } = await check('application/jsonl', (response) => {
      response.end('{"level":"info"}\n{"level":7}\n')
    })
    expect(findings).toEqual([['response-body', expect.stringContaining('/1/level')]])
  })

  it('are judged each by a schema that can only be theirs', async () => {
    const write = (response: ServerResponse): void => void response.end('{"level":"info"}\n{"level":7}\n')
    const { findings } = await check('application/jsonl', write, { schema: line })
    expect(findings).toEqual([['response-body', expect.stringContaining('/1/level')]])
  })

  it('have to be JSON', async () => {
    const { findings } = await check('application/jsonl', (response) => {
      response.end('{"level":"info"}\nlevel=error\n')
    })
    expect(findings).toEqual([
      ['response-body', expect.stringContaining('Line 2: The text is not valid JSON')],
    ])
  })

  it('are judged although the stream does not end, but for the one that was cut off', async () => {
    const good = 'event: started\ndata: 1\n\n'
    const healthy = await check(
      'text/event-stream',
      (response) => void response.write(`${good}event: ended\n`),
    )
    expect(healthy.findings).toEqual([])
    expect(healthy.notes).toEqual([
      'The response body of readNews is an endless stream: only its beginning was read, and it was checked as far as that.',
    ])
    const faulty = await check('text/event-stream', (response) => {
      response.write(`${good}event: paused\ndata: 2\n\n`)
    })
    expect(faulty.findings).toEqual([['response-body', expect.stringContaining('/1/event')]])
  })

  it('are not judged if they are coded and cut off', async () => {
    const { findings, notes } = await check('text/event-stream', (response) => {
      response.setHeader('content-encoding', 'gzip')
      response.write(gzipSync('event: started\ndata: 1\n\n'.repeat(40)).subarray(0, -8))
    })
    expect(findings).toEqual([])
    expect(notes).toEqual([expect.stringContaining('and it was not checked.')])
  })
})
