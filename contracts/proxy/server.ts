import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendError, sendErrorOnSocket } from './error-response.ts'
import { maxHeaderSize } from './forward.ts'

/** The proxy cannot be started with the given options. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
}

export interface ProxyServer {
  /** `http://127.0.0.1:4011`. */
  readonly url: string
  /** Accepts no more connections and waits at most `timeout` milliseconds for requests in progress. */
  stop(timeout: number): Promise<void>
}

export interface ServerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly onRequest: RequestListener
  /** Called when something other than an HTTP exchange was refused: a WebSocket or a tunnel. */
  readonly onRefused: (message: string) => void
}

const webSocket = 'WebSockets do not go through it.'
const tunnel = 'It opens no tunnels: it has to see what it judges.'

/** Starts the server. Rejects with a {@link ProxyError} when it cannot listen on the address. */
export async function startProxyServer({
  host,
  port,
  onRequest,
  onRefused,
}: ServerOptions): Promise<ProxyServer> {
  // No timeout for requests: uploads may be slow.
  const server = createServer({ maxHeaderSize, requestTimeout: 0 }, (incoming, outgoing) => {
    if (isWebSocket(incoming)) {
      onRefused('A WebSocket was refused.')
      sendError(outgoing, 501, 'not_implemented', webSocket)
    } else onRequest(incoming, outgoing)
  })
  server.on('connect', (_incoming, socket) => {
    onRefused('A tunnel (CONNECT) was refused.')
    sendErrorOnSocket(socket, 501, 'Not Implemented', 'not_implemented', tunnel)
  })
  return { url: await listen(server, port, host), stop: (timeout) => stop(server, timeout) }
}

/** Whether a request asks for a WebSocket. Other upgrades, such as to HTTP/2, may be ignored (RFC 9110 §7.8). */
const isWebSocket = ({ headers }: IncomingMessage): boolean => /\bwebsocket\b/i.test(headers.upgrade ?? '')

async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ProxyError(reasonOf(error, port, host), { cause: error })),
    )
    server.listen(port, host, resolve)
  })
  server.removeAllListeners('error')
  const { address, family, port: taken } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${String(taken)}`
}

function reasonOf({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} on ${host} is in use. Choose another with --port, or any free one with --port 0.`
  if (code === 'EACCES')
    return `Port ${String(port)} on ${host} needs privileges. Choose one from 1024 on with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine.`
  return `Cannot listen on ${host}:${String(port)}: ${message}.`
}

function stop(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeout)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
