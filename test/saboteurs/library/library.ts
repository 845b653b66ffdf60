import { fileURLToPath } from 'node:url'
import type { Call } from '../service/call.ts'
import type { Definition } from '../service/service.ts'
import { authors } from './authors.ts'
import { books } from './books.ts'
import { desk, sunset } from './desk.ts'
import { loans } from './loans.ts'
import { patrons } from './patrons.ts'
import { refuse } from './problems.ts'
import { shelves } from './shelves.ts'
import { createState, type State } from './state.ts'

export const apiKey = 'open-sesame'

export const library: Definition<State> = {
  document: fileURLToPath(new URL('openapi.yaml', import.meta.url)),
  createState,
  handlers: { ...authors, ...shelves, ...books, ...loans, ...patrons, ...desk },
  refuse,
  errorType: 'application/problem+json',
  invalidBody: 422,
  isAuthorized: (headers) => headers['x-api-key'] === apiKey,
  challenge: 'ApiKey realm="library"',
  announce,
}

/** RFC 9745 and RFC 8594; past its sunset the operation is no longer deprecated but gone. */
function announce({ operation }: Call, status: number): Readonly<Record<string, string>> {
  if (operation?.id !== 'listCatalogue') return {}
  const headers = { Sunset: new Date(sunset).toUTCString() }
  return status === 410 ? headers : { Deprecation: `@${Date.UTC(2026, 0, 15) / 1000}`, ...headers }
}
