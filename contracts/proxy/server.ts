import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { largestHead } from './forward.ts'
import { refuse, refuseOn } from './error-response.ts'

/** The proxy cannot be started as it is asked to. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
}

export interface ProxyServer {
  /** `http://127.0.0.1:4011`. */
  readonly url: string
  /** Takes nothing new, and waits for what has begun, at most as many milliseconds. */
  stop(patience: number): Promise<void>
}

export interface ServerOptions {
  readonly host: string
  /** 0 takes any free one. */
  readonly port: number
  readonly onRequest: RequestListener
  /** Hears of what was refused: it is none of HTTP's requests and responses. */
  readonly onRefused: (what: string) => void
}

const webSocket = 'WebSockets do not go through it.'
const tunnel = 'It opens no tunnels: it has to see what it judges.'

/** Rejects with a {@link ProxyError} when the address cannot be listened on. */
export async function startProxyServer({
  host,
  port,
  onRequest,
  onRefused,
}: ServerOptions): Promise<ProxyServer> {
  // An upload may take its time.
  const server = createServer({ maxHeaderSize: largestHead, requestTimeout: 0 }, (incoming, outgoing) => {
    if (isWebSocket(incoming)) {
      onRefused('A WebSocket was refused.')
      refuse(outgoing, 501, 'not_implemented', webSocket)
    } else onRequest(incoming, outgoing)
  })
  server.on('connect', (_incoming, socket) => {
    onRefused('A tunnel (CONNECT) was refused.')
    refuseOn(socket, 501, 'Not Implemented', 'not_implemented', tunnel)
  })
  return { url: await listen(server, port, host), stop: (patience) => stop(server, patience) }
}

/** Other offers of an upgrade, to HTTP/2 for example, may be ignored (RFC 9110 §7.8). */
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
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine.`
  return `Cannot listen on ${host}:${String(port)}: ${message}.`
}

function stop(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), patience)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
