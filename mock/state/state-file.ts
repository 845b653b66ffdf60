import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MockOptionError } from '../engine/option-error.ts'
import type { Keeping, KeepingOptions } from '../resources/keeping.ts'
import { fallbackOf, withFallback } from '../resources/lazy.ts'
import { createMemoryStore } from '../resources/store.ts'
import { loadState } from './read.ts'
import { createStateWriter } from './writer.ts'

/**
 * A world that outlives its mock: loaded from the file, where there is one, and written to it within a second of every
 * change. Rejects with a MockOptionError when the file holds something else, or cannot be written.
 */
export async function keepInFile(file: string, { warn }: KeepingOptions): Promise<Keeping> {
  const path = await realpath(file).catch(() => resolve(file))
  const state = await loadState(path)
  const store = createMemoryStore({
    changed: (changes) => writer.changed(changes),
    restored: () => writer.restored(),
  })
  const writer = createStateWriter({ path, generation: state?.generation ?? 0, store: () => store, warn })
  return {
    store: { ...store, close: () => writer.close() },
    begin: async (world) => {
      await store.restore(state ? withFallback(state.world, fallbackOf(world)) : world)
      await writer.save().catch((error: unknown) => {
        throw new MockOptionError(`The state file ${path} cannot be written: ${(error as Error).message}.`, {
          cause: error,
        })
      })
    },
  }
}
