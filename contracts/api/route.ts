import type { Document } from '../../spec/document.ts'
import { isObject, own } from '../../spec/object.ts'
import type { Headers } from '../../spec/http.ts'
import type { Match, Router } from '../../spec/routes.ts'

/** Finds the operation that a request of the wild is for; `path` as sent. */
export type Route = (method: string, path: string, query: string, headers?: Headers) => Match

/**
 * Paths may stand below `base` or the path of one of the document's servers. HEAD is answered by the operation of GET
 * where it has none of its own (RFC 9110 §9.3.2).
 */
export function createRoute(document: Document, router: Router, base?: string): Route {
  const bases = new Set([...(base === undefined ? [] : [withoutSlash(base)]), '', ...serverPaths(document)])
  const matchBelow: Route = (method, path, query, headers) => {
    const match = router.match(method, path, query, headers)
    return match.kind === 'method' && method === 'HEAD' ? router.match('GET', path, query, headers) : match
  }
  return (method, path, query, headers) => {
    const matches = [...bases].flatMap((each) =>
      path.startsWith(`${each}/`) ? [matchBelow(method, path.slice(each.length), query, headers)] : [],
    )
    return (
      matches.find(({ kind }) => kind === 'found') ?? matches.find(({ kind }) => kind === 'method') ?? none
    )
  }
}

const none: Match = { kind: 'none' }

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** Paths of the servers (OpenAPI 3.0.4 §4.7.5), their variables by default. */
export function serverPaths({ root }: Document): readonly string[] {
  const servers: unknown = root.servers
  if (!Array.isArray(servers)) return []
  return servers.filter(isObject).flatMap(({ url, variables }) => {
    if (typeof url !== 'string') return []
    const filled = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      const fallback = own(own(variables, name), 'default')
      return typeof fallback === 'string' ? fallback : ''
    })
    return URL.canParse(filled, 'http://server.test')
      ? [withoutSlash(new URL(filled, 'http://server.test').pathname)]
      : []
  })
}
