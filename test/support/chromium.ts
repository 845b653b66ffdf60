import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'undici'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of an installed Chromium; undefined without one. */
export const chromium: string | undefined = [process.env['CHROMIUM'], ...places].find(
  (path) => path !== undefined && existsSync(path),
)

/** A page in a real browser, driven by the Chrome DevTools Protocol. */
export interface Page {
  /** The value of an expression, as JSON carries it; a promise is waited for. */
  evaluate<T>(expression: string): Promise<T>
  /** Another command of the protocol. */
  command(method: string, params?: object): Promise<unknown>
  /** Errors, warnings and what the security policy refused. */
  readonly complaints: readonly string[]
  /** Everything loaded, the page first. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]

/** Opens a URL in a browser of its own. */
export async function openPage(url: string): Promise<Page> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'))
  const browser = spawn(chromium ?? 'chromium', [...flags, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const connection = await connect(await addressOf(browser))
  const { targetId } = (await connection.send('Target.createTarget', { url: 'about:blank' })) as {
    targetId: string
  }
  const { sessionId } = (await connection.send('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string
  }
  const command = (method: string, params: object = {}): Promise<unknown> =>
    connection.send(method, params, sessionId)
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await command(`${domain}.enable`)
  const loaded = connection.next('Page.loadEventFired')
  await command('Page.navigate', { url })
  await loaded
  return {
    evaluate: async <T>(expression: string) =>
      readResult(
        await command('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }),
      ) as T,
    command,
    complaints: connection.complaints,
    requests: connection.requests,
    async close() {
      connection.close()
      const exited = once(browser, 'exit')
      browser.kill()
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Chromium says nothing.')
  for await (const line of createInterface({ input: stderr })) {
    const address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('Chromium did not start.')
}

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Connection extends Pick<Page, 'complaints' | 'requests'> {
  send(method: string, params: object, sessionId?: string): Promise<unknown>
  /** The next event of that name. */
  next(method: string): Promise<void>
  close(): void
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (reply: Reply) => void>()
  const events = new Map<string, () => void>()
  const complaints: string[] = []
  const requests: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
    const { method = '', params = {} } = reply
    if (method === 'Network.requestWillBeSent') requests.push((params['request'] as { url: string }).url)
    if (method === 'Log.entryAdded' || method === 'Runtime.exceptionThrown')
      complaints.push(JSON.stringify(params))
    events.get(method)?.()
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let last = 0
  return {
    complaints,
    requests,
    send(method, params, sessionId) {
      last += 1
      const id = last
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }))
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result, error }) =>
          error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
        )
      })
    },
    next: (method) => new Promise((resolve) => events.set(method, resolve)),
    close: () => socket.close(),
  }
}

function readResult(reply: unknown): unknown {
  const { result, exceptionDetails } = reply as {
    result: { value?: unknown }
    exceptionDetails?: { exception?: { description?: string } }
  }
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The expression failed.')
  return result.value
}
