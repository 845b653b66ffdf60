import { fileURLToPath } from 'node:url'
import type { Call } from '../../document-service/call.ts'
import type { Definition } from '../../document-service/service.ts'
import { authors } from './authors.ts'
import { books } from './books.ts'
import { catalogue, sunset } from './catalogue.ts'
import { loans } from './loans.ts'
import { patrons } from './patrons.ts'
import { refuse } from './problems.ts'
import { settings } from './settings.ts'
import { shelves } from './shelves.ts'
import { createState, type State } from './state.ts'

export const apiKey = 'open-sesame'

export const libraryService: Definition<State> = {
  document: fileURLToPath(new URL('../openapi.yaml', import.meta.url)),
  createState,
  handlers: { ...authors, ...shelves, ...books, ...loans, ...patrons, ...settings, ...catalogue },
  refuse,
  errorType: 'application/problem+json',
  invalidBody: 422,
  isAuthorized: (headers) => headers['x-api-key'] === apiKey,
  challenge: 'ApiKey realm="library"',
  announce,
}

/** The Deprecation and Sunset headers (RFC 9745, RFC 8594). After the sunset there is no Deprecation, only 410. */
function announce({ operation }: Call, status: number): Readonly<Record<string, string>> {
  if (operation?.id !== 'listCatalogue') return {}
  const headers = { Sunset: new Date(sunset).toUTCString() }
  return status === 410 ? headers : { Deprecation: `@${Date.UTC(2026, 0, 15) / 1000}`, ...headers }
}
