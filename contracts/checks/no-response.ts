import type { Failure } from '../client/client.ts'
import type { Violation } from '../check.ts'

const says: Readonly<Record<Failure, string>> = {
  unreachable: 'no connection',
  reset: 'the connection closed without a response',
  timeout: 'no response in time',
  malformed: 'bytes that are no HTTP response',
  endless: 'a response that does not end',
  unsendable: 'a request that cannot be sent',
}

/** A request that was never answered is judged under `server-error`: a server answers whatever it can read. */
export function judgeFailure(reason: Failure): Violation {
  return {
    cause: `no-response:${reason}`,
    expected: 'an HTTP response',
    actual: says[reason],
    requirement: 'RFC 9110 §3.4: a server responds to each request',
  }
}
