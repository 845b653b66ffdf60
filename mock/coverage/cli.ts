import { writeFile } from 'node:fs/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { demandSyntax, parseDemands, unmet, type Demand } from './demand.ts'
import type { CoverageReport } from './report.ts'

interface Flags {
  readonly require?: readonly Demand[]
  readonly report: readonly Wanted[]
  readonly controlToken?: string
  readonly reset?: true
}

interface Wanted {
  readonly kind: 'json' | 'html'
  readonly file: string
}

const exitCodes = { fine: 0, unmet: 1, usage: 2, unreachable: 3 } as const

/** Adds `stablehand coverage`. */
export function registerCoverage(program: Command): void {
  program
    .command('coverage')
    .summary("show what a mock's clients have exercised of its document")
    .description(
      'Shows which operations, statuses and enum values the clients of a running mock have exercised, and who calls what is deprecated.',
    )
    .argument('[url]', 'base URL of the mock', parseUrl, new URL('http://127.0.0.1:4010'))
    .option('--require <what>', `fail unless it is covered: ${demandSyntax}`, demands)
    .option('--report <kind=file>', 'json or html; may be repeated', parseReport, [])
    .option('--control-token <token>', "the mock's --control-token")
    .option('--reset', 'count anew from here on; shows nothing')
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

Deprecated operations need not be called: only 'deprecated' counts them.
Exit codes: 0 all well, 1 something required is not covered, 2 wrong usage, 3 no mock there.`

function demands(text: string): readonly Demand[] {
  const parsed = parseDemands(text)
  if (parsed) return parsed
  throw new InvalidArgumentError(`Give ${demandSyntax}, separated by commas.`)
}

function parseUrl(text: string): URL {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text)
  throw new InvalidArgumentError('Give a URL: http://127.0.0.1:4010')
}

function parseReport(text: string, others: readonly Wanted[]): readonly Wanted[] {
  const [, kind, file] = /^(json|html)=(.+)$/.exec(text) ?? []
  if (kind === undefined || file === undefined) throw new InvalidArgumentError('Give json=file or html=file.')
  return [...others, { kind: kind as Wanted['kind'], file }]
}

async function coverage(url: URL, flags: Flags): Promise<number> {
  const answer = await ask(url, flags)
  if (typeof answer === 'string') {
    process.stderr.write(`error: ${answer}\n`)
    return exitCodes.unreachable
  }
  if (answer === undefined) return exitCodes.fine
  await show(answer)
  const failures = await writeReports(answer, flags.report)
  const missing = unmet(answer, flags.require ?? [])
  for (const line of [...failures, ...missing]) process.stderr.write(`error: ${line}\n`)
  if (failures.length > 0) return exitCodes.usage
  return missing.length > 0 ? exitCodes.unmet : exitCodes.fine
}

/** The report, undefined when it was reset, or what went wrong. */
async function ask(url: URL, { controlToken, reset }: Flags): Promise<CoverageReport | string | undefined> {
  const address = `${url.href.replace(/\/+$/, '')}/_mock/coverage`
  try {
    const response = await fetch(address, {
      method: reset ? 'DELETE' : 'GET',
      headers: controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` },
    })
    const text = await response.text()
    if (!response.ok) return `${address} answers ${response.status}: ${text.slice(0, 300)}`
    if (reset) return undefined
    return (await readReport(text)) ?? `${address} is no mock of stablehand's.`
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

async function show(report: CoverageReport): Promise<void> {
  const [{ renderText }, { hasColors }, { default: picocolors }] = await Promise.all([
    import('./text.ts'),
    import('../cli/colors.ts'),
    import('picocolors'),
  ])
  process.stdout.write(renderText(report, picocolors.createColors(hasColors(process.stdout))))
}

/** What could not be written. */
async function writeReports(report: CoverageReport, wanted: readonly Wanted[]): Promise<readonly string[]> {
  const failures: string[] = []
  for (const { kind, file } of wanted) {
    await writeFile(file, await render(report, kind)).catch((error: Error) =>
      failures.push(`${file} cannot be written: ${error.message}`),
    )
  }
  return failures
}

async function render(report: CoverageReport, kind: Wanted['kind']): Promise<string> {
  if (kind === 'html') return (await import('./html.ts')).renderHtml(report)
  const { stringifyJson } = await import('../../spec/json.ts')
  return `${stringifyJson(report as unknown as Parameters<typeof stringifyJson>[0], 2)}\n`
}
