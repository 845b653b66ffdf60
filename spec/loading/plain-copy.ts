import { appendPointer } from '../json/pointer.ts'
import { fatal, SpecError } from '../problems/spec-error.ts'

/**
 * A copy of a value given in memory, as JSON: a date becomes its ISO string (only the day, if it is midnight UTC), members
 * that are undefined are left out, shared objects stay shared. Throws a {@link SpecError}: `not-json`.
 */
export function plainCopy(value: unknown): unknown {
  return copy(value, [], new Map())
}

function copy(value: unknown, path: readonly string[], copies: Map<object, unknown>): unknown {
  if (value === null || ['string', 'boolean', 'number', 'bigint'].includes(typeof value)) return value
  if (typeof value !== 'object') throw notJson(path, `A ${typeof value} is not a JSON value.`)
  if (value instanceof Date) return isoString(value, path)
  if (!copies.has(value)) copies.set(value, copyMembers(value, path, copies))
  return copies.get(value)
}

function copyMembers(value: object, path: readonly string[], copies: Map<object, unknown>): unknown {
  const copyMember = (name: string, member: unknown): unknown => copy(member, [...path, name], copies)
  if (Array.isArray(value)) return value.map((item, index) => copyMember(String(index), item ?? null))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, copyMember(name, member)]))
}

function isoString(date: Date, path: readonly string[]): string {
  if (Number.isNaN(date.getTime())) throw notJson(path, 'The date is invalid.')
  return date.toISOString().replace(/T00:00:00\.000Z$/, '')
}

function notJson(path: readonly string[], message: string): SpecError {
  return new SpecError([fatal('not-json', message, undefined, path.reduce(appendPointer, '#'))])
}
