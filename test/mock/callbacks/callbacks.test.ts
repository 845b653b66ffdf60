import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OutgoingRequest } from '../../../mock/callbacks/deliver.ts'
import { createMock, type Mock, type MockOptions } from '../../../mock/index.ts'

const order = {
  type: 'object',
  required: ['id', 'item'],
  properties: { id: { type: 'integer' }, item: { type: 'string' }, callbackUrl: { type: 'string' } },
}
const event = {
  type: 'object',
  required: ['kind', 'at', 'order'],
  properties: {
    kind: { enum: ['order.created'] },
    at: { type: 'string', format: 'date-time' },
    order: { $ref: '#/components/schemas/Order' },
    item: { type: 'string' },
  },
}
const json = (schema: object): object => ({ 'application/json': { schema } })
const ok = { description: 'ok' }

const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        requestBody: { content: json({ $ref: '#/components/schemas/NewOrder' }) },
        responses: { 201: { ...ok, content: json({ $ref: '#/components/schemas/Order' }) } },
        callbacks: {
          created: {
            '{$request.body#/callbackUrl}/orders/{$response.body#/id}': {
              post: {
                parameters: [{ name: 'X-Event', in: 'header', required: true, schema: { const: 'created' } }],
                requestBody: { content: json({ $ref: '#/components/schemas/Event' }) },
                responses: { 204: ok },
              },
            },
          },
          billed: { $ref: '#/components/callbacks/Billed' },
        },
      },
      get: {
        responses: {
          200: { ...ok, content: json({ type: 'array', items: { $ref: '#/components/schemas/Order' } }) },
        },
      },
    },
    '/orders/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { ...ok, content: json({ $ref: '#/components/schemas/Order' }) } },
      },
    },
  },
  components: {
    schemas: {
      Order: order,
      NewOrder: { ...order, required: ['item'] },
      Event: event,
    },
    callbacks: {
      Billed: {
        '{$request.query.bill}': {
          put: { requestBody: { content: json({ $ref: '#/components/schemas/Order' }) }, responses: {} },
        },
      },
    },
  },
}

const mocks: Mock[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const mock of mocks.splice(0)) await mock.close()
})

async function mockOf(options: MockOptions): Promise<Mock> {
  const mock = await createMock({ document, world: 'empty', selfCheck: true, ...options })
  mocks.push(mock)
  return mock
}

const create = (mock: Mock, body: object, query = ''): ReturnType<Mock['handle']> =>
  mock.handle({
    method: 'POST',
    path: '/orders',
    query,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(body)),
  })

