import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpResponse } from '../../spec/http.ts'

/** Sends content as it comes to be, until it ends or the client goes away. */
export function sendStream(response: ServerResponse, stream: NonNullable<HttpResponse['stream']>): void {
  response.flushHeaders()
  // A client that has gone is no defect.
  pipeline(Readable.from(stream), response).catch(() => {})
}
