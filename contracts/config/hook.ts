import type { HttpRequest } from '../../spec/http.ts'
import type { Json, JsonObject } from '../../spec/json.ts'

/** A name at fault in the configuration, or a hook that failed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Values of an operation that are always the same: a tenant, an account the target knows. */
export interface OperationData {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly header?: JsonObject
  readonly cookie?: JsonObject
  /** Properties of the request body; or the body, when it is no object. */
  readonly body?: Json
}

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
    throw new ConfigError(
      `beforeRequest failed for ${info.operation}: ${error instanceof Error ? error.message : String(error)}`,
    )
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
