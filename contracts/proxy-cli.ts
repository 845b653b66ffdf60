import { InvalidArgumentError, type Command } from 'commander'
import { codeOf, exitCodes } from './cli.ts'
import { parseReport, parseSeverity, parseUrl } from './cli/parse.ts'
import type { Severity } from './check.ts'
import { documentOf } from './api/document-source.ts'
import type { ProxyOptions, RunningProxy } from './proxy.ts'
import { exchangeLine } from './proxy/exchange-line.ts'
import { createColors } from './reporters/colors.ts'
import { renderTerminal } from './reporters/terminal.ts'
import { reportKinds, writeReports, type WantedReport } from './reporters/write-reports.ts'

interface Flags {
  readonly port: number
  readonly host: string
  readonly record: Recorded
  readonly secondOpinion?: true
  readonly allowRemoteRefs?: true
  readonly report: readonly WantedReport[]
  readonly failOn: Severity
}

/** Adds `proxy` to the program. It ends the process by its exit code only, so that reports are written whole. */
export function registerProxy(program: Command): void {
  program
    .command('proxy')
    .summary('pass real traffic on to an API and check it')
    .description(
      'Passes real traffic on to an API unchanged, checks each exchange, and reports when it is ended.',
    )
    .argument('<upstream>', 'base URL of the API', parseUrl)
    .argument('[document]', 'OpenAPI document, a path or URL (default: the Pet Store)')
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', parsePort, 4011)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--record <file>',
      'a .har: all that goes through as an HTTP Archive, credentials hidden; a .json: its records, as a world for the mock; may be repeated',
      parseRecord,
      {},
    )
    .option('--second-opinion', 'let @stoplight/prism-http judge too, and list where it disagrees')
    .option(
      '--allow-remote-refs',
      "follow $refs to other servers, and to files outside the document's folder",
    )
    .option('--report <kind=file>', `${reportKinds}; may be repeated`, parseReport, [])
    .option('--fail-on <severity>', 'error or warning', parseSeverity, 'error')
    .addHelpText('after', examples)
    .action(async (upstream: URL, document: string | undefined, flags: Flags) => {
      process.exitCode = await proxy(upstream, document, flags)
    })
}

const examples = `
Examples:
  $ stablehand proxy https://api.example.com openapi.yaml       send what you have to http://127.0.0.1:4011
  $ stablehand proxy http://127.0.0.1:8080 --record all.har     and open it in the network panel of a browser
  $ stablehand proxy http://127.0.0.1:8080 --record world.json  then: stablehand mock --world world.json
  $ stablehand proxy http://127.0.0.1:8080 --report junit=report.xml --fail-on warning

Ctrl-C ends it with a report. Absolute URLs in responses are not rewritten.`

function parsePort(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

/** The files to record traffic in. */
type Recorded = Pick<ProxyOptions, 'record' | 'world'>

function parseRecord(text: string, previous: Recorded): Recorded {
  if (/\.har$/i.test(text)) return { ...previous, record: text }
  if (/\.json$/i.test(text)) return { ...previous, world: text }
  throw new InvalidArgumentError('Give a file that ends in .har or .json.')
}

const colors = createColors(process.stdout.isTTY && process.env['NO_COLOR'] === undefined)

const write = (text: string): void => void process.stdout.write(`${text}\n`)

async function proxy(upstream: URL, source: string | undefined, flags: Flags): Promise<number> {
  const { port, host, record, failOn, secondOpinion = false, allowRemoteRefs = false } = flags
  const { startProxy } = await import('./proxy.ts')
  const document = await documentOf(source, { allowRemoteRefs })
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
  write(`${colors.bold(running.url)} passes on to ${upstream.href}, checked against ${title} ${version}`)
  write(colors.dim('Ctrl-C ends it with a report.\n'))
  return end(running, flags)
}

async function end(running: RunningProxy, { report, failOn }: Flags): Promise<number> {
  await interruption()
  const recording = await running.close()
  write(`\n${renderTerminal(recording, colors)}`)
  const github = { write: (text: string) => void process.stdout.write(text), env: process.env }
  const failures = await writeReports(recording, report, github)
  for (const failure of failures) process.stderr.write(`error: ${failure}\n`)
  return codeOf(recording, { failOn }) || (failures.length > 0 ? exitCodes.usage : exitCodes.fine)
}

/** Resolves when the process is asked to end; asked again, it ends at once. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
