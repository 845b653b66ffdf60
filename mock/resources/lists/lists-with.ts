import type { Operation } from '../../../spec/document.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { parameterNames, shapeOf } from '../../../spec/routing/path-template.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { BehaviourOf } from '../endpoint.ts'
import { idInPath, notFound } from '../identity/identity.ts'
import { listingOf } from '../marks/listing.ts'
import type { CrudOptions } from '../options.ts'
import { homeOf, listsWith } from '../relations/members/shared-records.ts'
import { resourceNamed } from '../resource-index.ts'
import { withNarrowed } from './narrowed.ts'

/** The behaviour of a list of those on whose lists a record is: `GET /students/{id}/courses`, where courses have lists of students. */
export function ownersOfLists(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const [parameter = ''] = parameterNames(operation.path)
  for (const list of options.model.resources) {
    const home = homeOf(options, list)
    const owner = home && resourceNamed(options.model, list.parent?.resource ?? '')
    const isPlain = home?.scope.length === 0 && owner?.scope.length === 0
    if (!home?.itemPath || !owner || !isPlain) continue
    const isMeant = shapeOf(operation.path) === `${shapeOf(home.itemPath)}/${lastSegment(owner.name)}`
    const listing = isMeant ? listingOf(options, operation, owner) : undefined
    if (!listing) continue
    const showing = behaviourOf({ resource: owner, operation: listing })
    return async (context) => {
      const { store } = context
      const id = idInPath(context.request, parameter) ?? ''
      const record = await store.collection(home.name).get(id)
      if (!record) return notFound(home, id)
      const places = (await listsWith(options, home, record, store)).filter((each) => each.list === list)
      const ids = places.flatMap(({ scope: [ownerId = ''] }) =>
        owner.idType === 'integer' ? Number(ownerId) : String(ownerId),
      )
      return showing({ ...context, store: withNarrowed(store, owner.name, owner.idProperty ?? '', ids) })
    }
  }
  return undefined
}
