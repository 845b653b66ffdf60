import type { Reply, Wire } from './exchange.ts'
import { isArray, isObject, type Json, type JsonObject } from './json.ts'

/** Changes an object, or each object of an array. */
export function editObjects(
  body: Json | undefined,
  edit: (record: JsonObject) => JsonObject,
): Json | undefined {
  if (body === undefined) return undefined
  if (isArray(body)) return body.map((item) => (isObject(item) ? edit(item) : item))
  return isObject(body) ? edit(body) : body
}

export function omit<T extends object>(record: T, ...names: readonly string[]): T {
  const entries = Object.entries(record).filter(([name]) => !names.includes(name))
  return Object.fromEntries(entries) as T
}

export const withHeaders = <T extends Reply | Wire>(
  message: T,
  headers: Readonly<Record<string, string>>,
): T => ({
  ...message,
  headers: { ...message.headers, ...headers },
})

export const withoutHeaders = <T extends Reply | Wire>(message: T, ...names: readonly string[]): T => ({
  ...message,
  headers: omit(message.headers, ...names),
})

/** Rounds every integer beyond 2^53 to the nearest double. */
export function rounded(value: Json): Json {
  if (typeof value === 'bigint') return BigInt(Number(value))
  if (isArray(value)) return value.map(rounded)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]))
}
