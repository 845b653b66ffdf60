import express from 'express'
import { describe, expect, it } from 'vitest'
import { clientFor, type Target } from '../../../contracts/client/target.ts'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { decodeUtf8 } from '../../../spec/json.ts'

const request = {
  method: 'POST',
  path: '/echo',
  query: 'a=1',
  headers: { 'content-type': 'text/plain', 'x-two': ['1', '2'] },
  body: new TextEncoder().encode('hello'),
}

const app = express().post('/echo', express.text(), (incoming, outgoing) => {
  outgoing
    .status(201)
    .append('X-Seen', [`${incoming.url} ${String(incoming.headers['x-two'])}`, 'again'])
    .send(incoming.body)
})
const fetchHandler = async (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url)
  const headers = { 'X-Seen': `${pathname}${search} ${String(request.headers.get('x-two'))}` }
  return new Response(await request.text(), { status: 201, headers })
}

const targets: readonly (readonly [name: string, target: Target])[] = [
  ['an Express app', app],
  ['a Node request listener', (incoming, outgoing) => void app(incoming, outgoing)],
  ['a fetch handler', fetchHandler],
  ['an object with a fetch handler', { fetch: fetchHandler }],
]

describe.each(targets)('%s in this process', (_, target) => {
  it('is called without a port', async () => {
    const client = await clientFor(target, {})
    const delivery = await client.send(request)
    await client.close()
    if (delivery.kind === 'failed') throw new Error(delivery.message)
    const { status, headers, body } = delivery.exchange.response
    expect([status, decodeUtf8(body)]).toEqual([201, 'hello'])
    expect([headers['x-seen']].flat()[0]).toBe('/echo?a=1 1, 2')
  })
})

describe('an app served for a run', () => {
  it('is no longer served after the client is closed', async () => {
    const client = await clientFor(app, {})
    expect(client.target).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await client.send(request)
    await client.close()
    await expect(fetch(client.target)).rejects.toThrow('fetch failed')
  })

  it('is tested like any other API', async () => {
    const mock = await createMock()
    const { target, summary } = await runContract({
      target: express().use(mock.express()),
      phases: ['examples'],
    })
    expect(target).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(summary).toMatchObject({ operations: 17, findings: { error: 0 } })
  })
})
