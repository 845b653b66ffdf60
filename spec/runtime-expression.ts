import { header, type Headers } from './http.ts'
import { memberNamed, type Json, type JsonObject } from './json.ts'
import { resolvePointer } from './json/pointer.ts'
import { textOf } from './parameters/encode.ts'

/** The request and response that runtime expressions are evaluated against. */
export interface ExpressionContext {
  /** The full URL of the request. */
  readonly url: string
  readonly method: string
  readonly statusCode: number
  readonly request: Message & {
    /** Decoded, by name. */
    readonly path: JsonObject
    readonly query: JsonObject
  }
  readonly response: Message
}

interface Message {
  readonly headers: Headers
  /** Undefined when there is no body, or it is not JSON. */
  readonly body: Json | undefined
}

const source = /^(header|query|path)\.(.+)$|^body(?:#(\/.*)?)?$/s

/**
 * The value of a runtime expression, `$request.body#/callbackUrl` (OpenAPI 3.0.4 §4.7.20.4). Header names are
 * case-insensitive. Undefined when there is no such value, or the text is not a runtime expression.
 */
export function evaluate(expression: string, context: ExpressionContext): Json | undefined {
  if (expression === '$url') return context.url
  if (expression === '$method') return context.method
  if (expression === '$statusCode') return context.statusCode
  const [, side, rest = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? []
  const [isSource, place, name = '', pointer = ''] = source.exec(rest) ?? []
  if (side === undefined || isSource === undefined) return undefined
  const { request, response } = context
  const message = side === 'request' ? request : response
  if (place === 'header') return header(message.headers, name)
  if (place === undefined)
    // A null cannot be sent in a request.
    return (resolvePointer(message.body, pointer) ?? undefined) as Json | undefined
  return side === 'request' ? memberNamed(place === 'query' ? request.query : request.path, name) : undefined
}

/**
 * Replaces the runtime expressions embedded in a text, `{$request.query.url}/data`, by their values. Undefined when one
 * of them has no value.
 */
export function expand(template: string, context: ExpressionContext): string | undefined {
  let isComplete = true
  const text = template.replaceAll(/\{(\$[^{}]+)\}/g, (_, expression: string) => {
    const value = evaluate(expression, context)
    if (value === undefined || value === null) isComplete = false
    return value === undefined ? '' : textOf(value)
  })
  return isComplete ? text : undefined
}
