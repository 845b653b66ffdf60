import type { CheckInfo, Severity, Violation } from '../check.ts'
import type { Run, Where } from '../context.ts'
import type { CaseSummary } from '../events.ts'
import { isBreaking, isSelected } from '../options.ts'
import { curlScript } from './curl-script.ts'
import { createFinding, idOf, reportRequest, reportResponse } from './finding.ts'
import { pointerIn } from './requirement.ts'

/** Reports a violation unless the run has reported it before. Returns whether it breaks the contract. */
export function publish(
  run: Run,
  summary: CaseSummary,
  check: CheckInfo,
  violation: Violation & { readonly severity: Severity },
  where: Where,
): boolean {
  const { answer } = where
  const operation = where.operation ?? answer.draft.operation
  if (!isSelected(operation, run.options)) return false
  const { redactor, client, options } = run
  const id = idOf(check, operation.id, violation)
  const isExpected = options.knownFindings.includes(id)
  const isBroken = !isExpected && isBreaking(violation, options)
  if (run.reported.has(id)) return isBroken
  const none = answer.status === 0
  const finding = createFinding(check, violation, {
    operation: operation.id,
    title: where.isAside
      ? `${operation.method} ${operation.path} as part of "${summary.title}"`
      : summary.title,
    request: reportRequest(client.target, answer.exchange.request, redactor),
    response: none ? null : reportResponse(answer.exchange.response, redactor),
    curl: curlScript(client.target, [...(where.after ?? []), answer], redactor),
    replay: run.replay(summary.path),
  })
  run.reported.add(finding.id)
  const location = run.api.document.locate(pointerIn(finding.requirement) ?? operation.pointer)
  const { milliseconds } = answer.exchange
  const kind = isExpected ? 'known-finding' : 'finding'
  run.emit({ kind, finding: { ...finding, ...(location && { location }), ...(!none && { milliseconds }) } })
  return isBroken
}
