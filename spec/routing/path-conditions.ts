import type { Operation } from '../document.ts'
import { header, type Headers } from '../http.ts'
import { matchMediaType } from '../http/media-type.ts'

/**
 * What tells apart operations that documents give the same path, by a query or a fragment in it: `/?Action=List`,
 * `/#X-Amz-Target=Db.List`, `/tags/{id}#tagKeys`. No fragment is ever sent (RFC 9110 §7.1): these name a query parameter
 * or a header field, or nothing that is sent, `/faces#overload=stream`: then it is the body's media type that differs.
 */
export interface Mark {
  readonly name: string
  /** Undefined when any will do: the operation then answers a request that lacks it, too, if no other can. */
  readonly value: string | undefined
  /** The path parameter that the value is, in `/export?name={name}`. */
  readonly parameter?: string
  /** For a fragment that names no parameter: what the operation's body may be, which must tell it apart then. */
  readonly content?: NonNullable<Operation['requestBody']>['content']
  /** Query parameters that the operation of such a fragment cannot do without. */
  readonly needs?: readonly string[]
  readonly isFragment: boolean
}

/** The path of an operation without them, and they. */
export function takeApart({
  path: template,
  parameters,
  requestBody,
}: Operation): readonly [string, readonly Mark[]] {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(template) ?? []
  const isDeclared = (name: string): boolean => parameters.some((each) => each.name === name)
  const fixed = membersOf(query).map(([name, value = '']): Mark => {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(value) ?? []
    return parameter === undefined
      ? { name, value, isFragment: false }
      : { name, value: undefined, parameter, isFragment: false }
  })
  const needs = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name)
  const told = membersOf(fragment).map(([name, value]): Mark => ({
    name,
    value,
    isFragment: true,
    ...(requestBody && !isDeclared(name) && { content: requestBody.content, needs }),
  }))
  return [path, [...fixed, ...told]]
}

function membersOf(query: string): readonly (readonly [name: string, value: string | undefined])[] {
  return query.split('&').flatMap((member) => {
    const [name = '', ...value] = member.split('=')
    return name === '' ? [] : [[name, value.length === 0 ? undefined : value.join('=')]]
  })
}

/** Whether none of them is sent otherwise. */
export function isMeant(marks: readonly Mark[], query?: string, headers?: Headers): boolean {
  return marks.every((mark) => mark.value === undefined || isSent(mark, query, headers))
}

/** Whether what the mark names is sent, with its value; taken for granted where query or header fields are not given. */
export function isSent(mark: Mark, query?: string, headers?: Headers): boolean {
  const { name, value, isFragment, content, needs = [] } = mark
  if (query === undefined || (isFragment && headers === undefined)) return true
  const type = content && headers ? header(headers, 'content-type') : undefined
  if (content && type !== undefined && matchMediaType(content, type)) {
    const names = new Set(membersOf(query).map(([sent]) => sent))
    if (needs.every((each) => names.has(each))) return true
  }
  const field = isFragment && headers ? header(headers, name) : undefined
  if (field !== undefined && (value === undefined || field === value)) return true
  return membersOf(query).some(([sent, its = '']) => sent === name && (value === undefined || its === value))
}

type Params = Readonly<Record<string, string>>

/** With the path parameters that stand in the query. */
export function withQuery(marks: readonly Mark[], params: Params, query: string = ''): Params {
  const named = marks.filter(({ parameter }) => parameter !== undefined)
  if (named.length === 0) return params
  const sent = new Map(membersOf(query))
  const values = named.flatMap(({ name, parameter }) => {
    const value = sent.get(name)
    return value === undefined ? [] : [[parameter as string, value.replaceAll('+', '%20')]]
  })
  return { ...params, ...(Object.fromEntries(values) as Record<string, string>) }
}
