import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '../../spec/util/error-message.ts'
import type { Recording } from '../recording.ts'
import { fileReports } from './files.ts'
import type { GithubOptions } from './github.ts'

/** A report requested with `--report`: `html=report.html`, or `github` alone. */
export interface WantedReport {
  readonly kind: string
  /** `-` for standard output; empty for `github`, which determines its own destination. */
  readonly file: string
}

/** Whether a report goes to standard output, which then carries nothing else. */
export const hasPipedReport = (reports: readonly WantedReport[]): boolean =>
  reports.some(({ file }) => file === '-')

/** The values that `--report` accepts. */
export const reportKinds: string = `${Object.keys(fileReports)
  .map((kind) => `${kind}=file`)
  .join(', ')}, github`

/** Parses a value of `--report`; undefined when it is none of {@link reportKinds}. */
export function parseWantedReport(text: string): WantedReport | undefined {
  if (text === 'github') return { kind: text, file: '' }
  const [kind = '', ...rest] = text.split('=')
  const file = rest.join('=')
  return Object.hasOwn(fileReports, kind) && file !== '' ? { kind, file } : undefined
}

/** Writes the reports and the folders they need. Returns an error message for each that could not be written. */
export async function writeReports(
  recording: Recording,
  wanted: readonly WantedReport[],
  output: GithubOptions,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const { kind, file } of wanted) {
    try {
      await writeReport(recording, { kind, file }, output)
    } catch (error) {
      failures.push(`The ${kind} report cannot be written: ${messageOf(error)}.`)
    }
  }
  return failures
}

async function writeReport(
  recording: Recording,
  { kind, file }: WantedReport,
  output: GithubOptions,
): Promise<void> {
  const load = fileReports[kind]
  if (!load) return (await import('./github.ts')).reportToGithub(recording, output)
  const render = await load()
  if (file === '-') return output.write(render(recording))
  await makeFolder(dirname(file))
  await writeFile(file, render(recording))
}

/** Creates a folder and its parents one by one: `recursive` in Node 20 never returns on file systems such as `/proc`. */
async function makeFolder(path: string): Promise<void> {
  const code = await codeOf(mkdir(path))
  if (code === undefined || code === 'EEXIST') return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path)
}

async function codeOf(work: Promise<void>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}
