import type { MediaType, Operation, Response, SchemaNode } from '../../document.ts'
import { concreteType, isXmlType, jsonFirst, sequenceOf } from '../../http/media-type.ts'

/** Matches `application/json`, `+json` types, and the ranges that include them. */
function isJson(mediaType: string): boolean {
  return /^(?:[^;]*[/+]json|text\/json|\*\/\*|application\/\*)\s*(?:;|$)/i.test(mediaType)
}

/**
 * The response that an operation sends on success: the lowest declared 2xx, else `default`, else a redirection.
 * @param created whether a 201 takes precedence over other 2xx responses
 */
export function successResponse(operation: Operation, created = false): Response | undefined {
  const successes = operation.responses.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status)).sort(byStatus)
  const preferred = created ? successes.find(({ status }) => status === '201') : undefined
  const response =
    preferred ??
    betterThanBare(successes) ??
    successes[0] ??
    operation.responses.find(({ status }) => status === 'default')
  // Nothing follows a 204, whatever the document has there (RFC 9110 §15.3.5).
  if (response?.status === '204' && response.content.length > 0) return { ...response, content: [] }
  return response ?? operation.responses.filter(({ status }) => /^3\d\d$/.test(status)).sort(byStatus)[0]
}

/** The response to prefer to a 200 without content: a 204 tells that better, and a 201 with content tells more. */
export const betterThanBare = (successes: readonly Response[]): Response | undefined =>
  successes.some(({ status, content }) => status === '200' && content.length === 0)
    ? successes.find(({ status, content }) => status === '204' || (status === '201' && content.length > 0))
    : undefined

/**
 * The status code that a response is sent with: 200 for a range, for `default`, and for no response.
 * @param created whether a range stands for a creation
 */
export function statusOf(response: Response | undefined, created = false): number {
  const status = Number(response?.status)
  if (Number.isInteger(status)) return status
  return created && response?.status.startsWith('2') ? 201 : 200
}

function byStatus(one: Response, other: Response): number {
  return statusOf(one) - statusOf(other)
}

/** The JSON content that has a schema, else the XML content or the lines of JSON, which decode to the same values. */
export function jsonContent(content: readonly MediaType[]): MediaType | undefined {
  const described = jsonFirst(content).filter(({ schema }) => schema !== undefined)
  return (
    described.find(({ type }) => isJson(type)) ??
    described.find(({ type }) => isXmlType(type)) ??
    described.find(({ type, itemSchema }) => itemSchema && sequenceOf(concreteType(type)) === 'lines')
  )
}

/** The schema of the {@link jsonContent}. */
export function jsonSchema(content: readonly MediaType[]): SchemaNode | undefined {
  return jsonContent(content)?.schema
}

/** The schema of the body of an operation's {@link successResponse}. */
export function responseSchema(operation: Operation): SchemaNode | undefined {
  return jsonSchema(successResponse(operation)?.content ?? [])
}

/** The schema of an operation's request body; JSON takes precedence over forms. */
export function requestSchema(operation: Operation): SchemaNode | undefined {
  const content = operation.requestBody?.content ?? []
  return jsonSchema(content) ?? content.find(({ schema }) => schema !== undefined)?.schema
}

/** Why an operation without a JSON response has no role in a resource. */
export function noJsonReason(operation: Operation): string {
  const types = successResponse(operation)?.content.map(({ type }) => type) ?? []
  return types.length === 0 || types.some(isJson)
    ? 'The document does not describe its response body.'
    : `Its response is ${types.join(', ')}; records are read from JSON and XML only.`
}
