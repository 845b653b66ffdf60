import type { ServerResponse } from 'node:http'
import type { Delivery, HttpResponse } from '../../spec/http.ts'
import { paced } from './paced.ts'

/** Sends a response with an injected connection fault: dropped, truncated or slow. */
export function deliver(response: ServerResponse, answer: HttpResponse, delivery: Delivery): void {
  const bytes = Buffer.from(answer.body ?? '')
  if (delivery.kind === 'drop') return void response.destroy()
  response.writeHead(answer.status, answer.headers as Record<string, string | string[]>)
  if (delivery.kind === 'truncate') return truncate(response, bytes.subarray(0, delivery.bytes))
  void trickle(response, bytes, delivery.bytesPerSecond)
}

/** Closes the connection once the written bytes have been flushed. */
function truncate(response: ServerResponse, bytes: Uint8Array): void {
  if (bytes.length > 0) return void response.write(bytes, () => response.destroy())
  response.flushHeaders()
  response.socket?.end(() => response.destroy())
}

async function trickle(response: ServerResponse, bytes: Uint8Array, bytesPerSecond: number): Promise<void> {
  for await (const piece of paced(bytes, bytesPerSecond)) {
    if (response.destroyed) return
    response.write(piece)
  }
  response.end()
}
