import { STATUS_CODES } from 'node:http'

/** `Not Found` for 404; empty for a status without a name. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? ''
}
