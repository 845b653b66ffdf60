import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An absolute path, or an http(s) URL. */
export type Address = string

/** Converts a path, a `file:` URL or an http(s) URL to an address. */
export function addressOf(source: string | URL): Address {
  const text = String(source)
  if (isRemote(text)) return new URL(text).href
  return resolve(/^file:/i.test(text) ? fileURLToPath(text) : text)
}

/** Whether the text is an http(s) URL rather than a path. */
export function isRemote(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/** The address for messages: paths below the working directory are shown relative to it. */
export function displayName(address: Address): string {
  if (isRemote(address)) return address
  const path = relative(process.cwd(), address)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? address : path
}
