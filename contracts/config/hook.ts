import type { HttpRequest } from '../../spec/http.ts'
import { messageOf } from '../client/error-message.ts'
import { ConfigError } from './config-error.ts'

export interface CallInfo {
  /** Operation id. */
  readonly operation: string
  /** Whether the request carries the credentials of the run; a hook that adds them anyway defeats their checks. */
  readonly credentials: 'sent' | 'withheld' | 'wrong'
}

/** Given every request as it is about to be sent, it returns the one to send. */
export type BeforeRequest = (request: HttpRequest, info: CallInfo) => HttpRequest | Promise<HttpRequest>

/** The request the hook makes of it. Rejects with a {@link ConfigError} when the hook fails. */
export async function throughHook(
  hook: BeforeRequest | undefined,
  request: HttpRequest,
  info: CallInfo,
): Promise<HttpRequest> {
  if (!hook) return request
  let made: HttpRequest
  try {
    made = await hook(request, info)
  } catch (error) {
    throw new ConfigError(`beforeRequest failed for ${info.operation}: ${messageOf(error)}`)
  }
  if (!isRequest(made)) throw new ConfigError(`beforeRequest gave no request for ${info.operation}.`)
  return made
}

const isRequest = (made: unknown): made is HttpRequest =>
  typeof made === 'object' &&
  made !== null &&
  'method' in made &&
  'path' in made &&
  'query' in made &&
  'headers' in made
