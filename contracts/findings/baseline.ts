import { readFile, writeFile } from 'node:fs/promises'
import { messageOf } from '../../spec/util/error-message.ts'
import { ConfigError } from '../config/config-error.ts'
import { isSelected, type RunOptions } from '../options.ts'
import type { Recording } from '../recording.ts'
import type { Finding } from './finding.ts'

/** An accepted finding. Only the id is compared; the rest is for people. */
export interface AcceptedFinding {
  readonly id: string
  readonly check?: string
  readonly operation?: string
  readonly message?: string
}

/** Reads the accepted findings from a file. Rejects with a {@link ConfigError} if it is not a baseline. */
export async function readBaseline(file: string): Promise<readonly AcceptedFinding[]> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT'
    const reason = isMissing ? 'the file does not exist; --update-baseline creates it' : messageOf(error)
    throw new ConfigError(`The baseline ${file} cannot be read: ${reason}.`)
  }
  const findings =
    typeof content === 'object' && content !== null && 'findings' in content ? content.findings : undefined
  if (!Array.isArray(findings) || !findings.every(isAccepted)) {
    throw new ConfigError(
      `The baseline ${file} cannot be read: "findings" must be a list of objects with an "id".`,
    )
  }
  return findings
}

const isAccepted = (value: unknown): value is AcceptedFinding =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Writes all findings of a run to the file, in a stable order. */
export async function writeBaseline(file: string, { findings, known }: Recording): Promise<void> {
  const accepted = [...findings, ...known].sort(
    (a, b) => byText(a.operation, b.operation) || byText(a.check, b.check) || byText(a.id, b.id),
  )
  await writeFile(file, `${JSON.stringify({ findings: accepted.map(entryOf) }, undefined, 2)}\n`)
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

// The title, because the message has values that differ between runs.
const entryOf = ({ id, check, operation, title }: Finding): AcceptedFinding => ({
  id,
  check,
  operation,
  message: title,
})

/** Accepted findings that a run no longer found; none if the run was incomplete. */
export function vanishedFrom(
  accepted: readonly AcceptedFinding[],
  { known, stopped, started }: Recording,
  options: RunOptions,
): readonly AcceptedFinding[] {
  if (stopped || options.shard || options.only !== undefined) return []
  const found = new Set(known.map(({ id }) => id))
  const routes = new Map(started.operations.map((each) => [each.id, each]))
  const isTried = ({ operation }: AcceptedFinding): boolean => {
    const route = operation === undefined ? undefined : routes.get(operation)
    return route ? isSelected(route, options) : options.include.length === 0 && options.exclude.length === 0
  }
  return accepted.filter((each) => !found.has(each.id) && isTried(each))
}

/** Describes which accepted findings remain and which have vanished; empty when there are none. */
export function describeKnown({ known }: Recording, vanished: readonly AcceptedFinding[]): string {
  const lines = [
    ...(known.length === 0
      ? []
      : [`${String(known.length)} known finding${known.length === 1 ? ' remains' : 's remain'}.`]),
    ...vanished.map(({ id, check, operation }) =>
      `No longer found: ${id} ${[check, operation].filter((each) => each !== undefined).join(' of ')}`.trimEnd(),
    ),
    ...(vanished.length === 0
      ? []
      : ['Remove findings that are no longer found from the baseline (--update-baseline rewrites it).']),
  ]
  return lines.join('\n')
}
