import { hasContent, type HttpRequest, type HttpResponse } from '../../spec/http.ts'
import { concatBytes } from '../../spec/util/concat-bytes.ts'
import { withBase } from '../engine/base-path.ts'
import { paced } from './paced.ts'

type Handle = (request: HttpRequest) => Promise<HttpResponse>

/** The part of a mock that is used. */
export interface Answering {
  readonly handle: Handle
  readonly maxBody: number
}

/** Answers like `fetch`: rejects with a TypeError if the connection is dropped. */
export async function fetchFrom(mock: Answering, request: Request): Promise<Response> {
  const response = await answerFetch(mock, request)
  if (response.type === 'error') throw new TypeError('fetch failed: the connection was dropped')
  return response
}

/**
 * Answers a web `Request`, with a network error if the connection is dropped.
 *
 * @param base the path in front of the API's own paths, without a trailing slash
 */
export async function answerFetch(
  { handle, maxBody }: Answering,
  request: Request,
  base = '',
): Promise<Response> {
  return toResponse(withBase(await handle(await toHttpRequest(request, base, maxBody)), base))
}

async function toHttpRequest(request: Request, base: string, maxBody: number): Promise<HttpRequest> {
  const { origin, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname.slice(base.length) || '/',
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : await read(request.body, maxBody),
    root: origin + base,
  }
}

/** Reads the body, or slightly more than `maxBody` bytes of a larger one. */
async function read(stream: ReadableStream<Uint8Array>, maxBody: number): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let next = await reader.read(); !next.done && size <= maxBody; next = await reader.read()) {
    chunks.push(next.value)
    size += next.value.length
  }
  if (size > maxBody) await reader.cancel()
  return concatBytes(chunks)
}

function toResponse(answer: HttpResponse): Response {
  const { status, headers, delivery } = answer
  if (delivery?.kind === 'drop') return Response.error()
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const line of typeof value === 'string' ? [value] : (value ?? [])) fields.append(name, line)
  }
  const body = hasContent(status) ? contentOf(answer) : null
  return new Response(body, { status, headers: fields })
}

function contentOf({ body, stream, delivery }: HttpResponse): BodyInit | undefined {
  if (stream !== undefined) return streamOf(encoded(stream))
  if (delivery === undefined || body === undefined) return body as BodyInit | undefined
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (delivery.kind === 'slow') return streamOf(paced(bytes, delivery.bytesPerSecond))
  return streamOf(cut(bytes, delivery.kind === 'truncate' ? delivery.bytes : 0))
}

function encoded(stream: NonNullable<HttpResponse['stream']>): AsyncIterator<Uint8Array> {
  const encoder = new TextEncoder()
  const pieces = stream[Symbol.asyncIterator]()
  return {
    async next() {
      const { value, done } = await pieces.next()
      if (done === true) return { done, value: undefined }
      return { done: false, value: typeof value === 'string' ? encoder.encode(value) : value }
    },
    async return() {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
}

async function* cut(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  if (length > 0) yield bytes.subarray(0, length)
  throw new TypeError('terminated: the connection ended within the body')
}

function streamOf(pieces: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await pieces.return?.()),
    },
    { highWaterMark: 0 },
  )
}
