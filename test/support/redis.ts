import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'

const places = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** Path of the installed Redis server, or undefined. */
export const redisServer: string | undefined = [process.env['REDIS_SERVER'], ...places].find(
  (path) => path !== undefined && existsSync(path),
)

/** Appended to the titles of tests that need Redis: the reason why they are skipped, if they are. */
export const unlessRedis: string = redisServer === undefined ? ' (skipped: no redis-server is installed)' : ''

/** A Redis server started by a test, in memory only unless it has a folder. */
export interface RunningRedis {
  readonly port: number
  readonly child: ChildProcess
  /** The store URL of the world with this name. */
  readonly url: (world: string) => string
  /** Kills the server, or stops it with the given signal. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts a Redis server, on a free port by default. With a folder, it writes every change to disk there. */
export async function startRedis(fixedPort?: number, folder?: string): Promise<RunningRedis> {
  const port = fixedPort ?? (await freePort())
  const keeping = folder === undefined ? ['no'] : ['yes', '--appendfsync', 'always']
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', ...keeping]
  const child = spawn(redisServer ?? 'redis-server', flags, {
    cwd: folder ?? tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`Redis did not start: ${out}`)))
  })
  return {
    port,
    child,
    url: (world) => `redis://127.0.0.1:${port}/0?world=${encodeURIComponent(world)}`,
    stop: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
