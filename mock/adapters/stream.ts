import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpResponse } from '../../spec/http.ts'

/** Sends a streamed body until it ends or the client disconnects. */
export function sendStream(response: ServerResponse, stream: NonNullable<HttpResponse['stream']>): void {
  response.flushHeaders()
  // A disconnected client is not an error.
  pipeline(Readable.from(stream), response).catch(() => {})
}
