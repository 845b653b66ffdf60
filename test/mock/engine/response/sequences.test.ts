import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../../mock/index.ts'
import { decodeUtf8 } from '../../../../spec/json.ts'

const line = {
  type: 'object',
  required: ['id', 'level', 'text'],
  properties: {
    id: { type: 'integer', readOnly: true },
    level: { enum: ['info', 'error'] },
    text: { type: 'string', minLength: 1 },
  },
}

const reading = {
  type: 'object',
  required: ['celsius'],
  properties: { celsius: { type: 'number', minimum: -90, maximum: 60 } },
}

const document = {
  openapi: '3.2.0',
  info: { title: 'Logs', version: '1' },
  paths: {
    '/logs': {
      get: {
        parameters: [{ name: 'level', in: 'query', schema: { enum: ['info', 'error'] } }],
        responses: { 200: { description: 'Logs', content: { 'application/jsonl': { itemSchema: line } } } },
      },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: line } } },
        responses: { 201: { description: 'Logged', content: { 'application/json': { schema: line } } } },
      },
    },
    '/logs/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'A log', content: { 'application/json': { schema: line } } } },
      },
    },
    '/logs/export': {
      get: {
        responses: { 200: { description: 'Logs', content: { 'application/x-ndjson': { schema: line } } } },
      },
    },
    '/logs/import': {
      post: {
        requestBody: { required: true, content: { 'application/x-ndjson': { itemSchema: line } } },
        responses: {
          200: {
            description: 'Imported',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { imported: { type: 'integer' } } },
              },
            },
          },
        },
      },
    },
    '/imports': {
      post: {
        requestBody: { required: true, content: { 'application/x-ndjson': { itemSchema: line } } },
        responses: { 204: { description: 'Imported' }, 400: { description: 'Invalid' } },
      },
    },
    '/readings': {
      get: {
        responses: {
          200: {
            description: 'Readings as they are taken',
            content: {
              'text/event-stream': {
                itemSchema: {
                  type: 'object',
                  required: ['event', 'data'],
                  properties: {
                    event: { const: 'reading' },
                    data: {
                      type: 'string',
                      contentMediaType: 'application/json',
                      contentSchema: { $ref: '#/components/schemas/Reading' },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: { Reading: reading } },
}

interface Received {
  readonly status: number
  readonly type: string
  readonly text: string
}

async function send(mock: Mock, method: string, path: string, content?: [string, string]): Promise<Received> {
  const [route = '', query = ''] = path.split('?')
  const { status, headers, body } = await mock.handle({
    method,
    path: route,
    query,
    headers: content ? { 'content-type': content[0] } : {},
    body: content && new TextEncoder().encode(content[1]),
  })
  const text = typeof body === 'string' ? body : (decodeUtf8(body ?? new Uint8Array()) ?? '')
  return { status, type: String(headers['Content-Type']), text }
}

const linesOf = ({ text }: Received): unknown[] =>
  text
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => JSON.parse(each) as unknown)

describe('sequential content', () => {
  it('has a line for each record of a list, and for those created', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const before = await send(mock, 'GET', '/logs')
    expect(before.type).toBe('application/jsonl')
    expect(linesOf(before).length).toBeGreaterThan(1)
    const created = await send(mock, 'POST', '/logs', [
      'application/json',
      '{"level":"error","text":"Lost."}',
    ])
    expect(created.status).toBe(201)
    expect(linesOf(await send(mock, 'GET', '/logs'))).toContainEqual(JSON.parse(created.text))
  })

  it('is filtered like any list', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const lines = linesOf(await send(mock, 'GET', '/logs?level=error'))
    expect(lines.length).toBeGreaterThan(0)
    for (const each of lines) expect(each).toMatchObject({ level: 'error' })
  })

  it('has lines of JSON where a schema can only be that of each', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const exported = await send(mock, 'GET', '/logs/export')
    expect(exported.type).toBe('application/x-ndjson')
    expect(exported.text).toBe((await send(mock, 'GET', '/logs')).text)
  })

  it('creates a record of each line of an import', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const before = linesOf(await send(mock, 'GET', '/logs')).length
    const sent = '{"level":"info","text":"a"}\n{"level":"error","text":"b"}\n'
    const { text } = await send(mock, 'POST', '/logs/import', ['application/x-ndjson', sent])
    expect(JSON.parse(text)).toEqual({ imported: 2 })
    expect(linesOf(await send(mock, 'GET', '/logs')).slice(before)).toMatchObject([
      { level: 'info', text: 'a' },
      { level: 'error', text: 'b' },
    ])
  })

  it('is accepted if all items are valid, and refused with the place of one that is not', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const good = '{"level":"info","text":"a"}\n'
    const accepted = await send(mock, 'POST', '/imports', ['application/x-ndjson', good.repeat(2)])
    expect(accepted.status).toBe(204)
    const refused = await send(mock, 'POST', '/imports', [
      'application/x-ndjson',
      `${good}{"level":"loud"}\n`,
    ])
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('/1/level')
  })

  it('is events with JSON as their data, if the document describes what the data contains', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const { type, text } = await send(mock, 'GET', '/readings')
    expect(type).toBe('text/event-stream')
    const events = text.trimEnd().split('\n\n')
    expect(events.length).toBeGreaterThan(1)
    for (const each of events) {
      const [, data = ''] = /^event: reading\ndata: (.*)$/.exec(each) ?? []
      expect(JSON.parse(data)).toEqual({ celsius: expect.any(Number) as number })
    }
  })
})
