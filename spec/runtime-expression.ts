import { header, type Headers } from './http.ts'
import { memberNamed, type Json, type JsonObject } from './json.ts'
import { textOf } from './parameters/encode.ts'
import { resolvePointer } from './json/pointer.ts'

/** What runtime expressions speak of: a request and its response. */
export interface ExpressionContext {
  /** The whole URL of the request. */
  readonly url: string
  readonly method: string
  readonly statusCode: number
  readonly request: Message & {
    /** By name, decoded. */
    readonly path: JsonObject
    readonly query: JsonObject
  }
  readonly response: Message
}

interface Message {
  readonly headers: Headers
  /** Undefined when there is none, or none that is a JSON value. */
  readonly body: Json | undefined
}

const source = /^(header|query|path)\.(.+)$|^body(?:#(\/.*)?)?$/s

/**
 * The value of a runtime expression, `$request.body#/callbackUrl` (OpenAPI 3.0.4 §4.7.20.4): names of header fields in any
 * case. Undefined when there is no such value, or when it is no such expression.
 */
export function evaluate(expression: string, context: ExpressionContext): Json | undefined {
  if (expression === '$url') return context.url
  if (expression === '$method') return context.method
  if (expression === '$statusCode') return context.statusCode
  const [, side, rest = ''] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? []
  const [found, place, name = '', pointer = ''] = source.exec(rest) ?? []
  if (side === undefined || found === undefined) return undefined
  const { request, response } = context
  const message = side === 'request' ? request : response
  if (place === 'header') return header(message.headers, name)
  if (place === undefined)
    // What is null is no value to make a request of.
    return (resolvePointer(message.body, pointer) ?? undefined) as Json | undefined
  return side === 'request' ? memberNamed(place === 'query' ? request.query : request.path, name) : undefined
}

/**
 * A text with the values of the expressions in it, `{$request.query.url}/data`. Undefined when one of them has no value:
 * then there is no such text.
 */
export function expand(template: string, context: ExpressionContext): string | undefined {
  let isWhole = true
  const text = template.replaceAll(/\{(\$[^{}]+)\}/g, (_, expression: string) => {
    const value = evaluate(expression, context)
    if (value === undefined || value === null) isWhole = false
    return value === undefined ? '' : textOf(value)
  })
  return isWhole ? text : undefined
}
