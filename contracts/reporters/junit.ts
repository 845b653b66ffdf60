import junit, { type Builder, type TestSuite } from 'junit-report-builder'
import { placeOf } from '../../spec/problems/place.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { slug } from '../case.ts'
import { trafficPhase, type CaseSummary } from '../events.ts'
import type { Finding } from '../findings/finding.ts'
import type { FinishedCase, Recording } from '../recording.ts'

/** The package is CommonJS: its default export is the builder itself. */
const builder = junit as unknown as Builder

/** A test suite for each phase and a test case for each case. Inconclusive cases are skipped, with the reason. */
export function renderJunit(recording: Recording): string {
  const report = builder.newBuilder()
  const byPath = groupBy(recording.findings, pathOf)
  for (const [phase, cases] of groupBy(recording.cases, (each) => each.case.phase)) {
    const suite = report.testSuite().name(phase)
    for (const each of cases) addCase(suite, each, byPath.get(each.case.path) ?? [])
  }
  return report.build()
}

function addCase(
  suite: TestSuite,
  { case: { operation, title, path }, verdict }: FinishedCase,
  findings: readonly Finding[],
): void {
  const test = suite
    .testCase()
    .className(operation)
    .name(printable(`${title} [${path}]`))
  const [first] = findings
  const output = findings.map(describe)
  if (verdict.kind === 'inconclusive' || verdict.kind === 'skipped') {
    test.skipped()
    output.unshift(`${verdict.kind}: ${verdict.reason}`)
  } else if (verdict.kind === 'failed') {
    if (first) test.failure(printable(findings.map(({ message }) => message).join('\n')), first.check)
    // Each finding is reported once, by the case that met it first.
    else output.push('Another case has already reported this finding.')
  }
  if (output.length > 0) test.standardOutput(printable(output.join('\n\n')))
}

function describe({ id, check, severity, message, requirement, location, curl, replay }: Finding): string {
  const declared = location ? [`Declared at: ${placeOf(location)}`] : []
  return [
    `${severity} ${check} (${id})`,
    message,
    `Required by: ${requirement}`,
    ...declared,
    curl,
    replay,
  ].join('\n')
}

/** The path of the case in the finding's replay command; for the traffic of a proxy, that of the operation. */
function pathOf({ replay, operation }: Finding): CaseSummary['path'] {
  return /--replay '?-?\d+:([^\s']+)/.exec(replay)?.[1] ?? `${trafficPhase}/${slug(operation)}`
}

/** Replaces the characters that XML 1.0 does not allow. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
