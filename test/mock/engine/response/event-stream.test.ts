import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { decodeUtf8 } from '../../../../spec/json.ts'
import { json, object, text } from '../../resources/document-parts.ts'

const flag = { type: 'boolean' }
const chunk = object({ model: text, delta: text, kind: { const: 'chunk' } })
const documentWith = (schema: object, description = ''): object => ({
  openapi: '3.1.0',
  info: { title: 'Answers', version: '1' },
  paths: {
    '/answers': {
      post: {
        description,
        requestBody: json({ type: 'object', required: ['model'], properties: { model: text, stream: flag } }),
        responses: {
          200: {
            description: 'An answer',
            content: {
              'application/json': { schema: object({ model: text, answer: text, kind: { const: 'whole' } }) },
              'text/event-stream': { schema },
            },
          },
        },
      },
    },
  },
})

async function answered(document: object, sent: object, accept = 'application/json'): Promise<string[]> {
  const mock = await createMock({ document, selfCheck: true })
  const { headers, body } = await mock.handle({
    method: 'POST',
    path: '/answers',
    query: '',
    headers: { 'content-type': 'application/json', accept },
    body: new TextEncoder().encode(JSON.stringify(sent)),
  })
  return [
    String(headers['Content-Type']),
    typeof body === 'string' ? body : (decodeUtf8(body ?? new Uint8Array()) ?? ''),
  ]
}

const eventsIn = (stream: string): unknown[] =>
  stream
    .trimEnd()
    .split('\n\n')
    .map((event) => event.replace(/^data: /, ''))

describe('an event stream', () => {
  it.each([
    [{ model: 'm', stream: true }, 'application/json'],
    [{ model: 'm' }, 'text/event-stream'],
  ])('answers %j with Accept: %s', async (sent, accept) => {
    const [type, stream = ''] = await answered(documentWith(chunk), sent, accept)
    expect(type).toBe('text/event-stream')
    const events = eventsIn(stream).map((each) => JSON.parse(String(each)) as unknown)
    expect(events.length).toBeGreaterThan(1)
    for (const event of events) expect(event).toMatchObject({ delta: expect.any(String), kind: 'chunk' })
  })

  it('is not sent to those who ask for none', async () => {
    const [type] = await answered(documentWith(chunk), { model: 'm', stream: false })
    expect(type).toBe('application/json')
  })

  it('has the fields that the document describes', async () => {
    const event = object({ event: { const: 'answer.delta' }, data: chunk })
    const [, stream] = await answered(documentWith(event), { model: 'm', stream: true })
    expect(stream).toMatch(/^event: answer\.delta\ndata: \{.+\}\n\n/)
  })

  it('has different events where there is no other answer', async () => {
    const reading = object({ id: { type: 'integer' }, note: text })
    const content = { 'text/event-stream': { schema: reading } }
    const mock = await createMock({
      document: {
        openapi: '3.1.0',
        info: { title: 'Readings', version: '1' },
        paths: { '/readings': { get: { responses: { 200: { description: 'Readings', content } } } } },
      },
      selfCheck: true,
    })
    const response = await mock.fetch(new Request('http://mock.test/readings'))
    const events = eventsIn(await response.text())
    expect(new Set(events).size).toBe(events.length)
  })

  it('ends as the document says', async () => {
    const document = documentWith(chunk, 'A stream ends with a `data: [DONE]` message.')
    const [, stream = ''] = await answered(document, { model: 'm', stream: true })
    expect(eventsIn(stream).at(-1)).toBe('[DONE]')
  })
})
