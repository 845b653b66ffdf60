import { afterEach, beforeEach } from 'vitest'
import { createClient, type Answer, type Client, type Sent } from '../shared/client.ts'
import type { Running } from '../shared/server.ts'
import { startStore, type StartOptions } from './start.ts'

export interface RunningStore {
  readonly url: string
  readonly client: Client
  readonly send: (method: string, path: string, json?: unknown, rest?: Sent) => Promise<Answer>
  readonly get: (path: string, headers?: Sent['headers']) => Promise<Answer>
  /** Closes the store and starts another one. */
  readonly restart: (options: StartOptions) => Promise<void>
}

/** Starts a new healthy store for each test. */
export function useStore(options: StartOptions): RunningStore {
  let store: Running
  let client: Client

  const start = async (options: StartOptions): Promise<void> => {
    store = await startStore(options)
    client = createClient(store.url)
  }
  const stop = async (): Promise<void> => {
    await client.close()
    await store.close()
  }

  beforeEach(() => start(options))
  afterEach(stop)

  return {
    get url() {
      return store.url
    },
    get client() {
      return client
    },
    send: (method, path, json, rest = {}) => client.send(method, path, { json, ...rest }),
    get: (path, headers = {}) => client.send('GET', path, { headers }),
    restart: async (options) => {
      await stop()
      await start(options)
    },
  }
}

/** Matches an error response with this status and code. */
export const refusal = (status: number, code: string): object => ({ status, body: { code, status } })
