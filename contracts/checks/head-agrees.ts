import { responseFor } from '../../spec/document.ts'
import { header, type Headers } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { describeAnswer, lacksHead } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface HeadEvidence {
  readonly get: Answer
  readonly head: Answer
  /** Operations of the same API that have HEAD beside GET, for people: then it is not left out on purpose. */
  readonly others?: string
}

/** Fields that say something of the content or of the resource, and so are the same for HEAD (RFC 9110 §9.3.2). */
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

/** Fields of the connection and of the content's framing (RFC 9110 §7.6.1, §8.6). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'date',
  'content-length',
])

/** HEAD is GET without the content. */
export const headAgrees: Check<HeadEvidence> = {
  id: 'head-agrees',
  title: 'HEAD agrees with GET',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.2: the server SHOULD send the same header fields in response to HEAD as to GET',
  judge({ get, head, others }) {
    if (lacksHead(head)) return others === undefined ? fine : [refused(head, others)]
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
      expected: `${name}: ${header(before, name) ?? String(get.exchange.response.body.length)}, as for GET`,
      actual: header(after, name) ?? 'no such header',
      ...(name === 'content-length' && {
        requirement: 'RFC 9110 §8.6: Content-Length of HEAD equals that of GET',
      }),
    }))
  },
}

function differs(name: string, get: Headers, head: Headers): boolean {
  const [value, other] = [header(get, name), header(head, name)]
  return compared.includes(name) ? value !== other : (value === undefined) !== (other === undefined)
}

/** Others that the document declares are there as well; their values may change with each request, as a limit's do. */
const refused = (head: Answer, others: string): Violation => ({
  cause: 'refused',
  expected: `HEAD to be answered as it is for ${others}`,
  actual: describeAnswer(head),
  requirement: 'RFC 9110 §9.1: all general-purpose servers MUST support the methods GET and HEAD',
})

function comparedFor({ operation, status }: Answer): readonly string[] {
  const declared = (operation && responseFor(operation, status)?.headers) ?? []
  const names = declared.map(({ name }) => name.toLowerCase()).filter((name) => !ofConnection.has(name))
  return [...new Set([...compared, ...names])]
}

/** Whether the body is what was sent, all of it: with a content coding the length need not be that of what we see. */
const isPlain = ({ exchange: { response } }: Answer): boolean =>
  !response.truncated && header(response.headers, 'content-encoding') === undefined
