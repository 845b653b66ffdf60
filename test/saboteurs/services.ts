import { fileURLToPath } from 'node:url'
import { defects as petStoreDefects } from './defects.ts'
import { defects as deviceDefects } from './devices/defects.ts'
import { fleet, token as deviceToken } from './devices/fleet.ts'
import { start as startDevices } from './devices/start.ts'
import { defects as libraryDefects } from './library/defects.ts'
import { apiKey, library } from './library/library.ts'
import { start as startLibrary } from './library/start.ts'
import type { Defect } from './service/sabotage.ts'
import { withDocument, type Started, type StartOptions } from './service/start.ts'
import { token as petStoreToken } from './steps.ts'
import { startStore } from './store.ts'

/** A service by hand, healthy or with one of its defects. */
export interface SabotagedService {
  readonly name: string
  /** Path of its OpenAPI document. */
  readonly document: string
  /** Request headers that open it where it is started with `auth`. */
  readonly credentials: Readonly<Record<string, string>>
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
    document: library.document,
    credentials: { 'X-API-Key': apiKey },
    defects: libraryDefects,
    start: startLibrary,
  },
  {
    name: 'Devices',
    document: fleet.document,
    credentials: { Authorization: `Bearer ${deviceToken}` },
    defects: deviceDefects,
    start: startDevices,
  },
]