/** Records the callbacks a mock sends. */
function outbox(statuses: readonly number[] = []): {
  requests: OutgoingRequest[]
  send: (request: OutgoingRequest) => Promise<number>
  next: () => Promise<OutgoingRequest>
} {
  const requests: OutgoingRequest[] = []
  const waiting: ((request: OutgoingRequest) => void)[] = []
  let taken = 0
  return {
    requests,
    send: async (request) => {
      requests.push(request)
      waiting.shift()?.(request)
      return statuses[requests.length - 1] ?? 204
    },
    next: () => {
      const there = requests[taken]
      taken += 1
      return there ? Promise.resolve(there) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

const bodyOf = ({ body }: OutgoingRequest): unknown => JSON.parse(String(body))

describe('a callback', () => {
  it('is sent to the URL in the request, with a valid body that contains the record', async () => {
    const { send, next, requests } = outbox()
    const mock = await mockOf({ callbacks: { hosts: ['client.test'], send } })
    await create(mock, { item: 'tea', callbackUrl: 'http://client.test/hooks' })
    const sent = await next()
    expect(sent).toMatchObject({
      url: 'http://client.test/hooks/orders/1',
      method: 'POST',
      headers: { 'x-event': 'created', 'Content-Type': 'application/json' },
    })
    expect(bodyOf(sent)).toMatchObject({
      kind: 'order.created',
      at: expect.stringMatching(/^\d{4}-/) as string,
      order: { id: 1, item: 'tea' },
    })
    expect(requests).toHaveLength(1)
  })

  it('is sent to the URL in a query parameter, with the record as body', async () => {
    const { send, next } = outbox()
    const mock = await mockOf({ callbacks: { hosts: ['client.test'], send } })
    await create(mock, { item: 'tea' }, 'bill=http%3A%2F%2Fclient.test%3A9000%2Fbill%3Fa%3D1')
    const sent = await next()
    expect([sent.method, sent.url]).toEqual(['PUT', 'http://client.test:9000/bill?a=1'])
    expect(bodyOf(sent)).toEqual({ id: 1, item: 'tea' })
  })

  it('has the same body for the same request and seed', async () => {
    const bodies = await Promise.all(
      [1, 2].map(async () => {
        const { send, next } = outbox()
        const mock = await mockOf({ callbacks: { hosts: ['client.test'], send }, now: '2026-01-01' })
        await create(mock, { item: 'tea', callbackUrl: 'http://client.test' })
        return (await next()).body
      }),
    )
    expect(bodies[0]).toBe(bodies[1])
  })

  it('is not sent to a host that is not allowed, with one warning per host', async () => {
    const { send, requests } = outbox()
    const warnings: string[] = []
    const mock = await mockOf({
      callbacks: { hosts: ['client.test:80', '10.0.0.1'], send },
      onWarning: (text) => warnings.push(text),
    })
    for (const url of [
      'http://169.254.169.254/x',
      'http://169.254.169.254/y',
      'http://client.test:81',
      'http://client.test@evil.test',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      expect((await create(mock, { item: 'tea', callbackUrl: url })).status).toBe(201)
    }
    await expect.poll(() => warnings).toHaveLength(3)
    expect(warnings[0]).toBe(
      'Callbacks to 169.254.169.254 are not sent: the host is not in --callback-hosts (callbacks.hosts).',
    )
    expect(warnings.map((text) => /to (\S+)/.exec(text)?.[1])).toEqual([
      '169.254.169.254',
      'client.test:81',
      'evil.test',
    ])
    expect(requests).toEqual([])
  })

  it('is not sent for a refused request or without a URL', async () => {
    const { send, requests, next } = outbox()
    const mock = await mockOf({ callbacks: { hosts: ['client.test'], send } })
    expect((await create(mock, { callbackUrl: 'http://client.test' })).status).toBe(400)
    await create(mock, { item: 'none' })
    await create(mock, { item: 'tea', callbackUrl: 'http://client.test' })
    expect((await next()).url).toBe('http://client.test/orders/2')
    expect(requests).toHaveLength(1)
  })

  it('is not sent by default', async () => {
    const mock = await mockOf({})
    expect((await create(mock, { item: 'tea', callbackUrl: 'http://127.0.0.1:1' })).status).toBe(201)
  })

  it('is retried after a failure, up to a limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { send, requests } = outbox([503, 500, 429, 502])
    const warnings: string[] = []
    const mock = await mockOf({
      callbacks: { hosts: ['client.test'], send },
      onWarning: (text) => warnings.push(text),
    })
    await create(mock, { item: 'tea', callbackUrl: 'http://client.test' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveLength(4)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(warnings).toEqual([
      'The callback created to http://client.test/orders/1 failed: the response was 502.',
    ])
  })

  it('is not retried when it is refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { send, requests } = outbox([410])
    const warnings: string[] = []
    const mock = await mockOf({
      callbacks: { hosts: ['client.test'], send },
      onWarning: (text) => warnings.push(text),
    })
    await create(mock, { item: 'tea', callbackUrl: 'http://client.test' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([requests.length, warnings.length]).toEqual([1, 1])
  })

  it('is sent over the network after the response', async () => {
    const received: string[] = []
    const server = createServer((request: IncomingMessage, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      request.on('end', () => {
        received.push(`${request.method} ${request.url} ${text}`)
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const warnings: string[] = []
    const mock = await mockOf({
      callbacks: { hosts: [`127.0.0.1:${port}`] },
      onWarning: (text) => warnings.push(text),
    })
    await create(mock, { item: 'tea' }, `bill=http://127.0.0.1:${port}/bill`)
    expect(received).toEqual([])
    await expect.poll(() => warnings).toHaveLength(1)
    server.closeAllConnections()
    server.close()
    expect(received).toEqual(['PUT /bill {"id":1,"item":"tea"}'])
    expect(warnings[0]).toContain('the response was 302')
  })
})
