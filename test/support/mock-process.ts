import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `stablehand mock` in a separate process on a free port. */
export interface MockProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Everything written to stderr so far. */
  readonly errors: () => string
  /** Sends the signal and waits for the process to exit. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

export async function startProcess(...args: readonly string[]): Promise<MockProcess> {
  const child = spawn(process.execPath, ['dist/cli.js', 'mock', '--port', '0', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const exited = once(child, 'exit')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (out.length < 10_000) out += chunk
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => reject(new Error(errors || 'The mock did not start.')))
  })
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  return { child, url, errors: () => errors, end }
}
