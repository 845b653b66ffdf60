import { readFile, writeFile } from 'node:fs/promises'
import type { Finding } from './finding.ts'
import { ConfigError } from '../config/config-error.ts'
import { messageOf } from '../client/error-message.ts'
import { isSelected, type RunOptions } from '../options.ts'
import type { Recording } from '../reporters/recording.ts'

/** A finding that is accepted: its id counts, the rest is for people. */
export interface AcceptedFinding {
  readonly id: string
  readonly check?: string
  readonly operation?: string
  readonly message?: string
}

/** The findings a file accepts. Rejects with a {@link ConfigError} when it is no baseline. */
export async function readBaseline(file: string): Promise<readonly AcceptedFinding[]> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    const reason = isMissing ? 'there is no such file: --update-baseline writes it' : messageOf(error)
    throw new ConfigError(`The baseline ${file} cannot be read: ${reason}.`)
  }
  const findings =
    typeof content === 'object' && content !== null && 'findings' in content ? content.findings : undefined
  if (!Array.isArray(findings) || !findings.every(isAccepted)) {
    throw new ConfigError(
      `The baseline ${file} cannot be read: its findings are no list of objects with an id.`,
    )
  }
  return findings
}

const isAccepted = (value: unknown): value is AcceptedFinding =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Accepts all that a run has found, in an order that does not change between runs. */
export async function writeBaseline(file: string, { findings, known }: Recording): Promise<void> {
  const accepted = [...findings, ...known].sort(
    (a, b) => byText(a.operation, b.operation) || byText(a.check, b.check) || byText(a.id, b.id),
  )
  await writeFile(file, `${JSON.stringify({ findings: accepted.map(entryOf) }, undefined, 2)}\n`)
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

// The message has values that differ from run to run; the title has none.
const entryOf = ({ id, check, operation, title }: Finding): AcceptedFinding => ({
  id,
  check,
  operation,
  message: title,
})

/** Accepted findings that a run did not meet; none when it has not tried everything. */
export function vanishedFrom(
  accepted: readonly AcceptedFinding[],
  { known, stopped, started }: Recording,
  options: RunOptions,
): readonly AcceptedFinding[] {
  if (stopped || options.shard || options.only !== undefined) return []
  const met = new Set(known.map(({ id }) => id))
  const routes = new Map(started.operations.map((each) => [each.id, each]))
  const isTried = ({ operation }: AcceptedFinding): boolean => {
    const found = operation === undefined ? undefined : routes.get(operation)
    return found ? isSelected(found, options) : options.include.length === 0 && options.exclude.length === 0
  }
  return accepted.filter((each) => !met.has(each.id) && isTried(each))
}

/** What a run says of the findings it was told to expect; empty when there were none. */
export function describeKnown({ known }: Recording, vanished: readonly AcceptedFinding[]): string {
  const lines = [
    ...(known.length === 0
      ? []
      : [`${String(known.length)} known finding${known.length === 1 ? ' is' : 's are'} still there.`]),
    ...vanished.map(({ id, check, operation }) =>
      `vanished ${id} ${[check, operation].filter((each) => each !== undefined).join(' of ')}`.trimEnd(),
    ),
    ...(vanished.length === 0
      ? []
      : ['What has vanished is mended: accept it no longer (--update-baseline writes the file anew).']),
  ]
  return lines.join('\n')
}
