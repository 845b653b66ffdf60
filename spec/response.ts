import { decodeBody, type BodyReading } from './body.ts'
import { responseFor, type Document, type Operation, type Parameter, type Response } from './document.ts'
import { hasContent, header, type HttpResponse } from './http.ts'
import { isMediaType, matchMediaType } from './http/media-type.ts'
import { createParameterDecoder } from './parameters.ts'
import { documentResolver } from './schemas/resolver.ts'
import type { Issue, Validator } from './validate.ts'

/**
 * Every way in which a response breaks what its operation declares: status, headers, content type, body. The body of
 * an answer to HEAD is not looked at: there is none. `read` is what the body says, where that is known already.
 */
export type ResponseChecker = (
  response: HttpResponse,
  method?: string,
  read?: BodyReading,
) => readonly Issue[]

const bytesOf = new TextEncoder()
const noIssues: readonly Issue[] = []

/** Works out once per operation, and once per response it declares, how its responses are checked. */
export function createResponseChecker(
  document: Document,
  operation: Operation,
  validator: Validator,
): ResponseChecker {
  const checks = new Map<Response, ResponseChecker>()
  return (answer, method = operation.method, read) => {
    const declared = responseFor(operation, answer.status)
    if (!declared) return [undeclaredStatus(operation, answer.status)]
    let check = checks.get(declared)
    if (!check) {
      const headers = createHeaderChecker(document, declared.headers, validator)
      const body = createBodyChecker(document, declared, validator)
      check = (response, of, known) => [
        ...headers(response),
        ...(of === 'HEAD' ? [] : body(response, of, known)),
      ]
      checks.set(declared, check)
    }
    return check(answer, method, read)
  }
}

function undeclaredStatus({ id, responses, pointer }: Operation, status: number): Issue {
  const declared = responses.map((response) => response.status).join(', ')
  const message = `${id} does not declare the status ${String(status)}; it declares ${declared || 'none'}.`
  return { in: 'status', path: '', keyword: 'status', message, schema: `${pointer}/responses` }
}

function createHeaderChecker(
  document: Document,
  headers: readonly Parameter[],
  validator: Validator,
): ResponseChecker {
  if (headers.length === 0) return () => noIssues
  const resolve = documentResolver(document)
  const decode = createParameterDecoder(headers, resolve)
  const noParameters = {}
  return (response) => {
    const request = {
      method: '',
      path: '',
      query: '',
      headers: lowerCased(response.headers),
      body: undefined,
    }
    const decoded = decode(request, noParameters)
    const invalid = headers.flatMap((each): Issue[] => {
      const value = decoded.header[each.name.toLowerCase()]
      if (value === undefined || !each.schema) return []
      const issues = validator.of(each.schema, 'response')(value)
      return issues.map((issue) => ({ in: 'header', ...issue, path: `${each.name}${issue.path}` }))
    })
    return [...decoded.issues, ...invalid]
  }
}

const lowerCased = (headers: HttpResponse['headers']): HttpResponse['headers'] =>
  Object.keys(headers).every((name) => name === name.toLowerCase())
    ? headers
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function createBodyChecker(document: Document, declared: Response, validator: Validator): ResponseChecker {
  const resolve = documentResolver(document)
  const contentIssue = (keyword: string, message: string): Issue[] => [
    {
      in: keyword === 'content-type' ? 'header' : 'body',
      path: keyword === 'content-type' ? 'Content-Type' : '',
      keyword,
      message,
      schema: `${declared.pointer}/content`,
    },
  ]
  return ({ status, headers, body }, _, read) => {
    const bytes = typeof body === 'string' ? bytesOf.encode(body) : (body ?? new Uint8Array())
    if (declared.content.length === 0 || !hasContent(status)) {
      return bytes.length === 0 || declared.content.length === 0
        ? []
        : contentIssue('content', `A ${String(status)} has no content.`)
    }
    const type = header(headers, 'content-type')
    const mediaType = type === undefined ? undefined : matchMediaType(declared.content, type)
    // What names no media type may mean any.
    if (!mediaType && declared.content.some((each) => !isMediaType(each.type))) return []
    if (type === undefined || !mediaType) {
      const offered = declared.content.map((each) => each.type).join(', ')
      return contentIssue('content-type', `The Content-Type is ${type ?? 'missing'}; declared is ${offered}.`)
    }
    const decoded = read ?? decodeBody(bytes, type, mediaType, resolve)
    if (decoded.kind === 'malformed') return contentIssue('malformed', decoded.message)
    if (!mediaType.schema || decoded.value instanceof Uint8Array) return []
    return validator
      .of(
        mediaType.schema,
        'response',
      )(decoded.value)
      .map((issue) => ({ in: 'body', ...issue }))
  }
}
