import type { Store } from '../../store/store.ts'
import { snapshotOf } from '../../store/tables.ts'
import { readerOf } from '../../store/transaction.ts'
import { createClaims } from './claims.ts'
import type { Link } from './link.ts'
import { createReads } from './reads.ts'
import { createReplica, type Source } from './replica.ts'
import type { Copy } from './world.ts'
import { createWrites } from './writes.ts'

/**
 * A store that several mocks share. Each has a copy of the world, which is updated from the log of commits before it is read. Mocks
 * take turns at writing: waiting transactions run on the copy one after another, and are committed in one step. Redis refuses the
 * commit if the copy is not of the current version, so that an expired turn does no harm.
 */
export function createRedisStore(link: Link, source: Source, loaded: Copy): Store {
  const replica = createReplica(source, loaded)
  const read = createReads(link, replica)
  const reader = readerOf(() => replica.copy.tables)
  return {
    read: (work) => read(() => work(reader)),
    transact: createWrites(link, replica),
    snapshot: () => read(() => snapshotOf(replica.copy.tables)),
    claim: createClaims(link),
    restore: (snapshot) => replica.exclusive(() => replica.replace(snapshot)),
    close: () => link.close(),
  }
}
