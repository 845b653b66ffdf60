import type { Command } from 'commander'
import type { Document } from '../spec/document.ts'
import {
  describeKnown,
  readBaseline,
  vanishedFrom,
  writeBaseline,
  type AcceptedFinding,
} from './findings/baseline.ts'
import { checks } from './checks/index.ts'
import { optimize } from './cli/optimizer.ts'
import { settingsOf, type CheckFlags, type Settings } from './cli/options.ts'
import {
  collect,
  parseChecks,
  parseHeader,
  parseInteger,
  parsePhases,
  parsePositive,
  parseRate,
  parseReplayFlag,
  parseReport,
  parseScheme,
  parseSeverities,
  parseSeverity,
  parseShardFlag,
  parseTime,
  parseUrl,
} from './cli/parse.ts'
import { untilAnswered } from './client/wait.ts'
import { coveredOperations } from './findings/report.ts'
import { loadConfig } from './config/load-config.ts'
import { documentOf } from './api/document-source.ts'
import { phaseNames } from './events.ts'
import { idVariable, secretVariable } from './access/oauth2.ts'
import { isBreaking, runDefaults, type RunOptions } from './options.ts'
import { createPlan, describePlan, type Plan } from './plan.ts'
import { recordPlan, type PlanRun } from './engine/record-plan.ts'
import type { Recording } from './reporters/recording.ts'
import { createTerminalReporter } from './reporters/terminal.ts'
import { reportKinds, writeReports } from './reporters/write-reports.ts'

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
    .argument('[url]', 'base URL of the API', parseUrl)
    .argument('[document]', 'path or URL of the OpenAPI document (default: the Pet Store)')
    .addHelpText('after', examples)
    .action(async (url: URL | undefined, document: string | undefined, flags: CheckFlags) => {
      process.exitCode = await check(url, document, flags)
    })
  addOptions(command)
}

