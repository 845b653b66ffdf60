import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import gracefulShutdown from 'http-graceful-shutdown'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { maxHeaders } from '../engine/request/limit.ts'
import type { Mock } from '../index.ts'
import {
  answer,
  answerBroken,
  answerLast,
  answerRaw,
  faultOf,
  faultOfHead,
  noMethod,
  unmet,
  type ParserError,
} from './faults.ts'

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** Hears of every request once it has been answered. */
  readonly log?: (entry: LogEntry) => void
  /** Whether SIGINT and SIGTERM end the server and then the process. */
  readonly endOnSignals?: boolean
  /** Milliseconds in which a request has to be there, with all of its content. Default {@link requestTimeout}. */
  readonly requestTimeout?: number
  /** Connections at the same time; more are closed at once. Default {@link maxConnections}. */
  readonly maxConnections?: number
}

/** Enough for a megabyte over a bad line. */
const requestTimeout: number = 60_000
const maxConnections: number = 20_000

export interface LogEntry {
  /** The `X-Request-Id` of the request, or how many there have been. */
  readonly requestId: string
  readonly method: string
  readonly url: string
  /** 0 when the connection ended without an answer. */
  readonly status: number
  /** From the head of the request to the end of the answer. */
  readonly milliseconds: number
}

export interface RunningServer {
  readonly server: Server
  /** `http://127.0.0.1:4010`. */
  readonly url: string
  /** Answers what it has begun to answer, for some seconds at most, and ends. */
  readonly close: () => Promise<void>
}

/** The address cannot be listened on. */
class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Serves the mock by itself. Rejects with a {@link ListenError} when the address is taken or is none of this machine. */
export async function startServer(mock: Mock, options: ServerOptions): Promise<RunningServer> {
  const server = createHttpServer(createApp(mock, options.log), options)
  // Left alone Node leaves out what comes after a thousand fields. Their size is limited.
  server.maxHeadersCount = 0
  server.maxConnections = options.maxConnections ?? maxConnections
  const broken = new WeakSet<Socket>()
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // What follows bytes that make no sense makes none either, and is read to no purpose: see `endSoon`.
    if (broken.has(socket) && error.code !== 'ECONNRESET') return
    broken.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else answerBroken(mock, socket, faultOf(error))
  })
  server.on('connect', (_request, socket: Socket) => void answerRaw(mock, socket, noMethod))
  server.on('checkExpectation', (_request, response: ServerResponse) => void answer(mock, response, unmet))
  const close = gracefulShutdown(server, {
    signals: options.endOnSignals === true ? 'SIGINT SIGTERM' : '',
    forceExit: options.endOnSignals === true,
    timeout: 5_000,
    // Who listens to the journal would be waited for.
    preShutdown: async () => mock.journal?.close(),
    finally: () => mock.close(),
  })
  await listen(server, options)
  const { address, family, port } = server.address() as AddressInfo
  return {
    server,
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close,
  }
}

function createApp(mock: Mock, log: ServerOptions['log']): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  if (log !== undefined) app.use(logger(log))
  const handle = mock.express()
  app.use((request: Request, response: Response, next: NextFunction) => {
    const fault = faultOfHead(request)
    if (fault === undefined) handle(request, response, next)
    else void answerLast(mock, response, fault)
  })
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const message = error instanceof Error ? error.message : String(error)
    void answer(mock, response, { status: 500, code: 'internal_error', message })
  })
  return app
}

function logger(log: (entry: LogEntry) => void) {
  let requests = 0
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = process.hrtime.bigint()
    requests += 1
    const requestId = request.get('x-request-id') ?? String(requests)
    // What is dropped on purpose closes, and never finishes.
    response.once('close', () => {
      const { method, originalUrl: url } = request
      log({
        requestId,
        method,
        url,
        status: response.headersSent ? response.statusCode : 0,
        milliseconds: Number(process.hrtime.bigint() - start) / 1e6,
      })
    })
    next()
  }
}

/** Larger than what the mock allows, so that it is the mock that says no, in the document's words. */
const parserHeaders = 4 * maxHeaders

function createHttpServer(
  app: Express,
  { requestTimeout: patience = requestTimeout }: ServerOptions,
): Server {
  const options = {
    maxHeaderSize: parserHeaders,
    requireHostHeader: false,
    keepAliveTimeout: 30_000,
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: Math.ceil(patience / 10),
  }
  // Express gives every request and response its own prototypes. Below Node 24 that takes two thirds of its time, which
  // those that are born with them are spared. Classes, as V8 makes room in their objects for what all constructors set.
  class BornRequest extends IncomingMessage {}
  class BornResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(BornRequest.prototype, app.request) as Express['request']
  app.response = Object.setPrototypeOf(BornResponse.prototype, app.response) as Express['response']
  return createServer({ ...options, IncomingMessage: BornRequest, ServerResponse: BornResponse }, app)
}

async function listen(server: Server, { port, host }: ServerOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    throw new ListenError(reasonOf(error as NodeJS.ErrnoException, port, host), { cause: error })
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Choose another with --port, or any free one with --port 0.`
  if (code === 'EACCES')
    return `Port ${port} on ${host} needs privileges. Choose one from 1024 on with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine.`
  return `Cannot listen on ${host}:${port}: ${message}.`
}
