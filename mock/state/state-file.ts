import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf } from '../../spec/util/error-message.ts'
import { MockOptionError } from '../option-error.ts'
import type { Keeping, KeepingOptions } from '../store/keeping.ts'
import { fallbackOf, withFallback } from '../store/lazy.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { loadState } from './read.ts'
import { createStateWriter } from './writer.ts'

/** Open files of this process, by path. */
const inUse = new Map<string, Promise<SharedFile>>()

/** Files whose last write is in progress. */
const closing = new Map<string, Promise<void>>()

interface SharedFile extends Keeping {
  users: number
}

/**
 * Opens a store that is persisted in a file: loaded from it if it exists, and written to it within a second of every change. Mocks
 * of one process with the same file share one store. Rejects with a MockOptionError if the file is not a state file, or cannot be
 * written.
 */
export async function keepInFile(file: string, options: KeepingOptions): Promise<Keeping> {
  const path = await realpath(file).catch(() => resolve(file))
  const opening = inUse.get(path) ?? openFile(path, options)
  inUse.set(path, opening)
  const shared = await opening.catch((error: unknown) => {
    inUse.delete(path)
    throw error
  })
  shared.users += 1
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    shared.users -= 1
    if (shared.users > 0) return
    inUse.delete(path)
    closing.set(path, Promise.resolve(shared.store.close()))
    await closing.get(path)
  }
  return { store: { ...shared.store, close }, begin: (world) => shared.begin(world) }
}

async function openFile(path: string, { warn }: KeepingOptions): Promise<SharedFile> {
  await closing.get(path)
  const state = await loadState(path)
  const store = createMemoryStore({
    changed: (changes) => writer.changed(changes),
    restored: () => writer.restored(),
  })
  const writer = createStateWriter({ path, generation: state?.generation ?? 0, store: () => store, warn })
  let begun: Promise<void> | undefined
  return {
    users: 0,
    store: { ...store, close: () => writer.close() },
    begin: async (world) => {
      const beginWith = async (): Promise<void> => {
        await store.restore(state ? withFallback(state.world, fallbackOf(world)) : world)
        await writer.save().catch((error: unknown) => {
          throw cannotWrite(path, error)
        })
      }
      return (begun ??= beginWith())
    },
  }
}

function cannotWrite(path: string, cause: unknown): MockOptionError {
  return new MockOptionError(`The state file ${path} cannot be written: ${messageOf(cause)}.`, {
    cause,
  })
}
