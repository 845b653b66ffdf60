import type { Command } from 'commander'
import type { Document } from '../spec/document.ts'
import { plural } from '../spec/util/plural.ts'
import { documentOf } from './api/document-source.ts'
import { checks } from './checks/index.ts'
import { addCheckOptions } from './cli/check-options.ts'
import { optimize } from './cli/optimizer.ts'
import { settingsOf, type CheckFlags, type Settings } from './cli/options.ts'
import { warnOfProblems } from './cli/warn.ts'
import { targetUrl } from './client/target-url.ts'
import { untilAnswered } from './client/wait.ts'
import { loadConfig } from './config/load-config.ts'
import {
  describeKnown,
  readBaseline,
  vanishedFrom,
  writeBaseline,
  type AcceptedFinding,
} from './findings/baseline.ts'
import { coveredOperations } from './findings/report.ts'
import { isBreaking, type RunOptions } from './options.ts'
import { createPlan, describePlan, type Plan } from './plan.ts'
import { recordPlan, type PlanRun } from './record-plan.ts'
import type { Recording } from './recording.ts'
import { createTerminalReporter } from './reporters/terminal.ts'
import { hasPipedReport, writeReports } from './reporters/write-reports.ts'

/** Exit codes of the process. */
export const exitCodes = { fine: 0, broken: 1, usage: 2, unreachable: 3 } as const

/** Adds the `check` command. It sets `process.exitCode` instead of exiting, so that reports are written completely. */
export function registerCheck(program: Command): void {
  const command = program
    .command('check')
    .description(
      'Test a live API against its OpenAPI document, and report every violation with a curl command that reproduces it.',
    )
    .summary('test a live API against its OpenAPI document')
    .argument('[url]', 'base URL of the API', targetUrl)
    .argument('[document]', 'path or URL of the OpenAPI document (default: the Pet Store)')
    .addHelpText('after', examples)
    .action(async (url: URL | undefined, document: string | undefined, flags: CheckFlags) => {
      process.exitCode = await check(url, document, flags)
    })
  addCheckOptions(command)
}

const examples = `
Examples:
  $ stablehand check http://localhost:4010
      check an implementation of the Pet Store
  $ stablehand check https://api.example.com openapi.yaml --auth-token "$TOKEN" --report html=report.html
      authenticate with a token, and write an HTML report
  $ npm start & stablehand check http://localhost:8080 openapi.yaml --wait 30s
      start a backend and wait for it
  $ stablehand check https://api.example.com openapi.yaml --read-only --rate 10/s --max-time 5m
      change nothing and limit the load
  $ stablehand check https://api.example.com openapi.yaml --baseline known.json --update-baseline
      accept the current findings; later, without --update-baseline, fail only on others
  $ stablehand check http://localhost:8080 openapi.yaml --include 'GET /pets*' --exclude deletePet
      check some operations
  $ stablehand check http://localhost:8080 openapi.yaml --auth apiKey=$KEY --auth basic=name:password
      different credentials for the document's security schemes

Exit codes: 0 no violations, 1 contract violated, 2 usage error or unusable document, 3 target not reachable.`

const missingUrl = `error: missing required argument 'url', such as http://localhost:8080
(use --help for usage)`

/** From this many cases on, a run is long enough for code optimization to pay off. */
const manyCases = 3000

async function check(url: URL | undefined, document: string | undefined, flags: CheckFlags): Promise<number> {
  if (flags.listChecks) return say(describeChecks())
  optimize('late')
  const config = await loadConfig(process.cwd(), flags.config)
  const settings = settingsOf(flags, config, url, document)
  if (flags.updateBaseline && settings.baseline === undefined)
    return complain('error: --update-baseline needs --baseline')
  if (!settings.url && !flags.plan) return complain(missingUrl)
  if (settings.url && flags.wait !== undefined && !flags.plan) {
    const code = await waitFor(settings.url, flags.wait)
    if (code !== exitCodes.fine) return code
  }
  const loaded = await documentOf(settings.document, { allowRemoteRefs: flags.allowRemoteRefs ?? false })
  warnOfProblems(loaded)
  const plan = planFor(loaded, settings.options)
  if (flags.plan || !settings.url) return say(describePlan(plan))
  if (plan.phases.length === 0) {
    if (settings.options.shard) return say('This shard has no cases.')
    return complain(
      flags.replay
        ? `error: unknown case '${flags.replay.path}'`
        : 'error: no cases to run: check --include, --exclude and --phases',
    )
  }
  if (plan.phases.reduce((sum, { cases }) => sum + cases.length, 0) > manyCases) optimize('soon')
  return run({ ...settings, url: settings.url, plan, flags })
}

