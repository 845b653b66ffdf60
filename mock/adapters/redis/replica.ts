import { applyChanges } from '../../store/changes.ts'
import type { StoreSnapshot } from '../../store/store.ts'
import { createTurns, type Turns } from '../../store/turns.ts'
import { readEntry } from './wire.ts'
import type { Copy } from './world.ts'

export interface Source {
  /** Loads the whole world, seeding it first if there is none. */
  load(): Promise<Copy>
  /** Replaces the world. */
  replace(world: StoreSnapshot): Promise<void>
}

/** This process's copy of the world. Whoever reads or changes it does so exclusively. */
export interface Replica extends Pick<Turns, 'exclusive'> {
  readonly copy: Copy
  /** The epoch and the version of the copy, as the scripts take them. */
  version(): readonly [string, number]
  /** Updates the copy by the reply of a script. Returns false if it is not this mock's turn yet. */
  catchUp(reply: Promise<unknown>): Promise<boolean>
  /** Replaces the world, here and in Redis. */
  replace(world: StoreSnapshot): Promise<void>
}

export function createReplica(source: Source, loaded: Copy): Replica {
  let copy = loaded
  return {
    ...createTurns(),
    get copy() {
      return copy
    },
    version: () => [copy.epoch, copy.version],
    catchUp: async (reply) => {
      const [state, version, entries] = (await reply) as readonly [string, string, readonly string[]]
      if (state === 'wait') return false
      if (state !== 'at') copy = await source.load()
      else if (entries.length > 0) {
        // Invalid until all entries are applied.
        copy.version = -1
        for (const entry of entries) applyChanges(copy.tables, readEntry(entry))
        copy.version = Number(version)
      }
      return true
    },
    replace: async (world) => {
      await source.replace(world)
      copy = await source.load()
    },
  }
}
