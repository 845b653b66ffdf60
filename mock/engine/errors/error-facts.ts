import type { Json } from '../../../spec/json.ts'
import { pointerTokens } from '../../../spec/json/pointer.ts'
import type { Issue } from '../../../spec/validate.ts'
import { likelyValue } from './likely-value.ts'

/** The information about a refusal that an error response may contain. */
export interface ErrorFacts {
  readonly status: number
  /** Such as `not_found`. */
  readonly code: string
  /** The reason phrase of the status, such as `Not Found`. */
  readonly title: string
  readonly message: string
  readonly details: readonly Issue[]
  /** The path of the request. */
  readonly instance: string
  readonly now: Date
  /** The detail to write; set for the items of a list of details. */
  readonly issue?: Issue
}

/** Writes the facts into a value of a schema; undefined if it has no place for them. The value may lack required properties. */
export type Filler = (facts: ErrorFacts) => Json | undefined

/** The meaning of a property of an error. */
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
  | 'field'
  | 'keyword'
  | 'severity'

/** Common property names in the error schemas of public documents, by meaning. */
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
  path: 'path pointer loc',
  field: 'field fieldName property param parameter name attribute propertyPath',
  keyword: 'keyword rule constraint validation',
  severity: 'severity',
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(names).flatMap(([meaning, list]) =>
    list.split(' ').map((name) => [normalized(name), meaning as Meaning] as const),
  ),
)

/** The meaning of a property of an error, judging by its name; ignores case, `_` and `-`. */
export function meaningOf(name: string): Meaning | undefined {
  return meanings.get(normalized(name))
}

function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** The schema of a property that is neither an array nor an object. */
export interface Scalar {
  readonly isNumber: boolean
  readonly isBoolean: boolean
  /** Whether its format is a URI. */
  readonly isUri: boolean
  /** The strings of its `enum`; empty if it has none. */
  readonly values: readonly string[]
  /** Whether its examples are reason phrases, such as `Not Found`. */
  readonly showsTitle: boolean
  /** Whether its examples are in capitals, as `NOT_FOUND`. */
  readonly isUpperCase: boolean
  readonly isRequired: boolean
  /** Whether the same object has a property for the place of the value that the message is about. */
  readonly hasPlaceBeside: boolean
  /** Whether the same object has a property for the message. */
  readonly hasMessageBeside: boolean
  /** Whether it has those for the status, the time and the path, too, as the errors of Spring Boot: their `error` is a reason phrase. */
  readonly isOfSpring: boolean
  /** How its description and its examples write the place of a value. */
  readonly placesAs: PlaceStyle | undefined
}

/** Creates the filler of a property, by its meaning. */
export const scalarFillers: Readonly<Record<Meaning, (scalar: Scalar) => Filler>> = {
  code: (scalar) =>
    scalar.isNumber
      ? ({ status }) => status
      : ({ status, code, title }) =>
          enumValueOf(scalar, title) ??
          enumValueOf(scalar, code) ??
          rpcCodeOf(scalar, status, code) ??
          onlyValueOf(scalar) ??
          likelyValue(scalar.values, status) ??
          (scalar.isUpperCase ? code.toUpperCase() : code),
  status: (scalar) =>
    scalar.isNumber
      ? ({ status }) => status
      : ({ status, title, code }) =>
          enumValueOf(scalar, title) ?? rpcCodeOf(scalar, status, code) ?? String(status),
  error: (scalar) => {
    if (scalar.isBoolean) return () => true
    if (scalar.values.length > 0) return scalarFillers.code(scalar)
    if (!scalar.hasMessageBeside) return ({ message }) => message
    return scalar.showsTitle || scalar.isOfSpring
      ? ({ title }) => title
      : ({ code }) => enumValueOf(scalar, code) ?? code
  },
  // RFC 9457 §4.2.1: the type of a problem without further semantics.
  type: (scalar) =>
    scalar.isUri
      ? () => 'about:blank'
      : ({ code, issue, status }) =>
          (issue && fittingKeyword(scalar, issue)) ??
          enumValueOf(scalar, code) ??
          onlyValueOf(scalar) ??
          likelyValue(scalar.values, status) ??
          code,
  message: (scalar) => messageFiller(scalar.hasPlaceBeside),
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
    ({ placesAs = 'pointer' }) =>
    ({ issue, instance }) =>
      issue === undefined ? instance : placeOf(issue, placesAs),
  // An error that is about no value has no field, unless it has to.
  field:
    ({ placesAs = 'dots', isRequired }) =>
    ({ issue, details: [first], instance }) => {
      const found = issue ?? first
      return found ? placeOf(found, placesAs) : isRequired ? instance : undefined
    },
  keyword:
    () =>
    ({ issue }) =>
      issue?.keyword,
  severity: (scalar) => () => enumValueOf(scalar, 'error'),
}

