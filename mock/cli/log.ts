import pc from 'picocolors'
import type { Colors } from 'picocolors/types.js'
import type { SpecProblem } from '../../spec/document.ts'
import { formatProblem } from '../../spec/problems/spec-error.ts'
import type { LogEntry } from '../adapters/server.ts'
import type { Mock } from '../index.ts'
import { hasColors } from './colors.ts'

/** `pretty`: for humans; `json`: one JSON object per line. */
export type LogFormat = 'pretty' | 'json' | 'silent'

/** The log of a running mock. */
export interface Log {
  readonly problem: (problem: SpecProblem) => void
  readonly warn: (message: string) => void
  readonly info: (message: string) => void
  readonly error: (error: unknown) => void
  /** Undefined if requests are not logged. */
  readonly request: ((entry: LogEntry) => void) | undefined
  /** Tells that the mock is served at the URL, and the token that it requires, if any. */
  readonly start: (mock: Mock, url: string, token: string | undefined) => Promise<void>
}

export async function createLog(format: LogFormat): Promise<Log> {
  if (format === 'silent') return silentLog
  return format === 'json' ? jsonLog() : prettyLog()
}

const silentLog: Log = {
  problem() {},
  warn() {},
  info() {},
  error() {},
  request: undefined,
  async start() {},
}

function prettyLog(): Log {
  const out = pc.createColors(hasColors(process.stdout))
  const err = pc.createColors(hasColors(process.stderr))
  const warn = (message: string): void => void process.stderr.write(`${err.yellow('warning')}  ${message}\n`)
  return {
    warn,
    info: (message) => void process.stdout.write(`${out.dim(message)}\n`),
    problem: (problem) => warn(formatProblem(problem)),
    error: (error) => void process.stderr.write(`${err.red('error')}  ${describeError(error)}\n`),
    request: ({ method, url, status, milliseconds }) => {
      const shown = status === 0 ? '---' : String(status)
      process.stdout.write(
        `${method.padEnd(6)} ${colorOf(status, out)(shown)} ${url} ${out.dim(`${milliseconds.toFixed(1)} ms`)}\n`,
      )
    },
    start: async (mock, url, token) => {
      const { banner } = await import('./banner.ts')
      process.stdout.write(await banner(mock, url, token, out))
    },
  }
}

/** Status 0 stands for a connection that ended without a response. */
function colorOf(status: number, { red, yellow, green }: Colors): (text: string) => string {
  if (status === 0 || status >= 500) return red
  return status >= 400 ? yellow : green
}

async function jsonLog(): Promise<Log> {
  const { pino } = await import('pino')
  const logger = pino({ base: null })
  return {
    problem: ({ code, message, pointer, location }) => logger.warn({ code, pointer, location }, message),
    warn: (message) => logger.warn(message),
    info: (message) => logger.info(message),
    error: (error) => logger.error({ err: error }, 'request failed'),
    request: (entry) => logger.info(entry, 'request'),
    start: async (mock, url) => logger.info({ url, document: mock.document.source }, 'listening'),
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
