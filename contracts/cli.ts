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

/** What went wrong, as the process tells it. */
export const exitCodes = { fine: 0, broken: 1, usage: 2, unreachable: 3 } as const

/** Adds `check` to the program. It ends the process by its exit code only, so that reports are written whole. */
export function registerCheck(program: Command): void {
  const command = program
    .command('check')
    .description('test a live API against its OpenAPI document')
    .argument('[url]', 'base URL of the API', parseUrl)
    .argument('[document]', 'OpenAPI document, a path or URL (default: the Pet Store)')
    .addHelpText('after', examples)
    .action(async (url: URL | undefined, document: string | undefined, flags: CheckFlags) => {
      process.exitCode = await check(url, document, flags)
    })
  addOptions(command)
}

function addOptions(command: Command): void {
  const { seed, workers } = runDefaults
  command
    .option('--phases <names>', `some of ${phaseNames.join(',')} (default: all)`, parsePhases)
    .option('--seed <number>', `what made-up values are made of (default: ${String(seed)})`, parseInteger)
    .option(
      '--max-requests <number>',
      'stop after as many (default: 200 for each operation, 8000 to 20000)',
      parsePositive,
    )
    .option('--wait <time>', 'wait as long for the API to answer at all: 30s', parseTime)
    .option('--max-time <time>', 'stop after that time: 60s, 5m', parseTime)
    .option('--max-response-time <time>', 'warn of responses that take longer: 500ms, 2s', parseTime)
    .option(
      '--workers <number>',
      `operations tried side by side (default: ${String(workers)})`,
      parsePositive,
    )
    .option('--rate <rate>', 'at most as many requests: 50/s, 600/m', parseRate)
    .option('--shard <part>', 'run one part of all cases: 1/4', parseShardFlag)
    .option('--read-only', 'send nothing but safe methods')
    .option(
      '--include <operation>',
      'judge these only: an id or "GET /pets", * for anything; may be repeated',
      collect,
    )
    .option('--exclude <operation>', 'never ask these, not even to prepare others; may be repeated', collect)
    .option('--checks-off <names>', 'leave out these checks', parseChecks)
    .option(
      '--severity <check=severity>',
      'take findings of a check as error or warning; may be repeated',
      parseSeverities,
    )
    .option('--header <line>', "sent with every request: 'Name: value'; may be repeated", parseHeader)
    .option('--auth-token <token>', 'bearer token, API key, or name:password')
    .option(
      '--auth <scheme=value>',
      "the same for one of the document's security schemes; may be repeated",
      parseScheme,
    )
    .option('--oauth2-token-url <url>', 'fetch access tokens there with client credentials', parseUrl)
    .option('--oauth2-client-id <id>', `default: $${idVariable}`)
    .option('--oauth2-client-secret <secret>', `default: $${secretVariable}`)
    .option('--oauth2-scope <scope>', 'may be repeated', collect)
    .option(
      '--allow-remote-refs',
      "follow $refs to other servers, and to files outside the document's folder",
    )
    .option('--config <file>', 'default: stablehand.config.ts, .js, .json or .yaml here or above')
    .option(
      '--baseline <file>',
      'accept the findings it lists; fail on others, and when one of them vanishes',
    )
    .option('--update-baseline', 'write all that is found into the baseline')
    .option('--report <kind=file>', `${reportKinds}; may be repeated`, parseReport)
    .option('--fail-on <severity>', 'error or warning (default: error)', parseSeverity)
    .option('--plan', 'print what would be tried, and try nothing')
    .option('--replay <seed:path>', 'run one case only, as a finding names it', parseReplayFlag)
    .option('--list-checks', 'print every check, with what asks for it')
}

const examples = `
Examples:
  $ stablehand check http://localhost:4010
      the Pet Store
  $ stablehand check https://api.example.com openapi.yaml --auth-token "$TOKEN" --report html=report.html
      an API behind a token, with a report to look at
  $ npm start & stablehand check http://localhost:8080 openapi.yaml --wait 30s
      a backend that is just being started
  $ stablehand check https://api.example.com openapi.yaml --read-only --rate 10/s --max-time 5m
      politely, and without changing anything
  $ stablehand check https://api.example.com openapi.yaml --baseline known.json --update-baseline
      accept what is found today; without --update-baseline fail on anything else`

/** From so many on a run is long enough for optimized code to pay. */
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
    if (settings.options.shard) return say('There is nothing in this part of the plan.')
    return complain(
      flags.replay ? `error: there is no case ${flags.replay.path}` : 'error: there is nothing to check',
    )
  }
  if (plan.phases.reduce((sum, { cases }) => sum + cases.length, 0) > manyCases) optimize('soon')
  return run({ ...settings, url: settings.url, plan, flags })
}

/** Says what is in the way when the API does not answer in time. */
async function waitFor(url: URL, milliseconds: number): Promise<number> {
  const { progress } = terminal()
  progress?.(`Waiting for ${url.href} …`)
  const problem = await untilAnswered(url, milliseconds)
  progress?.('\r\u001B[K')
  if (problem === undefined) return exitCodes.fine
  complain(`error: ${url.href} did not answer within ${String(milliseconds / 1000)} s: ${problem}.`)
  return exitCodes.unreachable
}

/** Takes some seconds for documents of hundreds of operations. */
function planFor(document: Document, options: RunOptions): Plan {
  const { progress } = terminal()
  progress?.('Working out what to try …')
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
  // Whoever replays a finding wants to see it, and whoever writes a baseline all of them.
  const isJudged = baseline !== undefined && !flags.updateBaseline && !flags.replay
  const accepted = isJudged ? await readBaseline(baseline) : []
  const expected = flags.replay ? [] : [...options.knownFindings.map((id) => ({ id })), ...accepted]
  const told = { ...options, knownFindings: expected.map(({ id }) => id) }
  const { config, allowRemoteRefs } = flags
  const own = { ...settingsOf(flags, undefined, url, undefined).options, config, allowRemoteRefs }
  const onEvent = createTerminalReporter(terminal())
  const recording = await recordWhile({ ...plan, options: told }, { target: url, onEvent, replay: own })
  const failures = await writeReports(recording, flags.report ?? [], {
    write: (text) => process.stdout.write(text),
    env: process.env,
  })
  if (failures.length > 0) complain(failures.map((each) => `error: ${each}`).join('\n'))
  const code =
    flags.updateBaseline && baseline !== undefined
      ? await renew(baseline, recording)
      : judge(recording, expected, told)
  return code || (failures.length > 0 ? exitCodes.usage : exitCodes.fine)
}

/** Ctrl-C ends the run, which then cleans up and reports; a second one ends the process. */
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
  const told = describeKnown(recording, vanished)
  if (told !== '') say(`\n${told}`)
  const code = codeOf(recording, options) || (vanished.length > 0 ? exitCodes.broken : exitCodes.fine)
  if (code !== exitCodes.fine || options.only !== undefined || coveredOperations(recording) > 0) return code
  return complain(
    '\nerror: no operation accepted any request, so that hardly anything was checked. Does the target need credentials (--auth-token), or a header (--header)?',
  )
}

async function renew(file: string, recording: Recording): Promise<number> {
  if (recording.stopped) {
    complain(`error: the run did not end by itself; ${file} stays as it is`)
    return recording.stopped.reason === 'unreachable' ? exitCodes.unreachable : exitCodes.usage
  }
  await writeBaseline(file, recording)
  return say(`\n${file} accepts ${String(recording.findings.length + recording.known.length)} findings.`)
}

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
