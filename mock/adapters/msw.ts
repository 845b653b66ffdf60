import type { CommonMock } from '../create.ts'
import { answerFetch } from './fetch.ts'

/** What the mock needs of MSW's `http` namespace. It is handed in, so that nobody without MSW has to install it. */
export interface MswHttp<Handler> {
  all(
    predicate: RegExp,
    resolver: (info: { readonly request: Request }) => Promise<Response | undefined>,
  ): Handler
}

export interface MswOptions {
  /** Where the API is, `https://api.example.com/v1`, or `/api` in a page: every request below it is answered. When
   *  absent: requests to any origin for a path that the document has. */
  readonly baseUrl?: string
}

type Answering = Pick<CommonMock, 'handle' | 'knows' | 'maxBody'>

/** The API as MSW meets it. */
interface Api {
  has(request: Request): boolean
  answer(request: Request): Promise<Response>
}

/** A request handler for `setupServer` and `setupWorker`. What is not for the API is left to other handlers. */
export function mswHandler<Handler>(
  mock: Answering,
  http: MswHttp<Handler> | MswOptions = {},
  options: MswOptions = {},
): Handler {
  // Without MSW's types there is no saying that this is one of its handlers; the tests show it.
  if (!isHttp(http)) return requestHandler(apiOf(mock, http)) as Handler
  const api = apiOf(mock, options)
  return http.all(/^/, async ({ request }) => (api.has(request) ? api.answer(request) : undefined))
}

const isHttp = <Handler>(given: MswHttp<Handler> | MswOptions): given is MswHttp<Handler> => 'all' in given

function apiOf(mock: Answering, { baseUrl }: MswOptions): Api {
  const base = baseUrl === undefined ? undefined : baseOf(baseUrl)
  return {
    has({ url }) {
      const { origin, pathname } = new URL(url)
      if (base === undefined) return mock.knows(pathname)
      return origin === base.origin && (pathname === base.path || pathname.startsWith(`${base.path}/`))
    },
    answer: (request) => answerFetch(mock, request, base?.path),
  }
}

function baseOf(baseUrl: string): { readonly origin: string; readonly path: string } {
  const { origin, pathname } = new URL(baseUrl, typeof location === 'undefined' ? undefined : location.href)
  return { origin, path: pathname.replace(/\/+$/, '') }
}

/** What MSW 2 takes for a handler (its `RequestHandler`), made without MSW. */
function requestHandler(api: Api): object {
  interface Run {
    readonly request: Request
  }
  const handler = {
    kind: 'request',
    /** What earlier versions look at. */
    __kind: 'RequestHandler',
    info: { header: 'stablehand' },
    isUsed: false,
    test: async ({ request }: Run) => api.has(request),
    /** Null: not for this handler, so that MSW tries the next and reports what none takes. */
    async run({ request }: Run) {
      if (!api.has(request)) return null
      handler.isUsed = true
      return { handler, request, response: await api.answer(request) }
    },
    log() {},
  }
  return handler
}
