import type { Document } from '../../spec/document.ts'
import type { Headers } from '../../spec/http.ts'
import type { Match, Router } from '../../spec/routes.ts'
import { withoutSlash } from '../../spec/routing/path-template.ts'
import { isObject, own } from '../../spec/util/object.ts'

/** Finds the operation of a request that the runner did not make itself. `path`: as sent, percent-encoded. */
export type Route = (method: string, path: string, query: string, headers?: Headers) => Match

/**
 * Creates a router for paths that may be prefixed with `base` or the path of one of the document's servers. HEAD matches the GET
 * operation where it is not declared (RFC 9110 §9.3.2).
 */
export function createRoute(document: Document, router: Router, base?: string): Route {
  const prefixes = new Set([
    ...(base === undefined ? [] : [withoutSlash(base)]),
    '',
    ...serverPaths(document),
  ])
  const matchBelow: Route = (method, path, query, headers) => {
    const match = router.match(method, path, query, headers)
    return match.kind === 'method' && method === 'HEAD' ? router.match('GET', path, query, headers) : match
  }
  return (method, path, query, headers) => {
    const matches = [...prefixes].flatMap((prefix) =>
      path.startsWith(`${prefix}/`) ? [matchBelow(method, path.slice(prefix.length), query, headers)] : [],
    )
    return (
      matches.find(({ kind }) => kind === 'found') ?? matches.find(({ kind }) => kind === 'method') ?? none
    )
  }
}

const none: Match = { kind: 'none' }

/** The paths of the document's servers (OpenAPI 3.0.4 §4.7.5), with the defaults of their variables filled in. */
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
