import { InvalidArgumentError, type Command } from 'commander'
import { documentOf } from './api/document-source.ts'
import type { Severity } from './check.ts'
import { codeOf, exitCodes } from './cli.ts'
import { parseReport, parseSeverity } from './cli/parse.ts'
import { warnOfProblems } from './cli/warn.ts'
import { targetUrl } from './client/target-url.ts'
import type { ProxyOptions, RunningProxy } from './proxy.ts'
import { exchangeLine } from './proxy/exchange-line.ts'
import { createColors, type Colors } from './reporters/colors.ts'
import { renderTerminal } from './reporters/terminal.ts'
import { hasPipedReport, reportKinds, writeReports, type WantedReport } from './reporters/write-reports.ts'

interface Flags {
  readonly port: number
  readonly host: string
  readonly record?: Recorded
  readonly secondOpinion?: true
  readonly allowRemoteRefs?: true
  readonly report?: readonly WantedReport[]
  readonly failOn?: Severity
}

/** Adds the `proxy` command. It sets `process.exitCode` instead of exiting, so that reports are written completely. */
export function registerProxy(program: Command): void {
  program
    .command('proxy')
    .summary('forward real traffic to an API and check it')
    .description(
      'Forwards real traffic to an API unchanged, checks every request and response, and prints a report on Ctrl-C.',
    )
    .argument('<upstream>', 'base URL of the API', targetUrl)
    .argument('[document]', 'path or URL of the OpenAPI document (default: the Pet Store)')
    .option('-p, --port <number>', 'port to listen on; 0 for any free port', parsePort, 4011)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--record <file>',
      'record the traffic: to a .har file as an HTTP Archive without credentials, to a .json file as a world for the mock; repeatable',
      parseRecord,
    )
    .option('--second-opinion', 'also validate with @stoplight/prism-http, and list disagreements')
    .option('--allow-remote-refs', "follow $refs to other servers and to files outside the document's folder")
    .option(
      '--report <kind=file>',
      `write a report: ${reportKinds}; - as the file for standard output; repeatable`,
      parseReport,
    )
    .option(
      '--fail-on <severity>',
      'lowest severity that fails the check: error or warning (default: error)',
      parseSeverity,
    )
    .addHelpText('after', examples)
    .action(async (upstream: URL, document: string | undefined, flags: Flags) => {
      process.exitCode = await proxy(upstream, document, flags)
    })
}

const examples = `
Examples:
  $ stablehand proxy https://api.example.com openapi.yaml
      then send your requests to http://127.0.0.1:4011
  $ stablehand proxy http://127.0.0.1:8080 --record all.har
      then open all.har in the network panel of a browser
  $ stablehand proxy http://127.0.0.1:8080 --record world.json
      then serve the recorded data with: stablehand mock --world world.json
  $ stablehand proxy http://127.0.0.1:8080 --report junit=report.xml --fail-on warning

Press Ctrl-C to stop and print the report. Absolute URLs in responses are not rewritten.`

function parsePort(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('Expected a port from 0 to 65535.')
}

/** The files to record to. */
type Recorded = Pick<ProxyOptions, 'record' | 'world'>

function parseRecord(text: string, previous: Recorded = {}): Recorded {
  if (/\.har$/i.test(text)) return { ...previous, record: text }
  if (/\.json$/i.test(text)) return { ...previous, world: text }
  throw new InvalidArgumentError('Expected a file that ends in .har or .json.')
}

/** Where the log and the report for people go. */
interface Output {
  readonly colors: Colors
  write(this: void, text: string): void
}

function outputOf({ report = [] }: Flags): Output {
  const stream = hasPipedReport(report) ? process.stderr : process.stdout
  return {
    colors: createColors(stream.isTTY && process.env['NO_COLOR'] === undefined),
    write: (text) => void stream.write(`${text}\n`),
  }
}

async function proxy(upstream: URL, source: string | undefined, flags: Flags): Promise<number> {
  const { port, host, record, failOn = 'error', secondOpinion = false, allowRemoteRefs = false } = flags
  const output = outputOf(flags)
  const { colors, write } = output
  const { startProxy } = await import('./proxy.ts')
  const document = await documentOf(source, { allowRemoteRefs })
  warnOfProblems(document)
  const running = await startProxy({
    upstream,
    document,
    port,
    host,
    secondOpinion,
    ...record,
    failOn,
    onExchange: (exchange) => write(exchangeLine(exchange, colors)),
  })
  const { title, version } = document.root.info
  write(`${colors.bold(running.url)} forwards to ${upstream.href} and checks against ${title} ${version}`)
  write(colors.dim('Press Ctrl-C to stop and print the report.\n'))
  return end(running, flags, output)
}

async function end(
  running: RunningProxy,
  { report = [], failOn = 'error' }: Flags,
  { colors, write }: Output,
): Promise<number> {
  await interruption()
  const recording = await running.close()
  write(`\n${renderTerminal(recording, colors)}`)
  const github = { write: (text: string) => void process.stdout.write(text), env: process.env }
  const failures = await writeReports(recording, report, github)
  for (const failure of failures) process.stderr.write(`error: ${failure}\n`)
  return codeOf(recording, { failOn }) || (failures.length > 0 ? exitCodes.usage : exitCodes.fine)
}

/** Resolves on SIGINT or SIGTERM; a second signal ends the process. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
