import { withoutSlash } from '../../spec/routing/path-template.ts'
import { MockOptionError } from '../option-error.ts'
import { answerFetch, type Answering } from './fetch.ts'

/** The part of MSW's `http` namespace that is used. It is passed in, so that MSW stays an optional dependency. */
export interface MswHttp<Handler> {
  all(
    predicate: RegExp,
    resolver: (info: { readonly request: Request }) => Promise<Response | undefined>,
  ): Handler
}

export interface MswOptions {
  /** The API's base URL, such as `https://api.example.com/v1`, or `/api` in a page. All requests below it are answered.
   *  Without it, requests to any origin are answered if the document has their path. */
  readonly baseUrl?: string
}

/** The part of a mock that is used. */
interface MswMock extends Answering {
  knows(path: string): boolean
}

/** The mocked API as a request handler sees it. */
interface Api {
  matches(request: Request): boolean
  answer(request: Request): Promise<Response>
}

/** Returns a request handler for `setupServer` and `setupWorker`. It leaves requests to other APIs to other handlers. */
export function mswHandler<Handler>(
  mock: MswMock,
  http: MswHttp<Handler> | MswOptions = {},
  options: MswOptions = {},
): Handler {
  // MSW's types are not available here; the tests check that it accepts the handler.
  if (!isHttp(http)) return requestHandler(apiOf(mock, http)) as Handler
  const api = apiOf(mock, options)
  return http.all(/^/, async ({ request }) => (api.matches(request) ? api.answer(request) : undefined))
}

const isHttp = <Handler>(value: MswHttp<Handler> | MswOptions): value is MswHttp<Handler> => 'all' in value

function apiOf(mock: MswMock, { baseUrl }: MswOptions): Api {
  const base = baseUrl === undefined ? undefined : baseOf(baseUrl)
  return {
    matches({ url }) {
      const { origin, pathname } = new URL(url)
      if (base === undefined) return mock.knows(pathname)
      return origin === base.origin && (pathname === base.path || pathname.startsWith(`${base.path}/`))
    },
    answer: (request) => answerFetch(mock, request, base?.path),
  }
}

function baseOf(baseUrl: string): { readonly origin: string; readonly path: string } {
  const page = typeof location === 'undefined' ? undefined : location.href
  const url = URL.canParse(baseUrl, page) ? new URL(baseUrl, page) : undefined
  if (url?.protocol.startsWith('http')) return { origin: url.origin, path: withoutSlash(url.pathname) }
  throw new MockOptionError(`The baseUrl '${baseUrl}' is not a URL such as https://api.example.com/v1.`)
}

/** Implements MSW 2's `RequestHandler` without importing MSW. */
function requestHandler(api: Api): object {
  interface Run {
    readonly request: Request
  }
  const handler = {
    kind: 'request',
    /** The name of `kind` in earlier versions. */
    __kind: 'RequestHandler',
    info: { header: 'stablehand' },
    isUsed: false,
    test: async ({ request }: Run) => api.matches(request),
    /** Null makes MSW try the next handler, and report a request that none handles. */
    async run({ request }: Run) {
      if (!api.matches(request)) return null
      handler.isUsed = true
      return { handler, request, response: await api.answer(request) }
    },
    log() {},
  }
  return handler
}
