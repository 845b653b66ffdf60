import { MockOptionError } from '../engine/options/option-error.ts'
import type { Store, StoreSnapshot } from './store.ts'
import { createMemoryStore } from './memory-store.ts'
import { snapshotOf, tablesOf } from './tables.ts'

/** A store, and how the world in it begins. */
export interface Keeping {
  readonly store: Store
  /** What generated dates are relative to, where others who share the world have settled that; else the clock's time. */
  readonly since?: Date
  /** Gives the store this world, unless it has one. Called once, before anything else. */
  begin(world: StoreSnapshot): Promise<void>
}

/** What a way to keep worlds is told of the mock. */
export interface KeepingOptions {
  /** The time of the mock's clock. */
  readonly now: Date
  /** Hears of what goes wrong and right again behind the store, as sentences. */
  readonly warn: (message: string) => void
}

/** A way to keep worlds. Rejects with a MockOptionError where it cannot. */
export type OpenStore = (options: KeepingOptions) => Promise<Keeping>

/** A world that ends with its mock. */
export const keepInMemory: OpenStore = async () => {
  const store = createMemoryStore()
  return { store, begin: async (world) => store.restore(world) }
}

/** Begins with a world, and answers with it as it is to be gone back to. A MockOptionError when it is none. */
export async function beginWith(keeping: Keeping, world: StoreSnapshot): Promise<StoreSnapshot> {
  const beginning = ownCopy(world)
  await keeping.begin(beginning)
  return beginning
}

/** Whoever gave the world may change it later. */
function ownCopy(world: StoreSnapshot): StoreSnapshot {
  try {
    return snapshotOf(tablesOf(world))
  } catch (error) {
    throw error instanceof TypeError ? new MockOptionError(error.message, { cause: error }) : error
  }
}
