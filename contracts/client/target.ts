import type { RequestListener } from 'node:http'
import type { Client, ClientOptions } from './client.ts'
import { fetchClient, type FetchHandler } from './fetch-client.ts'
import { httpClient } from './http-client.ts'
import { listenerClient } from './listener-client.ts'
import { targetUrl } from './target-url.ts'

/**
 * An API to test: its base URL, or a handler in this process. That is a function that answers a web `Request`, an object with such a
 * `fetch`, or a Node request listener such as an Express app. A function of two or more parameters is a request listener.
 */
export type Target = string | URL | FetchHandler | { readonly fetch: FetchHandler } | RequestListener

/** The client that suits a target. */
export async function clientFor(target: Target, options: Partial<ClientOptions>): Promise<Client> {
  if (typeof target === 'string' || target instanceof URL)
    return httpClient(targetUrl(String(target)), options)
  if (typeof target !== 'function') return fetchClient((request) => target.fetch(request), options)
  return isListener(target) ? listenerClient(target, options) : fetchClient(target, options)
}

function isListener(target: FetchHandler | RequestListener): target is RequestListener {
  return target.length >= 2
}
