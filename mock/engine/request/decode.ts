import type { Operation } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import type { Issue } from '../../../spec/validate.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../../http/header-field.ts'
import type { Exchange } from '../exchange.ts'
import type { Plan } from '../plan.ts'

/** The pipeline's step that decodes and validates parameters and body: 400 with every violation, or 415. */
export function decode(exchange: Exchange): Refused | undefined {
  const { plan, request, params } = exchange
  if (plan === undefined) return undefined
  if (isContentEncoded(request)) return refuseContentCoding()
  const reading = plan.read(request, params)
  const { kind, issues } = reading
  if (kind === 'malformed') return refuse(400, 'malformed_request', reading.message, { details: issues })
  if (kind === 'unsupported') return unsupported(plan, reading.message)
  if (issues.length > 0) return invalid(issues)
  exchange.values = reading.values
  return undefined
}

/** Whether the body is compressed or has any other content coding (RFC 9110 §8.4). */
function isContentEncoded(request: HttpRequest): boolean {
  const { body } = request
  const coding = requestHeader(request, 'content-encoding') ?? 'identity'
  return body !== undefined && body.length > 0 && coding.trim().toLowerCase() !== 'identity'
}

/** 415 with the codings that are accepted (RFC 9110 §15.5.16). */
function refuseContentCoding(): Refused {
  const headers = { 'Accept-Encoding': 'identity' }
  const message = 'Encoded request bodies are not supported. Send the body without a Content-Encoding.'
  return refuse(415, 'unsupported_media_type', message, { headers })
}

function invalid(issues: readonly Issue[]): Refused {
  const places = issues.length === 1 ? '1 place' : `${issues.length} places`
  return refuse(400, 'invalid_request', `The request breaks the document in ${places}.`, { details: issues })
}

/** 415 with the supported media types, in Accept-Post (LDP §7.1), Accept-Patch (RFC 5789 §3.1), else Accept (RFC 9110 §15.5.16). */
function unsupported({ operation }: Plan, message: string): Refused {
  const types = operation.requestBody?.content.map(({ type }) => type) ?? []
  const headers = types.length === 0 ? {} : { [acceptField(operation)]: types.join(', ') }
  return refuse(415, 'unsupported_media_type', message, { headers })
}

function acceptField({ method }: Operation): string {
  if (method === 'POST') return 'Accept-Post'
  return method === 'PATCH' ? 'Accept-Patch' : 'Accept'
}
