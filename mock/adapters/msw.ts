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

/** A request handler for `setupServer` and `setupWorker`. What is not for the API is left to other handlers. */
export function mswHandler<Handler>(
  mock: Pick<CommonMock, 'handle' | 'knows'>,
  http: MswHttp<Handler>,
  options: MswOptions = {},
): Handler {
  const base = options.baseUrl === undefined ? undefined : baseOf(options.baseUrl)
  const isOurs = ({ origin, pathname }: URL): boolean =>
    base === undefined
      ? mock.knows(pathname)
      : origin === base.origin && (pathname === base.path || pathname.startsWith(`${base.path}/`))
  return http.all(/^/, async ({ request }) =>
    isOurs(new URL(request.url)) ? answerFetch(mock.handle, request, base?.path) : undefined,
  )
}

function baseOf(baseUrl: string): { readonly origin: string; readonly path: string } {
  const { origin, pathname } = new URL(baseUrl, typeof location === 'undefined' ? undefined : location.href)
  return { origin, path: pathname.replace(/\/+$/, '') }
}
