import { appendFile } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Finding } from '../findings/finding.ts'
import type { Recording } from '../recording.ts'
import { counted } from './headline.ts'
import { renderJobSummary } from './job-summary.ts'
import { byLikeness } from './likeness.ts'

export interface GithubOptions {
  /** Writes workflow commands to the standard output of the step. */
  readonly write: (text: string) => void
  /** `GITHUB_STEP_SUMMARY` names the file of the job summary, `GITHUB_WORKSPACE` the checked-out repository. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Reports a run to GitHub Actions: an annotation for each cause, since it shows only ten of a step, and the job summary. */
export async function reportToGithub(recording: Recording, { write, env }: GithubOptions): Promise<void> {
  const workspace = env['GITHUB_WORKSPACE'] ?? process.cwd()
  for (const [first, ...others] of byLikeness(recording.findings))
    if (first) write(`${annotation(first, workspace, others.length)}\n`)
  const summary = env['GITHUB_STEP_SUMMARY']
  if (summary !== undefined && summary !== '') await appendFile(summary, renderJobSummary(recording))
}

/** A finding as a workflow command, which GitHub shows next to the line of the document; without a line feed. */
export function annotation(finding: Finding, workspace: string, similar = 0): string {
  const { severity, title, operation, location, message, requirement, replay } = finding
  const file = location && fileIn(workspace, location.file)
  const place = file !== undefined && location ? { file, line: location.line, col: location.column } : {}
  const properties = Object.entries({ ...place, title: `${operation}: ${title}` }).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  )
  const more = similar === 0 ? '' : `And ${counted(similar, 'similar finding')}.`
  const text = [message, `Required by ${requirement}`, replay, more].filter((each) => each !== '').join('\n')
  return `::${severity} ${properties.join(',')}::${escapeData(text)}`
}

/** The path relative to the repository; undefined for files outside it and URLs. */
function fileIn(workspace: string, file: string): string | undefined {
  if (/^https?:\/\//i.test(file)) return undefined
  const path = relative(workspace, resolve(file))
  return path.startsWith('..') || isAbsolute(path) ? undefined : path.split(sep).join('/')
}

/** Escapes the message of a command as the toolkit of GitHub Actions does. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
