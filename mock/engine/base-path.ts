import type { Document } from '../../spec/document.ts'
import { header, type HttpRequest, type HttpResponse } from '../../spec/http.ts'
import { withoutSlash } from '../../spec/routing/path-template.ts'
import { isObject, own } from '../../spec/util/object.ts'

/** Paths of the document's servers, those of its paths and operations too, without a trailing slash; the root left out. */
export function basePathsOf(document: Document): readonly string[] {
  const items = Object.values(document.root.paths ?? {}).filter(isObject)
  const operations = items.flatMap((item) => Object.values(item).filter(isObject))
  const paths = [document.root, ...items, ...operations].flatMap(serversOf).flatMap(pathsOf)
  return [...new Set(paths)].filter((path) => path !== '')
}

function serversOf(node: object): readonly Readonly<Record<string, unknown>>[] {
  const servers = own(node, 'servers')
  return Array.isArray(servers) ? servers.filter(isObject) : []
}

/** Values of a variable that are tried, besides its default. */
const mostValues = 20

/** The path of a server, and those it has with other values of one of its variables. */
function pathsOf(server: Readonly<Record<string, unknown>>): readonly string[] {
  const variables = isObject(server['variables'])
    ? Object.entries(server['variables']).filter(isVariable)
    : []
  const defaults = new Map(variables.map(([name, variable]) => [name, text(variable['default'])]))
  const others = variables.flatMap(([name, variable]) => {
    const values: readonly unknown[] = Array.isArray(variable['enum']) ? variable['enum'] : []
    return values.slice(0, mostValues).map((value) => new Map([...defaults, [name, text(value)]]))
  })
  return [defaults, ...others].map((values) => pathOf(text(server['url']), values))
}

function isVariable(entry: [string, unknown]): entry is [string, Readonly<Record<string, unknown>>] {
  return isObject(entry[1])
}

function pathOf(template: string, values: ReadonlyMap<string, string>): string {
  const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => values.get(name) ?? '')
  return URL.canParse(url, 'http://localhost') ? withoutSlash(new URL(url, 'http://localhost').pathname) : ''
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The URL that the paths of the API come after, as the client sees it. */
export const serverUrlOf = ({ root, headers }: HttpRequest, base: string): string =>
  `${root ?? `http://${header(headers, 'host') ?? 'localhost'}`}${base}`

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
