import type { StoreSnapshot } from '../resources/store.ts'
import type { WorldName } from '../resources/seed.ts'

/** Pets, categories, orders and an inventory that obey every rule of the Pet Store; same options, same bytes. */
export declare function petstoreWorld(
  world: WorldName,
  options: { readonly seed: number | string; readonly now: Date },
): StoreSnapshot
