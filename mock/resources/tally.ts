import { countedBy } from '../../spec/inference/counts.ts'
import { plainNounOf } from '../../spec/inference/words.ts'
import type { JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf, typesOf } from '../../spec/refs.ts'
import type { Resource } from '../../spec/resources.ts'
import type { MaybePromise } from '../behaviour.ts'
import { acceptedBy } from './accepted.ts'
import type { CrudOptions } from './crud.ts'
import { childrenOf, resourceNamed } from './family.ts'
import { after } from './maybe.ts'
import { recordTypeOf } from './record-type.ts'
import type { Collection, Id, Transaction } from './store.ts'

type Counts = readonly (readonly [property: string, child: Resource])[]

const known = new WeakMap<Resource, Counts>()

/** The properties that tell how many records there are below one, `bookCount` of a shelf, and whose. */
export function countsBelow(options: CrudOptions, resource: Resource): Counts {
  const found = known.get(resource) ?? findCounts(options, resource)
  known.set(resource, found)
  return found
}

function findCounts(options: CrudOptions, resource: Resource): Counts {
  const { document, model } = options
  const children = childrenOf(model, resource).filter(
    ({ kind, scope }) => kind === 'collection' && scope.length === resource.scope.length + 1,
  )
  if (children.length === 0) return []
  const byName = new Map(children.map((child) => [plainNounOf(child.name), child]))
  const ofLists = new Set(recordTypeOf(document, resource.record).counts.map(([name]) => name))
  return [...possiblePropertiesOf(document, resource.record)].flatMap(([name, node]) => {
    const child = byName.get(countedBy(name) ?? '')
    const isOurs = child && !ofLists.has(name) && typesOf(document, node).has('integer')
    return isOurs && !isSent(options, resource, name) ? [[name, child] as const] : []
  })
}

/** Whether clients say what it is. */
function isSent({ document, byId }: CrudOptions, { operations }: Resource, name: string): boolean {
  return operations.some((each) => {
    const declared = byId.get(each.operationId)
    const accepted = declared && acceptedBy(document, declared, each)
    const property = accepted && recordTypeOf(document, accepted).properties.get(name)
    return property !== undefined && !property.isReadOnly
  })
}

/** Where records are, and who shares the scope. */
interface Whereabouts {
  readonly store: Transaction
  readonly scope: readonly Id[]
  readonly records: Collection
}

/** Tells the record above how many there are now; undefined when none wants to know. */
export function createRecount(
  options: CrudOptions,
  child: Resource,
): ((whereabouts: Whereabouts) => MaybePromise<void>) | undefined {
  const parent = child.parent && resourceNamed(options.model, child.parent.resource)
  const property = parent && countsBelow(options, parent).find(([, each]) => each === child)?.[0]
  if (parent === undefined || property === undefined) return undefined
  const validate = options.validator.of(parent.record, 'response')
  return ({ store, scope, records }) => {
    const above = store.collection(parent.name, scope.slice(0, -1))
    const id = scope.at(-1) as Id
    const tell = (record: JsonObject, total: number): MaybePromise<void> => {
      const told = { ...record, [property]: total }
      return validate.accepts(told) ? above.put(id, told) : undefined
    }
    return after(above.get(id), (record) =>
      record && Object.hasOwn(record, property)
        ? after(records.list({ limit: 0 }), ({ total }) => tell(record, total))
        : undefined,
    )
  }
}
