import type { WorldName } from '../world-name.ts'
import type { CrudOptions } from './crud.ts'
import { resourceNamed } from './family.ts'
import { withFallback } from '../store/lazy.ts'
import type { Size } from './seeds.ts'
import type { StoreSnapshot } from '../store/store.ts'

const sizes: Readonly<Record<Exclude<WorldName, 'empty'>, Size>> = {
  demo: { top: 12, below: 3, parents: 3 },
  large: { top: 2000, below: 20, parents: 20 },
}

/**
 * Records for every resource of a document; same options, same bytes. Collections are filled when they are first looked
 * at: a document may have hundreds, and where nothing is known of a scope, every scope has some. Singletons, and records nobody can know of, are made by the request that asks.
 */
export async function seedWorld(world: WorldName, options: CrudOptions): Promise<StoreSnapshot> {
  if (world === 'empty') return { collections: [] }
  await options.fake.ready()
  const { createSeeds } = await import('./seeds.ts')
  const seeds = createSeeds(sizes[world], options)
  const collections = options.model.resources.flatMap((resource) =>
    seeds.scopes(resource).map((scope) => seeds.collection(resource, scope)),
  )
  return withFallback({ collections }, (name, scope) => {
    const resource = resourceNamed(options.model, name)
    return resource && seeds.isOpen(resource, scope) ? seeds.collection(resource, scope) : undefined
  })
}
