import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { startServer } from '../../mock/adapters/server.ts'
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts'
import { parseJson, stringifyJson, type Json } from '../../spec/json.ts'
import { unlessChromium } from '../support/browser.ts'
import { redisServer, startRedis, unlessRedis, type RunningRedis } from '../support/redis.ts'
import { startInChromium, type ChromiumStand } from './browser/in-chromium.ts'
import type { Connection, ControlledMock } from './connection.ts'

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** Body to send as `application/json`. */
  readonly json?: Json
  /** Body to send unchanged; set Content-Type in `headers`. */
  readonly body?: string | Uint8Array
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body parsed as JSON; reading it throws if it is not JSON. */
  readonly json: Json
}

/** A mock reached over one transport. */
export interface Client {
  readonly mock: ControlledMock
  /** Base path of the API, as in Location and Link. */
  readonly base: string
  readonly send: (method: string, path: string, sending?: Sending) => Promise<Reply>
}

export type Open = (options?: MockOptions) => Promise<Client>

const transports: Readonly<Record<string, (mock: Mock) => Promise<Connection>>> = {
  'the stand-alone server': async (mock) => {
    const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
    return { fetch, baseUrl: url, close }
  },
  'a foreign Express app': async (mock) => {
    const app = express().use('/api', mock.express())
    const server = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
    })
    const { port } = server.address() as AddressInfo
    const close = (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve()).closeAllConnections()
      })
    return { fetch, baseUrl: `http://127.0.0.1:${port}/api`, close }
  },
  Fetch: async (mock) => ({
    fetch: (request) => mock.fetch(request),
    baseUrl: 'http://pets.test',
    close() {},
  }),
  MSW: async (mock) => {
    const server = setupServer(mock.msw(http, { baseUrl: 'http://pets.test/v1' }))
    server.listen({ onUnhandledRequest: 'error' })
    return { fetch, baseUrl: 'http://pets.test/v1', close: () => server.close() }
  },
}

type Define = (open: Open, transport: string) => void

/** Runs the same tests over every transport. Each test opens its own mock, closed after the test. */
export function onEveryTransport(define: Define): void {
  inNode(define, () => 'memory')
  describe.skipIf(unlessChromium !== '')(`over ${inChromium}${unlessChromium}`, () => {
    let stand: ChromiumStand
    beforeAll(async () => {
      stand = await startInChromium()
    }, 120_000)
    afterAll(() => stand.close())
    const open: Open = async (options) => {
      const connection = await stand.open({ selfCheck: true, ...options })
      return clientOf(connection.mock, connection)
    }
    define(open, inChromium)
  })
}

/** A mock in a browser page, behind MSW's service worker. */
export const inChromium = 'MSW in Chromium'

function clientOf(mock: ControlledMock, connection: Connection): Client {
  const base = new URL(connection.baseUrl).pathname.replace(/\/$/, '')
  return { mock, base, send: (method, path, sending) => send(connection, method, path, sending) }
}

async function send(
  { fetch, baseUrl }: Connection,
  method: string,
  path: string,
  sending: Sending = {},
): Promise<Reply> {
  const body = sending.json === undefined ? sending.body : stringifyJson(sending.json)
  const headers = {
    ...(sending.json !== undefined && { 'Content-Type': 'application/json' }),
    ...sending.headers,
  }
  const init = { method, headers, ...(body !== undefined && { body: body as BodyInit }) }
  const response = await fetch(new Request(baseUrl + path, init))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text === '' ? null : read(text) }
}

function read(text: string): Json {
  const reading = parseJson(text)
  if (reading.kind === 'malformed') throw new Error(`${reading.message}\n${text}`)
  return reading.value
}

/** Runs the same tests with each mock's world in Redis, if Redis is installed. */
export function onEveryTransportWithRedis(define: Define): void {
  describe.skipIf(redisServer === undefined)(`with its world in Redis${unlessRedis}`, () => {
    let redis: RunningRedis
    let worlds = 0
    beforeAll(async () => {
      redis = await startRedis()
    })
    afterAll(() => redis.stop())
    inNode(define, () => redis.url(`world ${(worlds += 1)}`))
  })
}

function inNode(define: Define, store: () => string): void {
  describe.each(Object.keys(transports))('over %s', (transport) => {
    const opened: (() => Promise<void>)[] = []
    afterEach(async () => {
      for (const close of opened.splice(0)) await close()
    })
    const open: Open = async (options) => {
      const mock = await createMock({ selfCheck: true, store: store(), ...options })
      const connection = await (transports[transport] as (typeof transports)[string])(mock)
      opened.push(async () => {
        await connection.close()
        await mock.close()
      })
      return clientOf(mock, connection)
    }
    define(open, transport)
  })
}
