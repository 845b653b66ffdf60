import type { Operation } from '../document.ts'
import { header, type Headers } from '../http.ts'
import { matchMediaType } from '../http/media-type.ts'

/**
 * A condition by which documents distinguish operations on the same path, written as a query or fragment in it:
 * `/?Action=List`, `/#X-Amz-Target=Db.List`, `/tags/{id}#tagKeys`. Fragments are never sent (RFC 9110 §7.1): they name a
 * query parameter or a header field, or nothing that is sent, as in `/faces#overload=stream`. Then the media type of the
 * body is what differs.
 */
export interface PathCondition {
  readonly name: string
  /** Undefined when any value is accepted. The operation then also takes requests without it, if no other one can. */
  readonly value: string | undefined
  /** The path parameter whose value it is, in `/export?name={name}`. */
  readonly parameter?: string
  /** For a fragment that names no parameter: the content of the operation's request body, which has to match instead. */
  readonly content?: NonNullable<Operation['requestBody']>['content']
  /** The required query parameters of the operation, for such a fragment. */
  readonly requiredQuery?: readonly string[]
  readonly isFragment: boolean
}

/** Splits the path of an operation into the actual path and the conditions. */
export function splitPath({
  path: template,
  parameters,
  requestBody,
}: Operation): readonly [string, readonly PathCondition[]] {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(template) ?? []
  const isDeclared = (name: string): boolean => parameters.some((parameter) => parameter.name === name)
  const inQuery = membersOf(query).map(([name, value = '']): PathCondition => {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(value) ?? []
    return parameter === undefined
      ? { name, value, isFragment: false }
      : { name, value: undefined, parameter, isFragment: false }
  })
  const requiredQuery = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => name)
  const inFragment = membersOf(fragment).map(([name, value]): PathCondition => ({
    name,
    value,
    isFragment: true,
    ...(requestBody && !isDeclared(name) && { content: requestBody.content, requiredQuery }),
  }))
  return [path, [...inQuery, ...inFragment]]
}

function membersOf(query: string): readonly (readonly [name: string, value: string | undefined])[] {
  return query.split('&').flatMap((member) => {
    const [name = '', ...value] = member.split('=')
    return name === '' ? [] : [[name, value.length === 0 ? undefined : value.join('=')]]
  })
}

/** Whether every condition with a fixed value is met. */
export function mayApply(conditions: readonly PathCondition[], query?: string, headers?: Headers): boolean {
  return conditions.every((condition) => condition.value === undefined || isMet(condition, query, headers))
}

/** Whether the request sends what the condition requires; assumed if its query or header fields are not known. */
export function isMet(condition: PathCondition, query?: string, headers?: Headers): boolean {
  const { name, value, isFragment, content, requiredQuery = [] } = condition
  if (query === undefined || (isFragment && headers === undefined)) return true
  const type = content && headers ? header(headers, 'content-type') : undefined
  if (content && type !== undefined && matchMediaType(content, type)) {
    const sent = new Set(membersOf(query).map(([member]) => member))
    if (requiredQuery.every((parameter) => sent.has(parameter))) return true
  }
  const field = isFragment && headers ? header(headers, name) : undefined
  if (field !== undefined && (value === undefined || field === value)) return true
  return membersOf(query).some(
    ([member, sent = '']) => member === name && (value === undefined || sent === value),
  )
}

type Params = Readonly<Record<string, string>>

/** Adds the path parameters that are in the query. */
export function withQueryParameters(
  conditions: readonly PathCondition[],
  params: Params,
  query: string = '',
): Params {
  const named = conditions.filter(({ parameter }) => parameter !== undefined)
  if (named.length === 0) return params
  const sent = new Map(membersOf(query))
  const values = named.flatMap(({ name, parameter }) => {
    const value = sent.get(name)
    return value === undefined ? [] : [[parameter as string, value.replaceAll('+', '%20')]]
  })
  return { ...params, ...(Object.fromEntries(values) as Record<string, string>) }
}
