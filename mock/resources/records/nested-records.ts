import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { compositeOf } from '../identity/composite-ids.ts'
import { nounOf } from '../identity/identity.ts'
import { idsOf } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'

/** Names of what identifies a record among all: not its number, name or code among those of its parent. */
const identifier = /^(?:id|uid|gid|uuid|guid|ulid|identifier)$/

/** Says that the ids start over below each parent. */
const perParent =
  /\b(?:with)?in (?:the|its|their|each|an?) |\bper \w|\bposition\b|\bindex\b|\bordinal\b|\b(?:sequential|consecutive)(?:ly)?\b|\brunning number\b|\bnumbered\b|\b\w+ number\b/i

/** Fewer ids than these cannot be shared out among the parents. */
const leastRoom = 100_000

const known = new WeakMap<Resource, boolean>()

/**
 * Whether no two records of a nested resource have the same id, even below different parents, as where all of them are rows of one table:
 * `/events/1/ticket-types/4` is the only ticket type 4.
 */
export const isNumberedAcross = (options: CrudOptions, resource: Resource): boolean =>
  resource.scope.length > 0 && getOrInsertComputed(known, resource, () => readNumbering(options, resource))

function readNumbering(options: CrudOptions, resource: Resource): boolean {
  const { document, byId, model } = options
  const { name, kind, idProperty, idParameter, idType, references, record, operations } = resource
  const property = idProperty ?? idParameter
  const isId = property !== undefined && identifier.test(wordsOf(property).at(-1) ?? '')
  if (kind === 'singleton' || !isId || model.names.has(name)) return false
  if (compositeOf(options, resource) || references.some((each) => each.property === idProperty)) return false
  if (idType === 'integer' && /\b(?:version|revision)$/.test(nounOf(resource))) return false
  const node = possiblePropertiesOf(document, record).get(property)
  if (node && perParent.test(schemaDescription(document, node))) return false
  const isChosen = operations.some(({ role, operationId }) => {
    const create = role === 'create' ? byId.get(operationId) : undefined
    const sent = create && requestSchema(create)
    return sent !== undefined && possiblePropertiesOf(document, sent).has(property)
  })
  return !(isChosen && idType === 'string') && idsOf(options, resource).room > leastRoom
}

/** A record below others, by nothing but its id; undefined if there is none, or if records below different parents have the same id. */
export const findNested = (
  options: CrudOptions,
  resource: Resource,
  id: Id,
  store: Transaction,
): MaybePromise<JsonObject | undefined> =>
  isNumberedAcross(options, resource)
    ? after(
        store.scopeOf(resource.name, id),
        (scope) => scope && store.collection(resource.name, scope).get(id),
      )
    : undefined

/** The record whose `id` that is, where paths have another property: the slug of a product. */
export function findById(
  { document }: CrudOptions,
  { name, idProperty, record }: Resource,
  id: Id,
  store: Transaction,
): MaybePromise<JsonObject | undefined> {
  if (idProperty === 'id' || !possiblePropertiesOf(document, record).has('id')) return undefined
  const where = [{ property: 'id', values: [id] }]
  return after(store.collection(name).list({ where, limit: 1 }), ({ items }) => items[0])
}
