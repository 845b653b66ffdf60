import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import { withBase } from '../engine/base-path.ts'
import { maxBody } from '../engine/limits.ts'
import { hasContent } from '../engine/payload.ts'

export type Handle = (request: HttpRequest) => Promise<HttpResponse>

/** Answers a web `Request`; `base` is the path, without a trailing slash, in front of the API's own. */
export async function answerFetch(handle: Handle, request: Request, base = ''): Promise<Response> {
  return toResponse(withBase(await handle(await toHttpRequest(request, base)), base))
}

async function toHttpRequest(request: Request, base: string): Promise<HttpRequest> {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname.slice(base.length) || '/',
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : await read(request.body),
  }
}

/** Reads no more than it takes to see that the body is too large. */
async function read(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let next = await reader.read(); !next.done && size <= maxBody; next = await reader.read()) {
    chunks.push(next.value)
    size += next.value.length
  }
  if (size > maxBody) await reader.cancel()
  return concatenated(chunks, size)
}

function concatenated(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function toResponse({ status, headers, body }: HttpResponse): Response {
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const line of typeof value === 'string' ? [value] : (value ?? [])) fields.append(name, line)
  }
  return new Response(hasContent(status) ? (body as BodyInit | undefined) : null, { status, headers: fields })
}
