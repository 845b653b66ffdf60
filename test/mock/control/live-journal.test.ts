import type { AddressInfo } from 'node:net'
import express from 'express'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it } from 'vitest'
import { startServer } from '../../../mock/adapters/server.ts'
import { createMock, type Mock } from '../../../mock/index.ts'

interface Reached {
  readonly ask: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly close: () => Promise<unknown> | void
}

const transports: Readonly<Record<string, (mock: Mock) => Promise<Reached>>> = {
  'the stand-alone server': async (mock) => {
    const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
    return { ask: (path, headers = {}) => fetch(url + path, { headers }), close }
  },
  'a foreign Express app': async (mock) => {
    const server = express().use('/api', mock.express()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
    const close = (): Promise<unknown> =>
      new Promise((resolve) => {
        server.close(resolve).closeAllConnections()
      })
    return { ask: (path, headers = {}) => fetch(url + path, { headers }), close }
  },
  Fetch: async (mock) => ({
    ask: (path, headers = {}) => mock.fetch(new Request(`http://mock.test${path}`, { headers })),
    close() {},
  }),
  MSW: async (mock) => {
    const server = setupServer(mock.msw(http, { baseUrl: 'http://mock.test/v1' }))
    server.listen({ onUnhandledRequest: 'error' })
    return {
      ask: (path, headers = {}) => fetch(`http://mock.test/v1${path}`, { headers }),
      close: () => server.close(),
    }
  },
}

describe.each(Object.keys(transports))('the live journal over %s', (transport) => {
  const opened: (() => Promise<unknown> | void)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })
  const open = async (): Promise<Reached & { readonly mock: Mock }> => {
    const mock = await createMock()
    const reached = await (transports[transport] as (typeof transports)[string])(mock)
    opened.push(reached.close, () => mock.close())
    return { ...reached, mock }
  }
  const listen = async ({ ask }: Reached, path = '/_mock/journal/events'): Promise<() => Promise<string>> => {
    const response = await ask(path, { Accept: 'text/event-stream', 'Last-Event-ID': '0' })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read()
        if (done) return 'the end'
        text += value
      }
      const [event = '', ...rest] = text.split('\n\n')
      text = rest.join('\n\n')
      return event
    }
  }

  it('sends every exchange as it happens, resumes after the last id, and ends with the mock', async () => {
    const reached = await open()
    await (await reached.ask('/pets/1')).text()
    const next = await listen(reached)
    expect(await next()).toBe(': connected')
    expect(await next()).toMatch(/^id: 1\nevent: exchange\ndata: \{.*"operation":"getPet".*\}$/)
    await (await reached.ask('/pets/2')).text()
    expect(await next()).toContain('"path":"/pets/2"')
    await reached.mock.close()
    expect(await next()).toBe('the end')
  })

  it('replaces the list for clients that accept events', async () => {
    const next = await listen(await open(), '/_mock/journal')
    expect(await next()).toBe(': connected')
  })
})

describe('a listener to the live journal', () => {
  it('receives nothing after it disconnects', async () => {
    const mock = await createMock()
    const { stream } = await mock.handle({
      method: 'GET',
      path: '/_mock/journal/events',
      query: '',
      headers: {},
      body: undefined,
    })
    const events = stream![Symbol.asyncIterator]()
    await events.next()
    const waiting = events.next()
    await events.return?.()
    expect((await waiting).done).toBe(true)
  })

  it('loses the oldest entries if it is slow', async () => {
    const mock = await createMock()
    const ask = (path: string): ReturnType<Mock['handle']> =>
      mock.handle({ method: 'GET', path, query: '', headers: {}, body: undefined })
    const events = (await ask('/_mock/journal/events')).stream![Symbol.asyncIterator]()
    await events.next()
    for (let count = 0; count < 700; count += 1) await ask('/categories/1')
    expect((await events.next()).value).toMatch(/^id: 201\n/)
  })
})
