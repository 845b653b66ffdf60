import type { Sample } from './exchanges.ts'

/** A message of which the two think differently. */
export interface Difference {
  readonly sample: Sample
  /** What is wrong with it for us; empty when it is valid. */
  readonly ours: readonly Complaint[]
  /** What is wrong with it for Prism, as sentences. */
  readonly theirs: readonly string[]
}

export interface Complaint {
  readonly in: string
  readonly keyword: string
  readonly message: string
}

/** Why we stay with our verdict. */
export interface Explanation {
  readonly reason: string
  readonly explains: (difference: Difference) => boolean
}

const all = <T>(list: readonly T[], holds: (element: T) => boolean): boolean =>
  list.length > 0 && list.every(holds)
const theyAccept = ({ ours, theirs }: Difference): boolean => ours.length > 0 && theirs.length === 0
const weAccept = ({ ours, theirs }: Difference): boolean => ours.length === 0 && theirs.length > 0

const queryOf = ({ sample }: Difference): string => (sample.side === 'request' ? sample.request.query : '')
const bodyOf = ({ sample }: Difference): string =>
  sample.side === 'request' ? new TextDecoder().decode(sample.request.body ?? new Uint8Array()) : ''
const typeOf = ({ sample }: Difference): string =>
  sample.side === 'request' ? String(sample.request.headers['content-type']) : ''

/** Properties of the devices that are not for both sides, and required all the same. */
const oneSided = {
  request: /must have required property '(?:serial|online|readingCount|createdAt|updatedAt)'/,
  response: /must have required property 'secret'/,
}

export const explanations: readonly Explanation[] = [
  {
    reason: 'Prism holds an int64 to what a double can hold, 2^53 - 1; the format goes to 2^63 - 1.',
    explains: (difference) =>
      weAccept(difference) &&
      difference.theirs.every((text) => /must be [<>]= -?9007199254740991$/.test(text)),
  },
  {
    reason: 'An empty value in the query is no value to Prism; to us it is the empty string.',
    explains: (difference) =>
      /=(?:&|$)/.test(queryOf(difference)) &&
      (all(difference.ours, ({ in: place }) => place === 'query') ||
        (weAccept(difference) &&
          all(difference.theirs, (text) => text.startsWith('Request query must have required property')))),
  },
  {
    reason:
      "Prism's date-time may have a space for the T and an offset without a colon; RFC 3339 §5.6 has neither.",
    explains: (difference) =>
      theyAccept(difference) &&
      all(
        difference.ours,
        ({ keyword, message }) =>
          keyword === 'format' &&
          /^"[\d-]{10}(?: [\d:]{8}Z|T[\d:]{8}\+\d{4})" must be a valid date-time/.test(message),
      ),
  },
  {
    reason: 'The body null is no body to Prism; to us it is the JSON value null.',
    explains: (difference) => theyAccept(difference) && bodyOf(difference) === 'null',
  },
  {
    reason: 'Prism divides as doubles do, where 0.07 is no multiple of 0.01.',
    explains: (difference) =>
      weAccept(difference) && all(difference.theirs, (text) => text.endsWith('must be multiple of 0.01')),
  },
  {
    reason: 'Prism does not look at parameters whose values are JSON.',
    explains: (difference) =>
      theyAccept(difference) &&
      all(difference.ours, ({ in: place }) => place === 'query') &&
      difference.sample.operation.parameters.some(
        ({ name, in: place, content }) =>
          content && place === 'query' && queryOf(difference).includes(`${name}=`),
      ),
  },
  {
    reason: 'Prism does not look at cookies.',
    explains: (difference) =>
      theyAccept(difference) && all(difference.ours, ({ in: place }) => place === 'cookie'),
  },
  {
    reason:
      'Of a deepObject parameter Prism reads only the members its schema names, so that no other can be refused.',
    explains: (difference) =>
      theyAccept(difference) &&
      all(
        difference.ours,
        ({ in: place, keyword }) => place === 'query' && keyword === 'additionalProperties',
      ),
  },
  {
    reason:
      'Without an Encoding Object Prism reads no array out of a form; OpenAPI 3.1.1 §4.8.15.1 has style form and explode by default.',
    explains: (difference) =>
      weAccept(difference) &&
      typeOf(difference).startsWith('application/x-www-form-urlencoded') &&
      all(difference.theirs, (text) => text.endsWith('must be array')),
  },
  {
    reason:
      'Prism leaves readOnly and writeOnly properties out of plain objects only, not within oneOf and allOf.',
    explains: (difference) =>
      weAccept(difference) && difference.theirs.some((text) => oneSided[difference.sample.side].test(text)),
  },
]
