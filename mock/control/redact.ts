import type { Document, SecurityScheme } from '../../spec/document.ts'
import type { Headers } from '../../spec/http.ts'
import { operationsOf } from '../../spec/operations.ts'
import { isObject } from '../../spec/util/object.ts'

/** Removes credentials from exchanges that are shown. */
export interface Redactor {
  headers(headers: Headers): Readonly<Record<string, string>>
  query(query: string): string
}

const hidden = '[redacted]'
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie']
/** RFC 6750 §2.3. */
const secretParameters = ['access_token']

/** Redacts the standard credential headers, and the API keys of the document's security schemes. */
export function createRedactor(document: Document): Redactor {
  const keys = apiKeysOf(document)
  const namesIn = (place: string): readonly string[] =>
    keys.filter((key) => key.in === place).map(({ name }) => name)
  const headers = new Set([...secretHeaders, ...namesIn('header').map((name) => name.toLowerCase())])
  const parameters = new Set([...secretParameters, ...namesIn('query')])
  return {
    headers: (given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, headers.has(name.toLowerCase()) ? hidden : textOf(value)]],
        ),
      ),
    query: (given) =>
      given === ''
        ? given
        : given
            .split('&')
            .map((pair) => redactPair(pair, parameters))
            .join('&'),
  }
}

const textOf = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.join(', ')

function redactPair(pair: string, secret: ReadonlySet<string>): string {
  const [name] = [...new URLSearchParams(pair).keys()]
  return name !== undefined && secret.has(name) ? `${pair.replace(/=.*/s, '')}=${hidden}` : pair
}

function apiKeysOf(document: Document): readonly { readonly in: string; readonly name: string }[] {
  const declared = document.root.components?.securitySchemes ?? {}
  const raw = Object.values(declared).filter((scheme) => isObject(scheme))
  const used = operationsOf(document).operations.flatMap(({ security }) =>
    security.flatMap((requirement) => requirement.map(({ scheme }): SecurityScheme['raw'] => scheme.raw)),
  )
  return [...raw, ...used].flatMap((scheme) => {
    const { in: place, name } = scheme
    return typeof place === 'string' && typeof name === 'string' ? [{ in: place, name }] : []
  })
}
