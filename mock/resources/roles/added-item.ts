import type { Document } from '../../../spec/document.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { isArray, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'
import { sentRecord } from '../records/identity.ts'
import { nothingRemoved, type Written } from './save.ts'

const lists = new WeakMap<Endpoint, { readonly property: string | undefined }>()

/**
 * The change that a POST below a record makes to the list of objects that its path names: `POST /carts/{id}/items` adds an item to the
 * cart. Undefined for any other operation.
 */
export function addedItem(
  endpoint: Endpoint,
  request: RequestValues,
  before: JsonObject,
): Required<Pick<Written, 'states' | 'removed'>> | undefined {
  const { property: list } = getOrInsertComputed(lists, endpoint, () => ({ property: listAt(endpoint) }))
  const sent = list === undefined ? undefined : sentRecord(endpoint.operation, request)
  if (list === undefined || !sent) return undefined
  const items = before[list] ?? []
  return { states: { [list]: [...(isArray(items) ? items : []), sent] }, removed: nothingRemoved }
}

/** The list of objects that the last segment of the path names, if the request sends some of their properties. */
function listAt({ declared, accepted, resource, options }: Endpoint): string | undefined {
  if (declared.method !== 'POST' || !accepted) return undefined
  const { document } = options
  const name = normalizeName(declared.path.split('/').at(-1) ?? '')
  return [...possiblePropertiesOf(document, resource.record)].find(([property, node]) => {
    const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    const known = item && possiblePropertiesOf(document, item)
    const sent = namesOf(document, accepted)
    return (
      normalizeName(property) === name && known && sent.length > 0 && sent.every((each) => known.has(each))
    )
  })?.[0]
}

const namesOf = (document: Document, node: NonNullable<Endpoint['accepted']>): readonly string[] => [
  ...possiblePropertiesOf(document, node).keys(),
]
