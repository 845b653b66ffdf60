import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An absolute path, or an http(s) URL. */
export type Address = string

/** What a person wrote, as an address: `./openapi.yaml`, `file:///…`, `https://…`. */
export function addressOf(source: string | URL): Address {
  const text = String(source)
  if (isRemote(text)) return new URL(text).href
  return resolve(/^file:/i.test(text) ? fileURLToPath(text) : text)
}

/** Whether it is the URL of a server rather than a path. */
export function isRemote(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/** As people know it: relative to the working directory when below it. */
export function displayName(address: Address): string {
  if (isRemote(address)) return address
  const near = relative(process.cwd(), address)
  return near === '' || near.startsWith('..') || isAbsolute(near) ? address : near
}
