import { InvalidArgumentError, type Command } from 'commander'
import { loadDocument } from '../spec/load.ts'
import { checks } from './checks/index.ts'
import { phaseNames, type PhaseName } from './events.ts'
import { recordContract } from './index.ts'
import { runDefaults, type RunOptions } from './options.ts'
import { createPlan, describePlan } from './plan.ts'
import type { Recording } from './reporters/recording.ts'
import { createTerminalReporter } from './reporters/terminal.ts'
import { parseWantedReport, reportKinds, writeReports, type WantedReport } from './reporters/write-reports.ts'
import { parseReplay } from './replay.ts'

/** What went wrong, as the process tells it. */
export const exitCodes = { fine: 0, broken: 1, usage: 2, unreachable: 3 } as const

interface Flags {
  readonly phases: readonly PhaseName[]
  readonly seed: number
  readonly maxRequests: number
  readonly maxTime: number
  readonly workers: number
  readonly rate: number
  readonly readOnly?: true
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly header: Readonly<Record<string, string>>
  readonly authToken?: string
  readonly report: readonly WantedReport[]
  readonly failOn: 'error' | 'warning'
  readonly plan?: true
  readonly replay?: { readonly seed: number; readonly path: string }
  readonly listChecks?: true
}

/** Adds `check` to the program. It ends the process by its exit code only, so that reports are written whole. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('test a live API against its OpenAPI document')
    .argument('[url]', 'base URL of the API', parseUrl)
    .argument('[document]', 'OpenAPI document, a path or URL (default: the Pet Store)')
    .option('--phases <names>', `any of ${phaseNames.join(', ')}`, parsePhases, runDefaults.phases)
    .option('--seed <number>', 'what made-up values are made of', parseInteger, runDefaults.seed)
    .option('--max-requests <number>', 'stop after as many', parsePositive, runDefaults.maxRequests)
    .option('--max-time <time>', 'stop after that time: 60s, 5m', parseTime, runDefaults.maxTime)
    .option('--workers <number>', 'operations tried side by side', parsePositive, runDefaults.workers)
    .option('--rate <rate>', 'at most as many requests: 50/s, 600/m', parseRate, runDefaults.rate)
    .option('--read-only', 'send nothing but safe methods')
    .option('--include <operation>', 'judge these only: an id or "GET /pets", * for anything', collect, [])
    .option('--exclude <operation>', 'do not judge these', collect, [])
    .option('--header <line>', "sent with every request: 'Name: value'", parseHeader, {})
    .option('--auth-token <token>', 'bearer token, API key, or name:password')
    .option('--report <kind=file>', `${reportKinds}; may be repeated`, parseReport, [])
    .option('--fail-on <severity>', 'error or warning', parseSeverity, 'error')
    .option('--plan', 'print what would be tried, and try nothing')
    .option('--replay <seed:path>', 'run one case only, as a finding names it', parseReplayFlag)
    .option('--list-checks', 'print every check, with what asks for it')
    .action(async (url: URL | undefined, document: string | undefined, flags: Flags) => {
      process.exitCode = await check(url, document, flags)
    })
}

async function check(url: URL | undefined, document: string | undefined, flags: Flags): Promise<number> {
  if (flags.listChecks) return say(describeChecks())
  const options = toOptions(flags)
  const loaded = await loadDocument(document)
  if (flags.plan) return say(describePlan(createPlan(loaded, options)))
  if (!url) return complain("error: missing required argument 'url'")
  const known = createPlan(loaded, options).phases.length
  if (known === 0) return complain(flags.replay ? `error: there is no case ${flags.replay.path}` : 'error: there is nothing to check')
  const reporter = createTerminalReporter(terminal())
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    const recording = await recordContract({ ...options, target: url, document: loaded, onEvent: reporter, signal: interruption.signal })
    const failures = await writeReports(recording, flags.report, { write: (text) => process.stdout.write(text), env: process.env })
    if (failures.length > 0) complain(failures.map((each) => `error: ${each}`).join('\n'))
    return codeOf(recording, flags.failOn) || (failures.length > 0 ? exitCodes.usage : exitCodes.fine)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return exitCodes.fine
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return exitCodes.usage
}

function toOptions(flags: Flags): RunOptions {
  const { phases, seed, maxRequests, maxTime, workers, rate, include, exclude, replay } = flags
  return {
    ...runDefaults,
    ...{ phases, maxRequests, maxTime, workers, rate, include, exclude },
    seed: replay?.seed ?? seed,
    only: replay?.path,
    readOnly: flags.readOnly ?? false,
    headers: flags.header,
    authToken: flags.authToken,
  }
}

function terminal(): Parameters<typeof createTerminalReporter>[0] {
  const isWatched = process.stderr.isTTY && !process.env['CI']
  return {
    write: (text) => process.stdout.write(text),
    progress: isWatched ? (text) => process.stderr.write(text) : undefined,
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    width: process.stderr.columns ?? 80,
  }
}

export function codeOf({ findings, stopped }: Recording, failOn: Flags['failOn']): number {
  if (stopped?.reason === 'unreachable') return exitCodes.unreachable
  return findings.some(({ severity }) => severity === 'error' || failOn === 'warning') ? exitCodes.broken : exitCodes.fine
}

function describeChecks(): string {
  const width = Math.max(...checks.map(({ id }) => id.length))
  return checks
    .map(({ id, title, severity, requirement }) => `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n${' '.repeat(width + 11)}${requirement}`)
    .join('\n')
}

export function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidArgumentError('It is not an http or https URL.')
  return url
}

function parsePhases(text: string): readonly PhaseName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !phaseNames.some((phase) => phase === name))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no phase '${unknown}'.`)
  return phaseNames.filter((phase) => names.includes(phase))
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It is not an integer.')
  return value
}

function parsePositive(text: string): number {
  const value = parseInteger(text)
  if (value < 1) throw new InvalidArgumentError('It has to be at least 1.')
  return value
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function parseTime(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text)
  if (!match) throw new InvalidArgumentError('It is not a time such as 60s or 5m.')
  return Number(match[1]) * (milliseconds[match[2] ?? 's'] ?? 1000)
}

function parseRate(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|m|h))?$/.exec(text)
  const count = Number(match?.[1])
  if (!match || count <= 0) throw new InvalidArgumentError('It is not a rate such as 50/s.')
  return (count * 1000) / (milliseconds[match[2] ?? 's'] ?? 1000)
}

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text]

function parseHeader(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(text)
  if (match?.[1] === undefined) throw new InvalidArgumentError("It is not a header such as 'Name: value'.")
  return { ...before, [match[1].toLowerCase()]: match[2] ?? '' }
}

export function parseReport(text: string, before: readonly WantedReport[]): readonly WantedReport[] {
  const wanted = parseWantedReport(text)
  if (!wanted) throw new InvalidArgumentError(`It is none of ${reportKinds}.`)
  return [...before, wanted]
}

export function parseSeverity(text: string): 'error' | 'warning' {
  if (text !== 'error' && text !== 'warning') throw new InvalidArgumentError("It is 'error' or 'warning'.")
  return text
}

function parseReplayFlag(text: string): { readonly seed: number; readonly path: string } {
  const found = parseReplay(text)
  if (!found) throw new InvalidArgumentError('It is not seed:path, as a finding gives it.')
  return found
}
