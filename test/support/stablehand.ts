import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `stablehand` in a separate process, without colours. */
export interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** The output so far. */
  readonly output: { out: string; err: string }
  readonly exit: Promise<number | null>
}

/** Runs `stablehand` until the current test has finished. */
export function stablehand(...args: readonly string[]): Run {
  const child = spawn(process.execPath, ['dist/cli.js', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output.out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output.err += chunk
  })
  return { child, output, exit: once(child, 'close').then(([code]) => code as number | null) }
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `stablehand` and waits for it to exit. */
export async function ended(...args: readonly string[]): Promise<Ended> {
  const { output, exit } = stablehand(...args)
  return { code: await exit, ...output }
}
