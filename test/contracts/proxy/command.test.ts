import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerProxy } from '../../../contracts/proxy-cli.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'
import { serveFetch, type FetchServer } from '../support/serve-fetch.ts'

const servers: FetchServer[] = []
let folder: string
let exitCode: typeof process.exitCode

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-proxy-'))
  await writeFile(at('api.json'), JSON.stringify(notesDocument))
  exitCode = process.exitCode
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = exitCode
  for (const server of servers.splice(0)) await server.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string): string => join(folder, name)

interface Output {
  out: string
  err: string
}

/** `stablehand proxy` in this process: it goes on until it is told to end. */
interface Running extends Output {
  readonly url: string
  /** Ends it as Ctrl-C does; its exit code. */
  end(signal?: 'SIGINT' | 'SIGTERM'): Promise<unknown>
}

function captureOutput(): Output {
  const output: Output = { out: '', err: '' }
  const hear = (stream: keyof Output) => (text: string | Uint8Array) => {
    output[stream] += String(text)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(hear('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(hear('err'))
  return output
}

function run(...words: readonly string[]): Promise<unknown> {
  const program = new Command('stablehand').exitOverride()
  registerProxy(program)
  return program.parseAsync(['proxy', ...words], { from: 'user' })
}

async function start(
  before?: Parameters<typeof notesService>[0],
  ...words: readonly string[]
): Promise<Running> {
  const server = await serveFetch(notesService(before))
  servers.push(server)
  const output = captureOutput()
  // The signals of this process are the test's own: a worker may listen for them as well.
  const handlers = new Map<string | symbol, () => void>()
  vi.spyOn(process, 'once').mockImplementation((signal, handler) => {
    handlers.set(signal, handler as () => void)
    return process
  })
  const ended = run(server.url, at('api.json'), '--port', '0', ...words)
  await vi.waitFor(() => expect(handlers.size).toBe(2))
  return Object.assign(output, {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)?.[0] ?? '',
    async end(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
      handlers.get(signal)?.()
      await ended
      return process.exitCode
    },
  })
}

describe('stablehand proxy', () => {
  it('prints its address and each exchange, and ends with a report', async () => {
    const proxy = await start()
    expect(proxy.out).toContain('and checks against Notes 1.0.0\nPress Ctrl-C to stop and print the report.')
    await (await fetch(`${proxy.url}/notes`)).text()
    expect(await proxy.end()).toBe(0)
    expect(proxy.out).toMatch(/^✓ GET +200 \/notes/m)
    expect(proxy.out).toMatch(/\n0 errors, 0 warnings · /)
  })

  it('ends with 1 when the API broke its contract', async () => {
    const proxy = await start(() => Response.json({ message: 'Sorry.' }, { status: 500 }))
    await (await fetch(`${proxy.url}/notes`)).text()
    expect(await proxy.end('SIGTERM')).toBe(1)
    expect(proxy.out).toMatch(/^✗ GET +500 \/notes .+server-error/m)
  })

  it('ends with 2 when a report cannot be written', async () => {
    const proxy = await start(undefined, '--report', `junit=${join(at('api.json'), 'report.xml')}`)
    await (await fetch(`${proxy.url}/notes`)).text()
    expect(await proxy.end()).toBe(2)
    expect(proxy.err).toMatch(/^error: The junit report cannot be written: E/)
  })

  it('records an archive and a world side by side', async () => {
    const proxy = await start(undefined, '--record', at('all.har'), '--record', at('world.json'))
    const body = JSON.stringify({ text: 'kept' })
    const created = await fetch(`${proxy.url}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await created.text()
    expect(await proxy.end()).toBe(0)
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(at(name), 'utf8'))
    expect(await read('all.har')).toMatchObject({ log: { entries: [{ request: { method: 'POST' } }] } })
    expect(await read('world.json')).toMatchObject({ '/notes': [{ id: 1, text: 'kept' }] })
  })

  it.each([
    [['--port', '70000'], 'Expected a port from 0 to 65535.'],
    [['--port', 'http'], 'Expected a port from 0 to 65535.'],
    [['--record', 'traffic.txt'], 'Expected a file that ends in .har or .json.'],
    [['--fail-on', 'fatal'], "Expected 'error' or 'warning'."],
  ])('refuses %j', async (words, reason) => {
    const output = captureOutput()
    await expect(run('http://127.0.0.1:1', ...words)).rejects.toMatchObject({ exitCode: 1 })
    expect(output.err).toContain(reason)
  })

  it('reports a port in use, and what to do', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    captureOutput()
    await expect(run('http://127.0.0.1:1', at('api.json'), '--port', String(port))).rejects.toThrow(
      `Port ${String(port)} on 127.0.0.1 is in use. Choose another with --port, or any free one with --port 0.`,
    )
    taken.close()
    await once(taken, 'close')
  })

  it('reports an address that it cannot listen on', async () => {
    captureOutput()
    await expect(
      run('http://127.0.0.1:1', at('api.json'), '--port', '0', '--host', '203.0.113.1'),
    ).rejects.toThrow('203.0.113.1 is not an address of this machine.')
  })

  const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )

  it.skipIf(!hasIPv6)('prints its address on IPv6, too', async () => {
    const proxy = await start(undefined, '--host', '::1')
    expect(proxy.out).toMatch(/http:\/\/\[::1\]:\d+ forwards to /)
    expect(await proxy.end()).toBe(0)
  })
})
