import junit, { type Builder, type TestSuite } from 'junit-report-builder'
import { slug } from '../case.ts'
import { trafficPhase, type CaseSummary } from '../events.ts'
import type { Finding } from '../findings/finding.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import type { FinishedCase, Recording } from './recording.ts'

/** The package is CommonJS: its default export is the builder itself. */
const builder = junit as unknown as Builder

/** A test suite for each phase, a test case for each case; what could not be judged is skipped, and says why. */
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
  const told = findings.map(describe)
  if (verdict.kind === 'inconclusive' || verdict.kind === 'skipped') {
    test.skipped()
    told.unshift(`${verdict.kind}: ${verdict.reason}`)
  } else if (verdict.kind === 'failed') {
    if (first) test.failure(printable(findings.map(({ message }) => message).join('\n')), first.check)
    // The same finding is told once, by the case that met it first.
    else told.push('What is wrong here has been told by another case.')
  }
  if (told.length > 0) test.standardOutput(printable(told.join('\n\n')))
}

function describe({ id, check, severity, message, requirement, curl, replay }: Finding): string {
  return [`${severity} ${check} (${id})`, message, `Required by: ${requirement}`, curl, replay].join('\n')
}

/** The path of the case that a finding's replay names; what a proxy saw belongs to its operation. */
function pathOf({ replay, operation }: Finding): CaseSummary['path'] {
  return /--replay '?-?\d+:([^\s']+)/.exec(replay)?.[1] ?? `${trafficPhase}/${slug(operation)}`
}

/** Without the characters that XML 1.0 cannot have. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
