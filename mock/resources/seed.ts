import type { MaybePromise } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import type { StoreSnapshot } from './store.ts'

/** `empty`: no records but singletons. `demo`: some of everything. `large`: thousands in each top collection. */
export type WorldName = 'demo' | 'empty' | 'large'

/** Records for every resource of a document; same options, same bytes. A promise only while data is being loaded. */
export declare function seedWorld(world: WorldName, options: CrudOptions): MaybePromise<StoreSnapshot>
