import type { Violation } from '../check.ts'
import type { Failure } from '../client/client.ts'

const descriptions: Readonly<Record<Failure, string>> = {
  unreachable: 'no connection',
  reset: 'the connection closed without a response',
  ended: 'the connection closed without a response, and the server stopped responding',
  timeout: 'no response in time',
  malformed: 'an invalid HTTP response',
  endless: 'a response that does not end',
  unsendable: 'a request that cannot be sent',
}

/**
 * The violation of `server-error` for a request that got no response. When other requests were pending too, any of them
 * may be the cause, so it is only a warning; `besides` is their number.
 */
export function judgeFailure(reason: Failure, besides = 0): Violation {
  const pending =
    besides === 1 ? '1 other request was pending' : `${String(besides)} other requests were pending`
  return {
    cause: `no-response:${reason}`,
    expected: 'an HTTP response',
    actual: besides === 0 ? descriptions[reason] : `${descriptions[reason]} (${pending})`,
    requirement: 'RFC 9110 §3.4: a server responds to every request',
    ...(besides > 0 && { severity: 'warning' }),
  }
}
