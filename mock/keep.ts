import { MockOptionError } from './engine/option-error.ts'
import type { Keeping, OpenStore } from './resources/keeping.ts'

/** Where the world of a mock is kept. */
export interface KeepOptions {
  /** A file that the world is loaded from, if it is there, and kept in. In memory alone by default. */
  readonly state?: string
  /** `memory`, or the URL of a Redis that several mocks share a world in: `redis://localhost:6379/0?world=name`. */
  readonly store?: string
}

/** How the world is kept, as the options say, and an end to it should the mock not come to be. */
export interface Keeper {
  readonly open?: OpenStore
  readonly abandon: () => Promise<void>
}

/** A MockOptionError when the options contradict each other, or name no store. */
export function createKeeper({ state, store = 'memory' }: KeepOptions): Keeper {
  const opened: Keeping[] = []
  const abandon = async (): Promise<void> => {
    for (const keeping of opened) await keeping.store.close()
  }
  const open = openerOf(state, store)
  if (!open) return { abandon }
  const remember: OpenStore = async (options) => {
    const keeping = await open(options)
    opened.push(keeping)
    return keeping
  }
  return { open: remember, abandon }
}

function openerOf(state: string | undefined, store: string): OpenStore | undefined {
  if (state !== undefined && store !== 'memory') {
    throw new MockOptionError('A world is kept in a state file or in a store, not in both.')
  }
  if (state !== undefined) {
    return async (options) => (await import('./state/state-file.ts')).keepInFile(state, options)
  }
  if (store === 'memory') return undefined
  if (!/^rediss?:\/\//.test(store)) {
    throw new MockOptionError(`'${store}' is no store: it is 'memory' or begins with redis:// or rediss://.`)
  }
  return async (options) => (await import('./adapters/redis.ts')).keepInRedis(store, options)
}
