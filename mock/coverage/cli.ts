import { writeFile } from 'node:fs/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { withoutSlash } from '../../spec/routing/path-template.ts'
import { demandSyntax, parseDemands, unmet, type Demand } from './demand.ts'
import type { CoverageReport } from './report.ts'

interface Flags {
  readonly require?: readonly Demand[]
  readonly report?: readonly ReportFile[]
  readonly controlToken?: string
  readonly reset?: true
}

interface ReportFile {
  readonly kind: 'json' | 'html'
  readonly file: string
}

const exitCodes = { success: 0, unmet: 1, usage: 2, unreachable: 3 } as const

/** Adds `stablehand coverage`. */
export function registerCoverage(program: Command): void {
  program
    .command('coverage')
    .summary('report which parts of the document the clients of a mock used')
    .description(
      'Report which operations, statuses and enum values the clients of a running mock have used, and who calls deprecated operations.',
    )
    .argument('[url]', 'base URL of the mock', parseUrl, new URL('http://127.0.0.1:4010'))
    .option('--require <what>', `minimum coverage, else exit with 1: ${demandSyntax}`, demands)
    .option(
      '--report <kind=file>',
      'write a report: json=file or html=file; - as the file for standard output; repeatable',
      parseReport,
    )
    .option('--control-token <token>', "value of the mock's --control-token")
    .option('--reset', 'reset all counters and print nothing')
    .addHelpText('after', examples)
    .action(async (url: URL, flags: Flags) => {
      process.exitCode = await coverage(url, flags)
    })
}

const examples = `
Examples:
  $ stablehand coverage --reset                                  before the tests
  $ stablehand coverage http://127.0.0.1:4010 --report html=coverage.html
  $ stablehand coverage --require operations,errors=80%,deprecated=0

Deprecated operations do not count towards the other requirements.
Exit codes: 0 success, 1 coverage below --require, 2 usage error, 3 mock not reachable.`

function demands(text: string): readonly Demand[] {
  const parsed = parseDemands(text)
  if (parsed) return parsed
  throw new InvalidArgumentError(`Expected a comma-separated list of ${demandSyntax}.`)
}

function parseUrl(text: string): URL {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text)
  throw new InvalidArgumentError('Expected a URL such as http://127.0.0.1:4010.')
}

function parseReport(text: string, previous: readonly ReportFile[] = []): readonly ReportFile[] {
  const [, kind, file] = /^(json|html)=(.+)$/.exec(text) ?? []
  if (kind === undefined || file === undefined)
    throw new InvalidArgumentError('Expected json=file or html=file.')
  if (file === '-' && isPiped(previous))
    throw new InvalidArgumentError('Only one report can go to standard output.')
  return [...previous, { kind: kind as ReportFile['kind'], file }]
}

/** Whether a report goes to standard output, which then carries nothing else. */
const isPiped = (files: readonly ReportFile[] = []): boolean => files.some(({ file }) => file === '-')

async function coverage(url: URL, flags: Flags): Promise<number> {
  const answer = await ask(url, flags)
  if (typeof answer === 'string') {
    process.stderr.write(`error: ${answer}\n`)
    return exitCodes.unreachable
  }
  if (answer === undefined) return exitCodes.success
  await show(answer, isPiped(flags.report) ? process.stderr : process.stdout)
  const failures = await writeReports(answer, flags.report ?? [])
  const missing = unmet(answer, flags.require ?? [])
  for (const line of [...failures, ...missing]) process.stderr.write(`error: ${line}\n`)
  if (failures.length > 0) return exitCodes.usage
  return missing.length > 0 ? exitCodes.unmet : exitCodes.success
}

/** Returns the mock's report, undefined after a reset, or an error message. */
async function ask(url: URL, { controlToken, reset }: Flags): Promise<CoverageReport | string | undefined> {
  const address = `${withoutSlash(url.href)}/_mock/coverage`
  try {
    const response = await fetch(address, {
      method: reset ? 'DELETE' : 'GET',
      headers: controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` },
    })
    const text = await response.text()
    if (!response.ok) return `${address} responded with ${response.status}: ${text.slice(0, 300)}`
    if (reset) return undefined
    return (await readReport(text)) ?? `${address} is not a stablehand mock.`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `${address} is not reachable: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

async function readReport(text: string): Promise<CoverageReport | undefined> {
  const [{ parseJson }, { reportIn }] = await Promise.all([
    import('../../spec/json.ts'),
    import('./report.ts'),
  ])
  const reading = parseJson(text)
  return reading.kind === 'ok' ? reportIn(reading.value) : undefined
}

async function show(
  report: CoverageReport,
  output: typeof process.stdout | typeof process.stderr,
): Promise<void> {
  const [{ renderText }, { hasColors }, { default: picocolors }] = await Promise.all([
    import('./text.ts'),
    import('../cli/colors.ts'),
    import('picocolors'),
  ])
  output.write(renderText(report, picocolors.createColors(hasColors(output))))
}

/** Returns an error message for each report that could not be written. */
async function writeReports(
  report: CoverageReport,
  files: readonly ReportFile[],
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const { kind, file } of files) {
    const text = await render(report, kind)
    if (file === '-') process.stdout.write(text)
    else
      await writeFile(file, text).catch((error: Error) =>
        failures.push(`${file} cannot be written: ${error.message}`),
      )
  }
  return failures
}

async function render(report: CoverageReport, kind: ReportFile['kind']): Promise<string> {
  if (kind === 'html') return (await import('./html.ts')).renderHtml(report)
  const { stringifyJson } = await import('../../spec/json.ts')
  return `${stringifyJson(report as unknown as Parameters<typeof stringifyJson>[0], 2)}\n`
}
