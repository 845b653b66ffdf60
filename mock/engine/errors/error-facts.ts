import type { Json } from '../../../spec/json.ts'
import { pointerTokens } from '../../../spec/json/pointer.ts'
import type { Issue } from '../../../spec/validate.ts'

/** What there is to tell about a refusal. */
export interface ErrorFacts {
  readonly status: number
  /** `not_found`. */
  readonly code: string
  /** `Not Found`. */
  readonly title: string
  readonly message: string
  readonly details: readonly Issue[]
  /** Path of the request. */
  readonly instance: string
  readonly now: Date
  /** Set while one of `details` is told. */
  readonly issue?: Issue
}

/** Puts the facts where a schema has a place for them; undefined when it has none. The value may still be incomplete. */
export type Filler = (facts: ErrorFacts) => Json | undefined

/** What a property of an error tells. */
export type Meaning =
  | 'code'
  | 'status'
  | 'message'
  | 'title'
  | 'error'
  | 'type'
  | 'instance'
  | 'details'
  | 'flag'
  | 'time'
  | 'place'
  | 'path'
  | 'keyword'

/** What the names of properties mean in error schemas of public documents. */
const names: Readonly<Record<Meaning, string>> = {
  code: 'code errorCode errCode errorKey slug identifier',
  status: 'status statusCode httpStatus httpCode httpStatusCode',
  message:
    'message msg errorMessage detail errorDetail description errorDescription developerMessage userMessage reason explanation text',
  title: 'title statusText errorTitle',
  error: 'error err fault problem',
  type: 'type errorType',
  instance: 'instance requestPath uri',
  details: 'details errors violations issues fieldErrors validationErrors invalidParams causes',
  flag: 'success ok',
  time: 'timestamp time date occurredAt',
  place: 'in location where',
  path: 'path pointer field property param parameter name loc attribute propertyPath',
  keyword: 'keyword rule constraint validation',
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(names).flatMap(([meaning, list]) =>
    list.split(' ').map((name) => [normalized(name), meaning as Meaning] as const),
  ),
)

/** What a property of an error means, going by its name; case, `_` and `-` do not count. */
export function meaningOf(name: string): Meaning | undefined {
  return meanings.get(normalized(name))
}

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** A place in an error that holds no array and no object. */
export interface Scalar {
  readonly isNumber: boolean
  readonly isBoolean: boolean
  /** Its format is a URI. */
  readonly isUri: boolean
  /** Of its `enum`; empty when it has none. */
  readonly values: readonly string[]
  /** Whether a property beside it holds the message. */
  readonly hasMessageBeside: boolean
}

/** What fills a place, by its meaning. */
export const scalarFillers: Readonly<Record<Meaning, (scalar: Scalar) => Filler>> = {
  code: (scalar) =>
    scalar.isNumber
      ? ({ status }) => status
      : ({ code, title }) => spelled(scalar, title) ?? spelled(scalar, code) ?? sole(scalar) ?? code,
  status: (scalar) =>
    scalar.isNumber
      ? ({ status }) => status
      : ({ status, title }) => spelled(scalar, title) ?? String(status),
  error: (scalar) => {
    if (scalar.isBoolean) return () => true
    return scalar.hasMessageBeside ? ({ code }) => spelled(scalar, code) ?? code : ({ message }) => message
  },
  // Without a page about the error, RFC 9457 §4.2.1 wants this.
  type: (scalar) =>
    scalar.isUri
      ? () => 'about:blank'
      : ({ code, issue }) => issue?.keyword ?? spelled(scalar, code) ?? sole(scalar) ?? code,
  message:
    () =>
    ({ message }) =>
      message,
  title:
    () =>
    ({ title }) =>
      title,
  instance:
    () =>
    ({ instance }) =>
      instance,
  details:
    () =>
    ({ details }) =>
      details.length === 0 ? undefined : sentences(details),
  flag: () => () => false,
  time:
    () =>
    ({ now }) =>
      now.toISOString(),
  place:
    () =>
    ({ issue }) =>
      issue?.in,
  path:
    () =>
    ({ issue, instance }) =>
      issue === undefined ? instance : issue.path,
  keyword:
    () =>
    ({ issue }) =>
      issue?.keyword,
}

/** The value of an `enum` that says the same: `NOT_FOUND` for `not_found`. */
function spelled({ values }: Scalar, text: string): string | undefined {
  return values.find((value) => normalized(value) === normalized(text))
}

/** The only value there may be. */
const sole = ({ values }: Scalar): string | undefined => (values.length === 1 ? values[0] : undefined)

/** Every detail as one text. */
export function sentences(details: readonly Issue[]): string {
  return details.map(({ message }) => message).join(' ')
}

/** `{ "/name": ["…"] }`. */
export function messagesByPath({ details }: ErrorFacts): Json | undefined {
  if (details.length === 0) return undefined
  const messages: Record<string, string[]> = {}
  for (const { path, message } of details) (messages[path] ??= []).push(message)
  return messages
}

/** Where an issue is, `['body', 'tags', '0']`. */
export function placeAndPath({ issue }: ErrorFacts): Json | undefined {
  if (issue === undefined) return undefined
  const path = issue.path.startsWith('/') ? issue.path : `/${issue.path}`
  return [issue.in, ...pointerTokens(path).filter((token) => token !== '')]
}