/** Waits until the API answers. Prints an error if it does not in time. */
async function waitFor(url: URL, milliseconds: number): Promise<number> {
  const { progress } = terminal()
  progress?.(`Waiting for ${url.href} …`)
  const problem = await untilAnswered(url, milliseconds)
  progress?.('\r\u001B[K')
  if (problem === undefined) return exitCodes.fine
  complain(`error: ${url.href} did not answer within ${String(milliseconds / 1000)} s: ${problem}.`)
  return exitCodes.unreachable
}

/** Planning takes some seconds for documents with hundreds of operations. */
function planFor(document: Document, options: RunOptions): Plan {
  const { progress } = terminal()
  progress?.('Planning …')
  const plan = createPlan(document, options)
  progress?.('\r\u001B[K')
  return plan
}

interface Job extends Pick<Settings, 'options' | 'baseline'> {
  readonly url: URL
  readonly plan: Plan
  readonly flags: CheckFlags
}

async function run({ url, plan, options, baseline, flags }: Job): Promise<number> {
  // A replay shows the finding even if it is accepted, and a new baseline lists all findings.
  const isCompared = baseline !== undefined && !flags.updateBaseline && !flags.replay
  const accepted = isCompared ? await readBaseline(baseline) : []
  const expected = flags.replay ? [] : [...options.knownFindings.map((id) => ({ id })), ...accepted]
  const runOptions = { ...options, knownFindings: expected.map(({ id }) => id) }
  const { config, allowRemoteRefs } = flags
  const replay = { ...settingsOf(flags, undefined, url, undefined).options, config, allowRemoteRefs }
  const reports = flags.report ?? []
  const output = hasPipedReport(reports) ? process.stderr : process.stdout
  const onEvent = createTerminalReporter(terminal(output))
  const recording = await recordWhile({ ...plan, options: runOptions }, { target: url, onEvent, replay })
  const failures = await writeReports(recording, reports, {
    write: (text) => process.stdout.write(text),
    env: process.env,
  })
  if (failures.length > 0) complain(failures.map((each) => `error: ${each}`).join('\n'))
  const code =
    flags.updateBaseline && baseline !== undefined
      ? await renew(baseline, recording, output)
      : judge(recording, expected, runOptions, output)
  return code || (failures.length > 0 ? exitCodes.usage : exitCodes.fine)
}

/** Runs the plan. Ctrl-C stops it early, with clean-up and reports; a second Ctrl-C ends the process. */
async function recordWhile(plan: Plan, settings: PlanRun): Promise<Recording> {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    return await recordPlan(plan, { ...settings, signal: interruption.signal })
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

function judge(
  recording: Recording,
  expected: readonly AcceptedFinding[],
  options: RunOptions,
  output: Output,
): number {
  const vanished = vanishedFrom(expected, recording, options)
  const summary = describeKnown(recording, vanished)
  if (summary !== '') say(`\n${summary}`, output)
  const code = codeOf(recording, options) || (vanished.length > 0 ? exitCodes.broken : exitCodes.fine)
  if (code !== exitCodes.fine || options.only !== undefined || coveredOperations(recording) > 0) return code
  return complain(
    '\nerror: no operation accepted a request, so almost nothing was checked. Does the API need credentials (--auth-token) or a header (--header)?',
  )
}

async function renew(file: string, recording: Recording, output: Output): Promise<number> {
  if (recording.stopped) {
    complain(`error: the run stopped early; ${file} was not changed`)
    return recording.stopped.reason === 'unreachable' ? exitCodes.unreachable : exitCodes.usage
  }
  await writeBaseline(file, recording)
  const accepted = plural(recording.findings.length + recording.known.length, 'accepted finding')
  return say(`\n${file} now lists ${accepted}.`, output)
}

/** Where the report for people goes. */
type Output = typeof process.stdout | typeof process.stderr

function say(text: string, output: Output = process.stdout): number {
  output.write(`${text}\n`)
  return exitCodes.fine
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return exitCodes.usage
}

const writeToStderr = (text: string): void => void process.stderr.write(text)

function terminal(output: Output = process.stdout): Parameters<typeof createTerminalReporter>[0] {
  const isWatched = process.stderr.isTTY && !process.env['CI']
  return {
    write: (text) => output.write(text),
    progress: isWatched ? writeToStderr : undefined,
    log: writeToStderr,
    color: output.isTTY && process.env['NO_COLOR'] === undefined,
    width: process.stderr.columns ?? 80,
  }
}

export function codeOf({ findings, stopped }: Recording, options: Pick<RunOptions, 'failOn'>): number {
  if (stopped?.reason === 'unreachable') return exitCodes.unreachable
  return findings.some((each) => isBreaking(each, options)) ? exitCodes.broken : exitCodes.fine
}

function describeChecks(): string {
  const width = Math.max(...checks.map(({ id }) => id.length))
  return checks
    .map(
      ({ id, title, severity, requirement }) =>
        `${id.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n${' '.repeat(width + 11)}${requirement}`,
    )
    .join('\n')
}
