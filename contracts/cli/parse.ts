import { InvalidArgumentError } from 'commander'
import { messageOf } from '../../spec/util/error-message.ts'
import { hint } from '../../spec/util/hint.ts'
import type { Severity } from '../check.ts'
import { targetUrl } from '../client/target-url.ts'
import { unknownCheck } from '../config/check-names.ts'
import { phaseNames, type PhaseName } from '../events.ts'
import { parseReplay } from '../findings/replay.ts'
import { parseWantedReport, reportKinds, type WantedReport } from '../reporters/write-reports.ts'
import { parseShard, type Shard } from '../shard.ts'

export function parseUrl(text: string): URL {
  try {
    return targetUrl(text)
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error))
  }
}

export function parsePhases(text: string): readonly PhaseName[] {
  const names = listed(text)
  const unknown = names.find((name) => !phaseNames.some((phase) => phase === name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `Unknown phase '${unknown}'${hint(unknown, phaseNames)} Expected ${phaseNames.join(', ')}.`,
    )
  return phaseNames.filter((phase) => names.includes(phase))
}

const listed = (text: string): readonly string[] => text.split(',').map((name) => name.trim())

export function parseInteger(text: string): number {
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('Expected an integer.')
  return value
}

export function parsePositive(text: string): number {
  const value = parseInteger(text)
  if (value < 1) throw new InvalidArgumentError('Expected an integer of at least 1.')
  return value
}

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

export function parseTime(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text)
  if (!match) throw new InvalidArgumentError('Expected a time such as 60s or 5m.')
  return Number(match[1]) * (milliseconds[match[2] ?? 's'] ?? 1000)
}

export function parseRate(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|m|h))?$/.exec(text)
  const count = Number(match?.[1])
  if (!match || count <= 0) throw new InvalidArgumentError('Expected a rate such as 50/s.')
  return (count * 1000) / (milliseconds[match[2] ?? 's'] ?? 1000)
}

export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

type Texts = Readonly<Record<string, string>>

export function parseHeader(text: string, before: Texts = {}): Texts {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(text)
  if (match?.[1] === undefined) throw new InvalidArgumentError("Expected a header such as 'Name: value'.")
  return { ...before, [match[1].toLowerCase()]: match[2] ?? '' }
}

export function parseReport(text: string, before: readonly WantedReport[] = []): readonly WantedReport[] {
  const wanted = parseWantedReport(text)
  if (!wanted) throw new InvalidArgumentError(`Expected one of ${reportKinds}.`)
  const reports = [...before, wanted]
  if (reports.filter(({ file }) => file === '-' || file === '').length > 1)
    throw new InvalidArgumentError('Only one report can go to standard output.')
  return reports
}

export function parseSeverity(text: string): Severity {
  if (text !== 'error' && text !== 'warning') throw new InvalidArgumentError("Expected 'error' or 'warning'.")
  return text
}

export function parseReplayFlag(text: string): { readonly seed: number; readonly path: string } {
  const found = parseReplay(text)
  if (!found) throw new InvalidArgumentError('Expected seed:path, as given in a finding.')
  return found
}

export function parseShardFlag(text: string): Shard {
  const found = parseShard(text)
  if (!found) throw new InvalidArgumentError('Expected a part such as 1/4.')
  return found
}

export function parseChecks(text: string, before: readonly string[] = []): readonly string[] {
  const ids = listed(text)
  refuseUnknown(ids)
  return [...before, ...ids]
}

function refuseUnknown(ids: readonly string[]): void {
  const [problem] = ids.flatMap(unknownCheck)
  if (problem !== undefined) throw new InvalidArgumentError(problem)
}

type Severities = Readonly<Record<string, Severity>>

export function parseSeverities(text: string, before: Severities = {}): Severities {
  const pairs = listed(text).map((pair): [string, Severity] => {
    const [id = '', severity = ''] = pair.split('=')
    refuseUnknown([id])
    return [id, parseSeverity(severity)]
  })
  return { ...before, ...Object.fromEntries(pairs) }
}

/** Parses `--auth`: the name of a security scheme and the credentials for it. */
export function parseScheme(text: string, before: Texts = {}): Texts {
  const match = /^([^=]+)=(.+)$/.exec(text)
  if (match?.[1] === undefined || match[2] === undefined)
    throw new InvalidArgumentError("Expected 'scheme=value'.")
  return { ...before, [match[1]]: match[2] }
}
