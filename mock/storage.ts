import { MockOptionError } from './option-error.ts'
import type { Keeping, OpenStore } from './store/keeping.ts'

/** Options for where the records are stored. In memory by default. */
export interface StorageOptions {
  /** A file to store the records in. They are loaded from it if it exists. */
  readonly state?: string
  /** `memory`, or the URL of a Redis that several mocks share: `redis://localhost:6379/0?world=name`. */
  readonly store?: string
}

export interface Storage {
  /** Undefined for the default store. */
  readonly open: OpenStore | undefined
  /** Closes the opened stores, for a mock that could not be created. */
  readonly close: () => Promise<void>
}

/** Throws a MockOptionError if the options contradict each other or the store is unknown. */
export function createStorage({ state, store = 'memory' }: StorageOptions): Storage {
  const opened: Keeping[] = []
  const close = async (): Promise<void> => {
    for (const keeping of opened) await keeping.store.close()
  }
  const open = openerOf(state, store)
  if (open === undefined) return { open, close }
  const openAndRemember: OpenStore = async (options) => {
    const keeping = await open(options)
    opened.push(keeping)
    return keeping
  }
  return { open: openAndRemember, close }
}

function openerOf(state: string | undefined, store: string): OpenStore | undefined {
  if (state !== undefined && store !== 'memory') {
    throw new MockOptionError('The options state and store exclude each other.')
  }
  if (state !== undefined) {
    return async (options) => (await import('./state/state-file.ts')).keepInFile(state, options)
  }
  if (store === 'memory') return undefined
  if (!/^rediss?:\/\//.test(store)) {
    throw new MockOptionError(`Unknown store '${store}': expected 'memory', redis://… or rediss://….`)
  }
  return async (options) => (await import('./adapters/redis.ts')).keepInRedis(store, options)
}
