import { hash } from 'node:crypto'
import { isAccepted, isSuccess } from '../answer.ts'
import { instantiate } from '../attempts/instantiate.ts'
import type { Check, CheckInfo, Severity, Violation } from '../check.ts'
import { answerChecks, failureChecks } from '../checks/index.ts'
import { redirects } from '../checks/redirects.ts'
import { responseTime } from '../checks/response-time.ts'
import { inconclusive, type Context, type Run, type Where } from '../context.ts'
import { effectiveSeverity } from '../enabled-checks.ts'
import type { CaseSummary } from '../events.ts'
import { publish } from '../findings/publish.ts'
import type { Answer, Draft } from '../interaction.ts'
import type { CaseGroup } from '../records/case-group.ts'
import { control } from '../records/control.ts'
import { fixture } from '../records/fixtures.ts'
import { withCurrentVersion } from '../requests/current-version.ts'
import { noteConflict } from '../requests/freshen.ts'
import { withDefaultData } from '../requests/operation-data.ts'
import { tagFor, withPrecondition } from '../requests/precondition.ts'
import { missingIn, withRequired } from '../requests/required-parameters.ts'
import { assertCallable, exchange } from './exchange.ts'
import { judgeKeptTag } from './kept-tags.ts'

/** Creates the context of one case. State that cases share is in the run. */
export function createContext(run: Run, summary: CaseSummary, group: CaseGroup): Context {
  let findings = 0
  let isBroken = false
  let counter = 0
  const report = (check: CheckInfo, violations: readonly Violation[], where: Where): boolean => {
    const severityOf = ({ severity }: Violation): Severity | undefined =>
      effectiveSeverity(check.id, severity ?? check.severity, run.options)
    for (const violation of violations) {
      const severity = severityOf(violation)
      if (severity === undefined) continue
      findings += 1
      if (publish(run, summary, check, { ...violation, severity }, where)) isBroken = true
    }
    return violations.length > 0
  }
  const context: Context = {
    run,
    api: run.api,
    case: summary,
    group,
    control: (operation) => control(context, operation),
    fixture: (resource, options = {}) => fixture(context, resource, options),
    instantiate: (operation, template, options = {}) => instantiate(context, operation, template, options),
    async send(draft, intent, options = {}) {
      assertCallable(run, draft.operation)
      const isFixed = intent === 'invalid' || options.foreign === true
      const configured = isFixed ? draft : withDefaultData(draft, run.options.operations[draft.operation.id])
      const complete = intent === 'valid' ? completed(run, configured) : configured
      const tag = await tagFor(context, complete, intent)
      const current = await withCurrentVersion(context, complete)
      const answer = await exchange(run, current, intent, { ...options, tag }, report)
      note(run, answer)
      judgeKeptTag(context, answer)
      const isAside =
        intent === 'valid' && answer.method === draft.operation.method && !isAbout(run, summary, draft)
      const where = { answer, isAside, ...(options.after && { after: options.after }) }
      for (const check of checksFor(answer)) {
        const violations = check.judge(answer)
        const reportable = violations.filter(({ at }) => at === undefined || !run.tainted.covers(answer, at))
        report(check, reportable, where)
      }
      report(redirects, redirects.judge({ answer, target: run.client.target }), where)
      report(responseTime, responseTime.judge({ answer, budget: run.options.maxResponseTime }), where)
      const { id } = draft.operation
      if (answer.status !== 428 || intent !== 'valid' || run.preconditionRequired.has(id)) return answer
      run.preconditionRequired.add(id)
      return context.send(draft, intent, options)
    },
    judge: (check, evidence, where) => report(check, check.judge(evidence), where),
    get findings() {
      return findings
    },
    get isBroken() {
      return isBroken
    },
    unique(attempt = 0) {
      counter += 1
      const startOfProcess = attempt === 0 ? '' : String(performance.timeOrigin)
      return shortHash(`${String(run.options.seed)} ${summary.path} ${String(counter)} ${startOfProcess}`)
    },
  }
  return context
}

/** The draft with everything that its operation requires. Throws `CaseEnd` if a value cannot be generated. */
function completed(run: Run, draft: Draft): Draft {
  const complete = withRequired(run.api, withPrecondition(run, draft))
  // An unchanged draft was complete already.
  const missing = complete === draft || draft.raw !== undefined ? undefined : missingIn(complete)
  if (missing) throw inconclusive(`No value is known for ${missing.in} ${missing.name}.`)
  return complete
}

/** Keeps what an answer tells about the target. */
function note(run: Run, answer: Answer): void {
  const { operation, status, draft } = answer
  run.records.note(answer)
  run.tainted.note(answer)
  if (status === 409) noteConflict(run.api, draft.operation)
  if (operation && isAccepted(answer)) run.succeeded.add(operation.id)
  if (status === 410 && operation?.lifecycle.sunset !== undefined) run.retired.add(operation.id)
}

/** The run with findings suppressed, for requests that only prepare or clean up. */
export function withoutFindings(run: Run): Run {
  const emit: Run['emit'] = (event) => {
    if (event.kind !== 'finding' && event.kind !== 'known-finding') run.emit(event)
  }
  return { ...run, emit, reported: new Set() }
}

/** Whether a case is about the operation of a request, or about several operations. */
const isAbout = ({ api }: Run, { operation }: CaseSummary, draft: Draft): boolean =>
  operation === draft.operation.id || (operation !== '(all)' && !api.byId.has(operation))

/** One cause should give one finding: a 5xx is judged only as that, and so is an invalid request that was accepted. */
function checksFor(answer: Answer): readonly Check<Answer>[] {
  if (answer.status >= 500) return failureChecks
  return answer.intent === 'invalid' && isSuccess(answer.status) ? [] : answerChecks
}

/** A hash of eight lower-case letters and digits. */
function shortHash(text: string): string {
  const hex = hash('sha256', text).slice(0, 14)
  return Number.parseInt(hex, 16).toString(36).padStart(8, '0').slice(-8)
}
