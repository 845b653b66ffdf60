import type { Operation } from '../../../spec/document.ts'
import { rangesAmong, type NamedRange } from '../../../spec/inference/constraints/named-ranges.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { solePeriod } from '../../../spec/inference/times/sole-period.ts'
import { memberNamed } from '../../../spec/json.ts'
import { queryParametersOf } from '../../../spec/parameters/members.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { formatOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Behaviour } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { endStates, hasEnded, overlaps } from '../refusals/overlapping-period.ts'
import { listedAt } from '../resource-index.ts'
import { listAt } from './list-at.ts'
import { listBeside } from './list-beside.ts'
import { filtered } from './narrowed.ts'

/** What takes the records of a list for a time, such as bookings, and the parameters with the time for which they have to be free. */
interface Takers {
  readonly asked: NamedRange
  readonly resource: Resource
  readonly by: Reference
  readonly period: NamedRange
}

/** What takes the records of a list that shows free ones; undefined if the list has no parameters for a time, or several kinds do. */
const takersOf = perObject(({ resource, declared, options }: Endpoint): Takers | undefined => {
  const { document, model } = options
  const { path, summary = '', description = '' } = declared
  if (!/availab|\bfree\b|vacan|not booked/i.test(`${path} ${summary} ${description}`)) return undefined
  const times = queryParametersOf(declared).filter(
    ({ schema }) => schema && String(formatOf(document, schema)).startsWith('date'),
  )
  const [asked, ...otherRanges] = rangesAmong(times.map(({ name }) => name))
  const [takers, ...others] = model.resources.flatMap((taker) => {
    const by = taker.references.find((each) => each.resource === resource.name && isStored(taker, each))
    const period = by && taker.scope.length === 0 ? solePeriod(document, taker.record) : undefined
    return by && period ? [{ resource: taker, by, period }] : []
  })
  return asked && takers && otherRanges.length + others.length === 0 ? { asked, ...takers } : undefined
})

/** Whether records have a reference themselves, rather than what clients send. */
const isStored = ({ references }: Resource, { resource, idProperty }: Reference): boolean =>
  idProperty !== undefined ||
  references.every((each) => each.resource !== resource || each.idProperty === undefined)

/** The behaviour of a list of those records of the one beside it that are free: `GET /rooms/available`. */
export function freeList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const resource = listedAt(options.model, listBeside(operation.path))
  const entry = resource && listAt(options, operation, resource)
  return entry && behaviourOf(entry)
}

/** The records without those that are taken in the time that the request asks for: `GET /rooms/available?from=…&to=…`. */
export function freeRecords(
  endpoint: Endpoint,
  { request, records, store }: RequestContext,
): MaybePromise<Collection> {
  const takers = takersOf(endpoint)
  if (!takers) return records
  const { asked, resource, by, period } = takers
  const [start, end] = [asked.lower, asked.upper].map((name) => memberNamed(request.query, name))
  if (start === undefined || end === undefined) return records
  const states = endStates(endpoint.options.document, resource.record)
  const wanted = { [period.lower]: start, [period.upper]: end }
  return after(store.collection(resource.name).list(), ({ items }) => {
    const taken = new Set(
      items
        .filter((each) => !hasEnded(each, states) && overlaps(wanted, each, period))
        .flatMap((each) => referencedIds(each[by.property], by).map((id) => String(idOf(id)))),
    )
    const { idProperty = '' } = endpoint.resource
    return filtered(records, {
      selection: {
        key: `without ${[...taken].join(' ')}`,
        matches: (record) => !taken.has(String(idOf(record[idProperty]))),
        compare: undefined,
        lastFirst: false,
      },
    })
  })
}
