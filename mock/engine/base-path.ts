import type { Document } from '../../spec/document.ts'
import type { HttpResponse } from '../../spec/http.ts'
import { isObject } from '../../spec/follow.ts'

/** Paths of the document's servers, without a trailing slash; those at the root left out. */
export function basePathsOf(document: Document): readonly string[] {
  const servers: readonly unknown[] = document.root.servers ?? []
  const paths = servers
    .map((server) => (isObject(server) ? pathOf(server) : ''))
    .filter((path) => path !== '')
  return [...new Set(paths)]
}

function pathOf(server: Readonly<Record<string, unknown>>): string {
  const variables = isObject(server['variables']) ? server['variables'] : {}
  const url = text(server['url']).replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = variables[name]
    return isObject(variable) ? text(variable['default']) : ''
  })
  return URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
    : ''
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The same response for clients who see the API below `base`: absolute paths in Location and Link begin with it. */
export function withBase(response: HttpResponse, base: string): HttpResponse {
  const { Location: location, Link: link } = response.headers
  if (base === '' || (location === undefined && link === undefined)) return response
  const headers = { ...response.headers }
  if (typeof location === 'string' && isPath(location)) headers['Location'] = base + location
  if (typeof link === 'string') headers['Link'] = link.replaceAll(/<(?=\/(?!\/))/g, `<${base}`)
  return { ...response, headers }
}

const isPath = (reference: string): boolean => /^\/(?!\/)/.test(reference)