function addOptions(command: Command): void {
  const { seed, workers } = runDefaults
  command
    .option('--phases <names>', `phases to run: ${phaseNames.join(',')} (default: all)`, parsePhases)
    .option('--seed <number>', `seed for generated values (default: ${String(seed)})`, parseInteger)
    .option(
      '--max-requests <number>',
      'stop after this many requests (default: 300 per operation, between 8000 and 20000 in total)',
      parsePositive,
    )
    .option('--wait <time>', 'wait up to this long for the API to start, e.g. 30s', parseTime)
    .option('--max-time <time>', 'stop after this time, e.g. 60s or 5m', parseTime)
    .option(
      '--max-response-time <time>',
      'warn about responses that take longer, e.g. 500ms or 2s',
      parseTime,
    )
    .option(
      '--workers <number>',
      `number of operations to test in parallel (default: ${String(workers)})`,
      parsePositive,
    )
    .option('--rate <rate>', 'limit the rate of requests, e.g. 50/s or 600/m', parseRate)
    .option('--shard <part>', 'run only this part of the cases, e.g. 1/4', parseShardFlag)
    .option('--read-only', 'send only safe methods (GET, HEAD, OPTIONS)')
    .option(
      '--include <operation>',
      'check only these operations: an id or "GET /pets", * as a wildcard; repeatable',
      collect,
    )
    .option(
      '--exclude <operation>',
      'never call these operations, not even to prepare others; repeatable',
      collect,
    )
    .option('--checks-off <names>', 'comma-separated checks to leave out; repeatable', parseChecks)
    .option(
      '--severity <check=severity>',
      'report findings of a check as error or warning; repeatable',
      parseSeverities,
    )
    .option('--header <line>', "header to send with every request, 'Name: value'; repeatable", parseHeader)
    .option('--auth-token <token>', 'credentials: a bearer token, an API key, or name:password')
    .option(
      '--auth <scheme=value>',
      "credentials for one of the document's security schemes; repeatable",
      parseScheme,
    )
    .option(
      '--oauth2-token-url <url>',
      'get access tokens from this URL with the client credentials grant',
      parseUrl,
    )
    .option('--oauth2-client-id <id>', `client id (default: $${idVariable})`)
    .option('--oauth2-client-secret <secret>', `client secret (default: $${secretVariable})`)
    .option('--oauth2-scope <scope>', 'scope to request; repeatable', collect)
    .option('--allow-remote-refs', "follow $refs to other servers and to files outside the document's folder")
    .option(
      '--config <file>',
      'configuration file (default: stablehand.config.ts, .js, .json or .yaml in this folder or above)',
    )
    .option(
      '--baseline <file>',
      'accept the findings in this file; fail on any other, and when one of them is no longer found',
    )
    .option('--update-baseline', 'write all current findings to the baseline')
    .option('--report <kind=file>', `write a report: ${reportKinds}; repeatable`, parseReport)
    .option(
      '--fail-on <severity>',
      'lowest severity that fails the check: error or warning (default: error)',
      parseSeverity,
    )
    .option('--plan', 'print the planned cases without sending any request')
    .option('--replay <seed:path>', 'run a single case, as given in a finding', parseReplayFlag)
    .option('--list-checks', 'print all checks with the requirements behind them')
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
      accept the current findings; later, without --update-baseline, fail only on others`

/** From this many cases on, a run is long enough for code optimization to pay off. */
const manyCases = 3000

async function check(url: URL | undefined, document: string | undefined, flags: CheckFlags): Promise<number> {
  if (flags.listChecks) return say(describeChecks())
  optimize('late')
  const config = await loadConfig(process.cwd(), flags.config)
  const settings = settingsOf(flags, config, url, document)
  if (flags.updateBaseline && settings.baseline === undefined)
    return complain('error: --update-baseline needs --baseline')
  if (settings.url && flags.wait !== undefined && !flags.plan) {
    const code = await waitFor(settings.url, flags.wait)
    if (code !== exitCodes.fine) return code
  }
  const loaded = await documentOf(settings.document, { allowRemoteRefs: flags.allowRemoteRefs ?? false })
  const plan = planFor(loaded, settings.options)
  if (flags.plan) return say(describePlan(plan))
  if (!settings.url) return complain("error: missing required argument 'url'")
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
  const onEvent = createTerminalReporter(terminal())
  const recording = await recordWhile({ ...plan, options: runOptions }, { target: url, onEvent, replay })
  const failures = await writeReports(recording, flags.report ?? [], {
    write: (text) => process.stdout.write(text),
    env: process.env,
  })
  if (failures.length > 0) complain(failures.map((each) => `error: ${each}`).join('\n'))
  const code =
    flags.updateBaseline && baseline !== undefined
      ? await renew(baseline, recording)
      : judge(recording, expected, runOptions)
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

function judge(recording: Recording, expected: readonly AcceptedFinding[], options: RunOptions): number {
  const vanished = vanishedFrom(expected, recording, options)
  const summary = describeKnown(recording, vanished)
  if (summary !== '') say(`\n${summary}`)
  const code = codeOf(recording, options) || (vanished.length > 0 ? exitCodes.broken : exitCodes.fine)
  if (code !== exitCodes.fine || options.only !== undefined || coveredOperations(recording) > 0) return code
  return complain(
    '\nerror: no operation accepted a request, so almost nothing was checked. Does the API need credentials (--auth-token) or a header (--header)?',
  )
}

async function renew(file: string, recording: Recording): Promise<number> {
  if (recording.stopped) {
    complain(`error: the run stopped early; ${file} was not changed`)
    return recording.stopped.reason === 'unreachable' ? exitCodes.unreachable : exitCodes.usage
  }
  await writeBaseline(file, recording)
  return say(`\n${file} now lists ${counted(recording.findings.length + recording.known.length)}.`)
}

const counted = (count: number): string => `${String(count)} accepted finding${count === 1 ? '' : 's'}`

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return exitCodes.fine
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`)
  return exitCodes.usage
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
