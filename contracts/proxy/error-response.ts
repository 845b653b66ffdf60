import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Sends an error of the proxy itself, as JSON; closes the connection if a response has already begun. */
export function sendError(outgoing: ServerResponse, status: number, code: string, message: string): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  const body = textOf(status, code, message)
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  outgoing.end(body)
}

/** As {@link sendError}, on a bare socket: for requests that Node hands over without a response object. */
export function sendErrorOnSocket(
  socket: Duplex,
  status: number,
  reason: string,
  code: string,
  message: string,
): void {
  const body = textOf(status, code, message)
  const head = [
    `HTTP/1.1 ${String(status)} ${reason}`,
    'Content-Type: application/json',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
  ]
  socket.on('error', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const textOf = (status: number, code: string, message: string): string =>
  JSON.stringify({ code, message: `stablehand proxy: ${message}`, status })
