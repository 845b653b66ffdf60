import { MockOptionError } from '../option-error.ts'
import { createMemoryStore } from './memory-store.ts'
import type { Store, StoreSnapshot } from './store.ts'
import { snapshotOf, tablesOf } from './tables.ts'

/** An open store, and how its initial world is set. */
export interface Keeping {
  readonly store: Store
  /** The date that generated dates are relative to, if other users of the store have set it; otherwise the clock's time. */
  readonly since?: Date
  /** Initializes the store with this world, unless it has one. Has to be called once, before anything else. */
  begin(world: StoreSnapshot): Promise<void>
}

/** What a store needs to know about the mock. */
export interface KeepingOptions {
  /** The current time of the mock's clock. */
  readonly now: Date
  /** Receives sentences about failures of the backend, and about its recovery. */
  readonly warn: (message: string) => void
}

/** Opens a store. Rejects with a MockOptionError if that fails. */
export type OpenStore = (options: KeepingOptions) => Promise<Keeping>

/** Keeps the world in memory, for the lifetime of the mock. */
export const keepInMemory: OpenStore = async () => {
  const store = createMemoryStore()
  return { store, begin: async (world) => store.restore(world) }
}

/** Initializes the store, and returns the snapshot to reset it to. Rejects with a MockOptionError if the world is invalid. */
export async function beginWith(keeping: Keeping, world: StoreSnapshot): Promise<StoreSnapshot> {
  const initial = ownCopy(world)
  await keeping.begin(initial)
  return initial
}

/** A copy that later changes to the given object do not affect. */
function ownCopy(world: StoreSnapshot): StoreSnapshot {
  try {
    return snapshotOf(tablesOf(world))
  } catch (error) {
    throw error instanceof TypeError ? new MockOptionError(error.message, { cause: error }) : error
  }
}
