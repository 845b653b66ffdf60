import { fileURLToPath } from 'node:url'
import { defects as deviceDefects } from './devices/defects/index.ts'
import { devicesService, token as deviceToken } from './devices/server/definition.ts'
import { account as deviceAccount } from './devices/server/sessions.ts'
import { start as startDevices } from './devices/start.ts'
import type { Defect } from './document-service/sabotage.ts'
import { withDocument, type Started, type StartOptions } from './document-service/start.ts'
import { defects as libraryDefects } from './library/defects/index.ts'
import { apiKey, libraryService } from './library/server/definition.ts'
import { start as startLibrary } from './library/start.ts'
import { defects as petStoreDefects } from './petstore/defects/index.ts'
import { token as petStoreToken } from './petstore/server/steps.ts'
import { startStore } from './petstore/start.ts'

/** A handwritten server, which starts healthy or with one of its defects. */
export interface SabotagedService {
  readonly name: string
  /** Path of its OpenAPI document. */
  readonly document: string
  /** Request headers that it accepts when started with `auth`. */
  readonly credentials: Readonly<Record<string, string>>
  /** The name and the password to log in with, where that is possible. */
  readonly account?: string
  readonly defects: readonly Defect[]
  readonly start: (options?: StartOptions) => Promise<Started>
}

const petStore = fileURLToPath(new URL('../../spec/petstore.yaml', import.meta.url))

export const services: readonly SabotagedService[] = [
  {
    name: 'Pet Store',
    document: petStore,
    credentials: { Authorization: `Bearer ${petStoreToken}` },
    defects: petStoreDefects,
    start: async ({ auth = false, ...options } = {}) =>
      withDocument(await startStore({ auth, ...options }), petStore, auth),
  },
  {
    name: 'Library',
    document: libraryService.document,
    credentials: { 'X-API-Key': apiKey },
    defects: libraryDefects,
    start: startLibrary,
  },
  {
    name: 'Devices',
    document: devicesService.document,
    credentials: { Authorization: `Bearer ${deviceToken}` },
    account: deviceAccount,
    defects: deviceDefects,
    start: startDevices,
  },
]
