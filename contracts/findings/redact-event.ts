import type { RunEvent } from '../events.ts'
import type { Finding } from './finding.ts'
import type { Redactor } from './redact.ts'

/** An event without secrets in what people read: a server may say back what it was sent. */
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

/** Its request, response and curl are made without secrets; ids and names are the document's. */
function redactFinding(finding: Finding, redactor: Redactor): Finding {
  const { message, expected, actual } = finding
  return {
    ...finding,
    message: redactor.text(message),
    expected: redactor.text(expected),
    actual: redactor.text(actual),
  }
}
