import { isRecordSummary } from '../../../spec/inference/references/targets.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { isJsonObject, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { lastPart } from '../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, nameOf, sentRecord } from '../identity/identity.ts'
import { lookupIn } from '../records/lookup.ts'
import { pick } from '../relations/derived/derived-values.ts'
import { resourceNamed } from '../resource-index.ts'
import { listIn, listNamed, type ListChange } from './added-item.ts'

/** A list in a record that shows others, to which an operation adds the one whose id it is sent. */
interface ShownList {
  readonly list: string
  /** The property of the request body with the id. */
  readonly sent: string
  readonly target: Resource
  /** Names of the properties that the list shows of each. */
  readonly names: readonly string[]
}

const shownListOf = perObject(
  ({ declared, accepted, resource, options: { document, model } }: Endpoint): ShownList | undefined => {
    if (declared.method !== 'POST' || !accepted) return undefined
    const list = listNamed(document, resource.record, lastPart(declared.path))
    const node = possiblePropertiesOf(document, resource.record).get(list ?? '')
    const item = node && itemsOf(document, node)
    const [sent, ...others] = [...possiblePropertiesOf(document, accepted).keys()]
    const reference = resource.references.find(
      ({ property, idProperty }) => property === sent && idProperty === undefined,
    )
    const target = reference && resourceNamed(model, reference.resource)
    if (list === undefined || sent === undefined || !item || !target || others.length > 0) return undefined
    const isShown = isSameSchema(document, item, target.record) || isRecordSummary(document, item, target)
    return isShown
      ? { list, sent, target, names: [...possiblePropertiesOf(document, item).keys()] }
      : undefined
  },
)

/**
 * The change that a POST below a record makes to the list of others that its path names, by the id of one of them: `POST
 * /cards/{id}/labels` with a `labelId`; a refusal if that is on the list already and the document has a status for it. Undefined for
 * any other operation.
 */
export function addedReference(
  endpoint: Endpoint,
  { request, store }: RequestContext,
  before: JsonObject,
): MaybePromise<ListChange | Refused> | undefined {
  const shown = shownListOf(endpoint)
  const id = shown && idOf(sentRecord(endpoint.operation, request)?.[shown.sent])
  if (!shown || id === undefined) return undefined
  const { list, target, names } = shown
  const items = listIn(before, list)
  const isThere = items.some(
    (item) => isJsonObject(item) && String(idOf(item[target.idProperty ?? ''])) === String(id),
  )
  const change = (next: typeof items): ListChange => ({ states: { [list]: next }, removed: new Set() })
  if (isThere)
    return declares(endpoint.declared, 409)
      ? refuse(409, 'already_exists', `The ${nameOf(target, id)} is on this list already.`)
      : change(items)
  return after(lookupIn(endpoint.options, store).peek(target.name, id), (record) =>
    change(record ? [...items, pick(record, names)] : items),
  )
}
