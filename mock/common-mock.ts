import type { Document } from '../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../spec/http.ts'
import type { MswHttp, MswOptions } from './adapters/msw.ts'
import type { Journal } from './engine/diagnostics/journal.ts'
import type { Session, Sessions } from './sessions/session.ts'

/**
 * A mock as it is in Node and in browsers. It is itself the default session, which serves all requests that name no
 * other.
 */
export interface CommonMock extends Session {
  /** The served document; with `auth: 'required'`, security requirements included. */
  readonly document: Document
  /** The most recent exchanges; undefined if the journal is disabled. */
  readonly journal: Journal | undefined
  /** Like `handle`, but synchronous if nothing has to be awaited. */
  readonly answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>
  /** Maximum size of a request body in bytes. */
  readonly maxBody: number
  /** Returns the session with this name, and opens it if needed. */
  session(name: string, scenario?: string): Promise<Session>
  readonly sessions: Sessions
  /** Returns an error response in the document's error format, for input that is not a valid HTTP request. */
  refuse(status: number, code: string, message: string): Promise<HttpResponse>
  /** Whether the document has this path (still percent-encoded, without query). */
  knows(path: string): boolean
  /** A handler for MSW: `setupServer(mock.msw({ baseUrl: 'https://api.test' }))`, or with MSW's `http` as first argument. */
  msw<Handler>(http?: MswHttp<Handler> | MswOptions, options?: MswOptions): Handler
  close(): Promise<void>
}
