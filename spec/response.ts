import { decodeBody, type BodyReading } from './body.ts'
import { responseFor, type Document, type Operation, type Parameter, type Response } from './document.ts'
import { hasContent, header, type HttpResponse } from './http.ts'
import { isMediaType, matchMediaType } from './http/media-type.ts'
import { createParameterDecoder } from './parameters.ts'
import { documentResolver } from './schemas/resolver.ts'
import type { Issue, Validator } from './validate.ts'

/**
 * Lists the violations of an operation's declaration by a response: of status, headers, content type and body. A response to
 * HEAD has no body to check. `read` is the decoded body, if it has been decoded already.
 */
export type ResponseChecker = (
  response: HttpResponse,
  method?: string,
  read?: BodyReading,
) => readonly Issue[]

const bytesOf = new TextEncoder()
const noIssues: readonly Issue[] = []

/** Creates the checker of an operation's responses. The checks of each declared response are created on first use. */
export function createResponseChecker(
  document: Document,
  operation: Operation,
  validator: Validator,
): ResponseChecker {
  const checks = new Map<Response, ResponseChecker>()
  return (response, method = operation.method, read) => {
    const declared = responseFor(operation, response.status)
    if (!declared) return [undeclaredStatus(operation, response.status)]
    let check = checks.get(declared)
    if (!check) {
      const headers = createHeaderChecker(document, declared.headers, validator)
      const body = createBodyChecker(document, declared, validator)
      check = (checked, of, known) => [
        ...headers(checked),
        ...(of === 'HEAD' ? [] : body(checked, of, known)),
      ]
      checks.set(declared, check)
    }
    return check(response, method, read)
  }
}

function undeclaredStatus({ id, responses, pointer }: Operation, status: number): Issue {
  const declared = responses.map((response) => response.status).join(', ')
  const message = `${id} does not declare the status ${String(status)}. It declares ${declared || 'none'}.`
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
    const invalid = headers.flatMap(({ name, schema }): Issue[] => {
      const value = decoded.header[name.toLowerCase()]
      if (value === undefined || !schema) return []
      const issues = validator.of(schema, 'response')(value)
      return issues.map((issue) => ({ in: 'header', ...issue, path: `${name}${issue.path}` }))
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
  const offered = declared.content.map(({ type }) => type)
  // A key that is not a media type may stand for any.
  const isOpen = !offered.every(isMediaType)
  return ({ status, headers, body }, _, read) => {
    if (offered.length === 0) return []
    const bytes = typeof body === 'string' ? bytesOf.encode(body) : (body ?? new Uint8Array())
    if (!hasContent(status)) {
      const message = `A response with status ${String(status)} must not have content.`
      return bytes.length === 0 ? [] : contentIssue('content', message)
    }
    const type = header(headers, 'content-type')
    const mediaType = type === undefined ? undefined : matchMediaType(declared.content, type)
    if (type === undefined || !mediaType) {
      const message = `The Content-Type is ${type ?? 'missing'}. Declared: ${offered.join(', ')}.`
      return isOpen ? [] : contentIssue('content-type', message)
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
