import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { startProxy, type ProxyOptions, type RunningProxy } from '../../../contracts/proxy.ts'
import type { ExchangeSummary } from '../../../contracts/proxy/exchange-summary.ts'
import type { Recording } from '../../../contracts/recording.ts'

/** A proxy, and what it told so far. */
export interface Watched {
  readonly url: string
  readonly exchanges: readonly ExchangeSummary[]
  /** Closes it; what it found. */
  readonly end: () => Promise<Recording>
}

/** Something to be closed after the test, before what was started earlier. */
export function closing(close: () => Promise<unknown>): void {
  onTestFinished(async () => void (await close()))
}

export async function startWatched(options: Omit<ProxyOptions, 'port' | 'onExchange'>): Promise<Watched> {
  const exchanges: ExchangeSummary[] = []
  const proxy: RunningProxy = await startProxy({
    ...options,
    port: 0,
    onExchange: (exchange) => exchanges.push(exchange),
  })
  let ended: Promise<Recording> | undefined
  const end = (): Promise<Recording> => (ended ??= proxy.close())
  closing(end)
  return { url: proxy.url, exchanges, end }
}

/** Serves on a free port of 127.0.0.1 until the test is over. */
export async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer({ maxHeaderSize: 256 * 1024 }, listener)
  const url = await listen(server)
  closing(async () => {
    server.closeAllConnections()
    server.close()
  })
  return url
}

/** As {@link serve}, with connections in place of requests. */
export async function serveSockets(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  const url = await listen(server)
  closing(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return url
}

async function listen(server: Server | TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

/** Sends bytes on a connection of their own; all that comes back until it is closed. */
export async function sendBytes(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => socket.destroy())
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

/** Ids of the checks that found something, each once. */
export function checksIn(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ check }) => check))].sort()
}
