import type { HttpRequest } from '../../spec/http.ts'
import { messageOf } from '../../spec/util/error-message.ts'
import { ConfigError } from './config-error.ts'

export interface CallInfo {
  /** Operation id. */
  readonly operation: string
  /** Whether the request carries the credentials of the run. A hook that always adds them defeats the checks without them. */
  readonly credentials: 'sent' | 'withheld' | 'wrong'
}

/** Receives every request before it is sent and returns the one to send. */
export type BeforeRequest = (request: HttpRequest, info: CallInfo) => HttpRequest | Promise<HttpRequest>

/** Passes a request through the hook. Rejects with a {@link ConfigError} when the hook fails. */
export async function throughHook(
  hook: BeforeRequest | undefined,
  request: HttpRequest,
  info: CallInfo,
): Promise<HttpRequest> {
  if (!hook) return request
  let changed: HttpRequest
  try {
    changed = await hook(request, info)
  } catch (error) {
    throw new ConfigError(`beforeRequest failed for ${info.operation}: ${messageOf(error)}`)
  }
  if (!isRequest(changed))
    throw new ConfigError(`beforeRequest did not return a request for ${info.operation}.`)
  return changed
}

const isRequest = (value: unknown): value is HttpRequest =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'query' in value &&
  'headers' in value