/** Writes the message, which names the parameter or property it is about where nothing else does. */
export const messageFiller =
  (hasPlaceBeside: boolean): Filler =>
  ({ issue, message }) =>
    issue && !hasPlaceBeside ? sentences([issue]) : message

const fittingKeyword = ({ values }: Scalar, { keyword }: Issue): string | undefined =>
  values.length === 0 || values.includes(keyword) ? keyword : undefined

/** The value of the `enum` that differs from the text only in spelling: `NOT_FOUND` for `not_found`. */
function enumValueOf({ values }: Scalar, text: string): string | undefined {
  return values.find((value) => normalized(value) === normalized(text))
}

/** The codes of google.rpc.Code by status, the most likely one first (https://google.aip.dev/193). */
const rpcCodes: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT FAILED_PRECONDITION OUT_OF_RANGE',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** The value of the `enum` that is the code of google.rpc.Code for a status. */
function rpcCodeOf(scalar: Scalar, status: number, code: string): string | undefined {
  const known = code === 'wrong_state' ? 'FAILED_PRECONDITION' : (rpcCodes[status] ?? '')
  for (const name of [code, ...known.split(' ')]) {
    const value = enumValueOf(scalar, name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The only value of the `enum`, if there is just one. */
const onlyValueOf = ({ values }: Scalar): string | undefined => (values.length === 1 ? values[0] : undefined)

/** How the place of a value is written: `/items/0/name`, `items.0.name` or `items[0].name`. */
export type PlaceStyle = 'pointer' | 'dots' | 'brackets'

/** How texts that show a place write it, `items[0].name` or `/items/0/name`; undefined if they show none. */
export function placeStyleOf(texts: readonly string[]): PlaceStyle | undefined {
  const styles: readonly (readonly [PlaceStyle, RegExp])[] = [
    ['brackets', /\w\[\d*\]/],
    ['dots', /[a-z_]\.\d+\b/i],
    ['pointer', /(?:^|[`'"])\/\w+/],
  ]
  return styles.find(([, shown]) => texts.some((text) => shown.test(text)))?.[0]
}

/** The place of the parameter or value that an issue is about; parameters are named. */
function placeOf({ path }: Issue, style: PlaceStyle): string {
  if (style === 'pointer' || !path.startsWith('/')) return path
  return style === 'dots'
    ? pointerTokens(path).join('.')
    : pointerTokens(path).reduce((above, token) =>
        /^\d+$/.test(token) ? `${above}[${token}]` : `${above}.${token}`,
      )
}

const fieldOf = (issue: Issue): string => placeOf(issue, 'dots')

/** The messages of all details as one text, in which each names its parameter or property. */
export function sentences(details: readonly Issue[]): string {
  return details
    .map((issue) => {
      const field = fieldOf(issue)
      return field === '' || issue.message.includes(`'${field}'`)
        ? issue.message
        : `${field}: ${issue.message}`
    })
    .join(' ')
}

/** The messages of the details by field: `{ "name": ["…"] }`. */
export function messagesByField({ details }: ErrorFacts): Json | undefined {
  if (details.length === 0) return undefined
  const messages: Record<string, string[]> = {}
  for (const issue of details) (messages[fieldOf(issue)] ??= []).push(issue.message)
  return messages
}

/** The location of an issue as an array: `['body', 'tags', '0']`. */
export function placeAndPath({ issue }: ErrorFacts): Json | undefined {
  if (issue === undefined) return undefined
  const path = issue.path.startsWith('/') ? issue.path : `/${issue.path}`
  return [issue.in, ...pointerTokens(path).filter((token) => token !== '')]
}
