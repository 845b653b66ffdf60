import type { createColors } from 'picocolors'
import { stringifyJson } from '../../spec/json.ts'
import { plural } from '../../spec/util/plural.ts'
import { percentOf } from './demand.ts'
import type { CoveredEnum, CoveredOperation, CoverageReport, Share } from './report.ts'

type Colors = ReturnType<typeof createColors>

/** Renders the report for a terminal: a line per operation, followed by what is missing. */
export function renderText(report: CoverageReport, colors: Colors): string {
  const { summary, operations, unknown } = report
  const lines = [
    `${colors.bold(visible(report.title))} ${visible(report.version)} · ${plural(report.requests, 'request')}`,
    '',
    ...operations.flatMap((operation) => operationLines(operation, colors)),
    ...(unknown.length === 0 ? [] : ['', 'Not in the document:']),
    ...unknown.map(({ method, path, count }) => `  ${count}× ${visible(`${method} ${path}`)}`),
    '',
    ...(['operations', 'statuses', 'errors', 'enums'] as const).map((name) => sum(name, summary[name])),
    `${'deprecated'.padEnd(11)}${plural(summary.deprecated, 'request')}`,
  ]
  return `${lines.join('\n')}\n`
}

const sum = (name: string, share: Share): string =>
  `${name.padEnd(11)}${share.covered} of ${share.total} (${percentOf(share)} %)`

function operationLines(operation: CoveredOperation, colors: Colors): readonly string[] {
  const { method, path, requests, deprecated, callers } = operation
  const name = `${method.padEnd(6)} ${visible(path)}${deprecated ? colors.yellow(' deprecated') : ''}`
  const sign = requests > 0 ? colors.green('✓') : deprecated ? ' ' : colors.red('✗')
  const missing = missingOf(operation)
  return [
    `${sign} ${name}  ${requests}×`,
    ...(requests > 0 && missing.length > 0 ? [colors.dim(`    not seen: ${missing.join(', ')}`)] : []),
    ...callers.map(({ userAgent, referer, count }) =>
      colors.yellow(`    ${count}× ${visible([userAgent || 'no User-Agent', referer].join(' ').trim())}`),
    ),
  ]
}

/** The unseen statuses and enum values, in short form. */
function missingOf({ statuses, enums }: CoveredOperation): readonly string[] {
  return [
    ...statuses.filter(({ count }) => count === 0).map(({ status }) => status),
    ...enums.flatMap((place) =>
      place.values
        .filter(({ seen }) => !seen)
        .map(({ value }) => visible(`${nameOf(place)}=${stringifyJson(value)}`)),
    ),
  ]
}

/** `query /status`, `response /status`. */
export function nameOf({ side, in: place, path }: CoveredEnum): string {
  return `${side === 'response' ? 'response' : place} ${path}`
}

/** Removes control characters, which could manipulate the terminal. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD')
}
