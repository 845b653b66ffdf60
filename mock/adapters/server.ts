import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import gracefulShutdown from 'http-graceful-shutdown'
import { messageOf } from '../../spec/util/error-message.ts'
import { controlPath } from '../control/paths.ts'
import { maxHeaders } from '../engine/request/limit.ts'
import type { Mock } from '../index.ts'
import {
  answer,
  answerBroken,
  answerLast,
  answerRaw,
  protocolErrorOf,
  protocolErrorOfHead,
  noMethod,
  unmet,
  type ParserError,
} from './protocol-errors.ts'

export interface ServerOptions {
  /** 0 picks a free port. */
  readonly port: number
  readonly host: string
  /** Called after every response. */
  readonly log?: (entry: LogEntry) => void
  /** Whether SIGINT and SIGTERM shut down the server and end the process. */
  readonly endOnSignals?: boolean
  /** Milliseconds within which a request must have arrived completely. Default {@link requestTimeout}. */
  readonly requestTimeout?: number
  /** Maximum number of open connections; further ones are closed. Default {@link maxConnections}. */
  readonly maxConnections?: number
}

/** Enough for a megabyte over a slow connection. */
const requestTimeout: number = 60_000
const maxConnections: number = 20_000

export interface LogEntry {
  /** The request's `X-Request-Id`, else a running number. */
  readonly requestId: string
  readonly method: string
  readonly url: string
  /** 0 if the connection ended without a response. */
  readonly status: number
  /** From the request's headers to the end of the response. */
  readonly milliseconds: number
}

export interface RunningServer {
  readonly server: Server
  /** `http://127.0.0.1:4010`. */
  readonly url: string
  /** Closes the server after requests in progress, but within a few seconds. */
  readonly close: () => Promise<void>
}

/** The server cannot listen on the address. */
class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Starts an HTTP server for the mock. Rejects with a {@link ListenError} if it cannot listen on the address. */
export async function startServer(mock: Mock, options: ServerOptions): Promise<RunningServer> {
  const server = createHttpServer(createApp(mock, options.log), options)
  // By default, Node drops headers after the thousandth. Their total size is limited instead.
  server.maxHeadersCount = 0
  server.maxConnections = options.maxConnections ?? maxConnections
  const broken = new WeakSet<Socket>()
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // After the first parse error, whatever follows cannot be parsed either. It is still read: see `endSoon`.
    if (broken.has(socket) && error.code !== 'ECONNRESET') return
    broken.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else answerBroken(mock, socket, protocolErrorOf(error))
  })
  server.on('connect', (_request, socket: Socket) => void answerRaw(mock, socket, noMethod))
  server.on('checkExpectation', (_request, response: ServerResponse) => void answer(mock, response, unmet))
  const close = gracefulShutdown(server, {
    signals: options.endOnSignals === true ? 'SIGINT SIGTERM' : '',
    forceExit: options.endOnSignals === true,
    timeout: 5_000,
    // Open journal streams would delay the shutdown.
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
    const problem = protocolErrorOfHead(request)
    if (problem !== undefined) void answerLast(mock, response, problem)
    else if (request.url === '/' && isVisit(mock, request)) response.redirect(303, `${controlPath}/`)
    else handle(request, response, next)
  })
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const message = messageOf(error)
    void answer(mock, response, { status: 500, code: 'internal_error', message })
  })
  return app
}

/** Whether somebody opened the root in a browser to see what is served: the console tells, unless the API has a root. */
function isVisit(mock: Mock, { method, headers }: Request): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !mock.knows('/')
}

function logger(log: (entry: LogEntry) => void) {
  let requests = 0
  return (request: Request, response: Response, next: NextFunction): void => {
    const start = process.hrtime.bigint()
    requests += 1
    const requestId = request.get('x-request-id') ?? String(requests)
    // A dropped connection emits 'close', but never 'finish'.
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

/** Larger than the mock's own limit, so that the mock responds, in the document's error format. */
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
  // Express replaces the prototype of every request and response. Before Node 24, that takes two thirds of its time, and is
  // avoided here by creating them with the right prototype. V8 optimizes the layout of class instances.
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request']
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response']
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app)
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
    return `Port ${port} on ${host} is in use. Choose another with --port, or use --port 0 for any free one.`
  if (code === 'EACCES')
    return `Port ${port} on ${host} requires privileges. Choose a port from 1024 with --port.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine.`
  return `Cannot listen on ${host}:${port}: ${message}.`
}
