import type { Keeping, KeepingOptions } from '../store/keeping.ts'
import { fallbackOf } from '../store/lazy.ts'
import type { Store, StoreSnapshot } from '../store/store.ts'
import { snapshotOf, tablesOf } from '../store/tables.ts'
import { openLink, type Link } from './redis/link.ts'
import type { Source } from './redis/replica.ts'
import { createRedisStore } from './redis/store.ts'
import { install, load, type Copy } from './redis/world.ts'

/**
 * Opens a world in Redis, shared by all mocks with the same URL: `redis://localhost:6379/0?world=name`. The first mock
 * seeds it. Rejects with a MockOptionError if Redis cannot be reached.
 */
export async function keepInRedis(url: string, { now, warn }: KeepingOptions): Promise<Keeping> {
  const link = await openLink(url, warn)
  const since = await settleSince(link, now)
  let store: Store | undefined
  const opened = (): Store => {
    if (!store) throw new Error('The world is not loaded yet.')
    return store
  }
  return {
    since,
    begin: async (world) => {
      const source = sourceOf(link, world, since)
      store = createRedisStore(link, source, await source.load())
    },
    store: {
      read: (work) => opened().read(work),
      transact: (work, keep) => opened().transact(work, keep),
      snapshot: () => opened().snapshot(),
      claim: (name) => opened().claim(name),
      restore: (snapshot) => opened().restore(snapshot),
      close: () => link.close(),
    },
  }
}

/** The time the world was seeded. All mocks generate unlisted scopes relative to it, so their records are the same. */
async function settleSince(link: Link, now: Date): Promise<Date> {
  const key = link.key('since')
  return link.command(async (redis) => {
    await redis.set(key, now.toISOString(), 'NX')
    return new Date((await redis.get(key)) ?? now)
  })
}

function sourceOf(link: Link, beginning: StoreSnapshot, since: Date): Source {
  const fallback = fallbackOf(beginning)
  const put = async (given: StoreSnapshot, isFirst: boolean): Promise<void> => {
    // Throws the same TypeError for an invalid snapshot as a store in memory.
    const world = snapshotOf(tablesOf(given))
    await install(link, { world, isFirst, since, isOpen: fallbackOf(given) === fallback })
  }
  const loaded = async (): Promise<Copy> => {
    for (;;) {
      const copy = await load(link, fallback)
      if (copy) return copy
      await put(beginning, true)
    }
  }
  return { load: loaded, replace: (world) => put(world, false) }
}
