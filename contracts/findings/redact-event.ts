import type { RunEvent } from '../events.ts'
import type { Finding } from './finding.ts'
import type { Redactor } from './redact.ts'

/** Removes secrets from the texts of an event, because a server may echo what it was sent. */
export function redactEvent(event: RunEvent, redactor: Redactor): RunEvent {
  switch (event.kind) {
    case 'finding':
    case 'known-finding':
      return { ...event, finding: redactFinding(event.finding, redactor) }
    case 'case-finished': {
      const { verdict } = event
      return 'reason' in verdict
        ? { ...event, verdict: { ...verdict, reason: redactor.text(verdict.reason) } }
        : event
    }
    case 'note':
    case 'stopped':
      return { ...event, message: redactor.text(event.message) }
    default:
      return event
  }
}

/** Request, response and curl command are already free of secrets; ids and names come from the document. */
function redactFinding(finding: Finding, redactor: Redactor): Finding {
  const { message, expected, actual, reason } = finding
  return {
    ...finding,
    message: redactor.text(message),
    expected: redactor.text(expected),
    actual: redactor.text(actual),
    ...(reason !== undefined && { reason: redactor.text(reason) }),
  }
}
