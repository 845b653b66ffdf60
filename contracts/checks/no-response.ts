import type { Failure } from '../client/client.ts'
import type { Violation } from '../check.ts'

const says: Readonly<Record<Failure, string>> = {
  unreachable: 'no connection',
  reset: 'the connection closed without a response',
  ended: 'the connection closed without a response, and there is no other since',
  timeout: 'no response in time',
  malformed: 'bytes that are no HTTP response',
  endless: 'a response that does not end',
  unsendable: 'a request that cannot be sent',
}

/**
 * A request that was never answered is judged under `server-error`: a server answers whatever it can read. Of several that
 * it ended with, any may be the one it ended by.
 */
export function judgeFailure(reason: Failure, besides = 0): Violation {
  const others = besides === 1 ? 'another one' : `${String(besides)} others`
  return {
    cause: `no-response:${reason}`,
    expected: 'an HTTP response',
    actual: besides === 0 ? says[reason] : `${says[reason]}; ${others} waited at that time`,
    requirement: 'RFC 9110 §3.4: a server responds to each request',
    ...(besides > 0 && { severity: 'warning' }),
  }
}
