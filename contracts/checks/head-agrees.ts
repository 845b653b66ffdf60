import { responseFor } from '../../spec/document.ts'
import { header, type Headers } from '../../spec/http.ts'
import { describeAnswer, isSuccess, lacksHead } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

export interface HeadEvidence {
  readonly get: Answer
  readonly head: Answer
  /** Operations of the API that do support HEAD, for people; undefined when none does. */
  readonly others?: string
}

/** Headers about the content or the resource, which HEAD sends like GET (RFC 9110 §9.3.2). */
const compared = [
  'content-type',
  'etag',
  'last-modified',
  'location',
  'deprecation',
  'sunset',
  'link',
  'allow',
  'www-authenticate',
]

/** Headers of the connection or of the message framing (RFC 9110 §7.6.1, §8.6). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'date',
  'content-length',
])

/** HEAD is answered like GET, without the content. */
export const headAgrees: Check<HeadEvidence> = {
  id: 'head-agrees',
  title: 'HEAD is answered like GET',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.2: the server SHOULD send the same headers in response to HEAD as to GET',
  judge({ get, head, others }) {
    if (others !== undefined) return [refused(head, others)]
    // A failure is a finding of its own.
    if (lacksHead(head) || head.status >= 500) return fine
    if (head.status === 404 && isSuccess(get.status)) return [unrouted(get, head)]
    if (head.status !== get.status) {
      return [
        { cause: 'status', expected: `${String(get.status)}, as for GET`, actual: describeAnswer(head) },
      ]
    }
    const [before, after] = [get.exchange.response.headers, head.exchange.response.headers]
    const fields = comparedFor(get).filter((name) => differs(name, before, after))
    const length = header(after, 'content-length')
    const lengths =
      length !== undefined && Number(length) !== get.exchange.response.body.length && isPlain(get)
    return [...fields, ...(lengths ? ['content-length'] : [])].map((name) => ({
      cause: `header:${name}`,
      expected: `${expectedField(name, get)}, as for GET`,
      actual: header(after, name) ?? `no ${name} header`,
      ...(name === 'content-length' && {
        requirement: 'RFC 9110 §8.6: Content-Length of HEAD is that of GET',
      }),
    }))
  },
}

function expectedField(name: string, { exchange: { response } }: Answer): string {
  const length = name === 'content-length' ? String(response.body.length) : undefined
  const value = header(response.headers, name) ?? length
  return value === undefined ? `no ${name} header` : `${name}: ${value}`
}

/** Other declared headers need only be present: their values may change with each request, as those of a rate limit do. */
function differs(name: string, get: Headers, head: Headers): boolean {
  const [value, other] = [header(get, name), header(head, name)]
  return compared.includes(name) ? value !== other : (value === undefined) !== (other === undefined)
}

/** Some frameworks have no route for HEAD at all. A client hardly notices, unless it takes the 404 at its word. */
const unrouted = (get: Answer, head: Answer): Violation => ({
  cause: 'status',
  expected: `${String(get.status)}, as for GET, or 405 if HEAD is not supported`,
  actual: describeAnswer(head),
  requirement: supportHead,
  reason: 'HEAD is not routed',
  severity: 'warning',
})

const supportHead = 'RFC 9110 §9.1: general-purpose servers MUST support GET and HEAD'

const refused = (head: Answer, others: string): Violation => ({
  cause: head.status === 404 ? 'status' : 'refused',
  expected: `HEAD to be supported, as it is for ${others}`,
  actual: describeAnswer(head),
  requirement: supportHead,
})

function comparedFor({ operation, status }: Answer): readonly string[] {
  const declared = (operation && responseFor(operation, status)?.headers) ?? []
  const names = declared.map(({ name }) => name.toLowerCase()).filter((name) => !ofConnection.has(name))
  return [...new Set([...compared, ...names])]
}

/** Whether the body was read completely and has no content coding, so that its length can be compared. */
const isPlain = ({ exchange: { response } }: Answer): boolean =>
  !response.truncated && header(response.headers, 'content-encoding') === undefined
