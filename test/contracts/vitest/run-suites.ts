import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A test as vitest's JSON reporter tells it. */
export interface TestResult {
  readonly fullName: string
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending'
  readonly failureMessages: readonly string[]
}

export interface SuiteResult {
  readonly status: 'passed' | 'failed'
  readonly tests: readonly TestResult[]
  /** What the file as a whole failed with. */
  readonly message: string
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: SuiteResult['status']
    readonly assertionResults: readonly TestResult[]
    readonly message: string
  }[]
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** Runs the suites beside this file as their users do, in a vitest of their own; by the name before `.suite.ts`. */
export async function runSuites(): Promise<ReadonlyMap<string, SuiteResult>> {
  const args = ['run', '--root', folder, '--config', join(folder, 'suites.config.ts'), '--reporter', 'json']
  const child = spawn(process.execPath, [vitest, ...args], { env: { ...process.env, NO_COLOR: '1' } })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  child.stderr.resume()
  await once(child, 'close')
  const { testResults } = JSON.parse(out) as VitestReport
  return new Map(
    testResults.map(({ name, status, assertionResults, message }) => [
      basename(name, '.suite.ts'),
      { status, tests: assertionResults, message },
    ]),
  )
}
