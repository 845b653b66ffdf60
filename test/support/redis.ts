import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'

const places = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server']

/** Path of an installed Redis; undefined without one. */
export const redisServer: string | undefined = [process.env['REDIS_SERVER'], ...places].find(
  (path) => path !== undefined && existsSync(path),
)

/** For the names of tests that need one. */
export const unlessRedis: string = redisServer === undefined ? ' (skipped: no redis-server is installed)' : ''

/** A Redis of the test's own, which keeps nothing on disk unless told to. */
export interface RunningRedis {
  readonly port: number
  readonly child: ChildProcess
  /** The URL of a world of that name, to itself. */
  readonly url: (world: string) => string
  /** At once, unless told by which signal. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts one, on a free port unless told which. With a folder it keeps there what it is told, as soon as it is. */
export async function startRedis(wanted?: number, folder?: string): Promise<RunningRedis> {
  const port = wanted ?? (await freePort())
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
