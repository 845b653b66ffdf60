import { levelResources, quantitiesOf } from '../../../../spec/inference/numbers/levels.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { itemsOf, numericProperties, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { amountIn } from '../../../../spec/util/amount.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { itemAmountsOf } from '../../actions/item-amounts.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { listIn } from '../../roles/added-item.ts'
import { updateRelated } from '../../roles/save.ts'
import { linksOf } from '../links.ts'
import { changeLevel, type ChangedLevel } from './levels.ts'

/** The level that an action on the items of a record changes: goods that are received go into the stock of a warehouse. */
interface ItemLevel {
  readonly list: string
  /** The number of an item by which the level changes: by its change, or as a whole with an action that takes no amounts. */
  readonly tally: string
  readonly isWhole: boolean
  readonly level: Pick<ChangedLevel, 'resource' | 'keys'>
  readonly property: string
  readonly sign: 1 | -1
}

const stock = '(?:stock|inventory|(?:quantity )?on hand(?: quantity)?)'
const up = new RegExp(
  ` (?:(?:into|to) (?:the |it )?(?:\\w+ )?${stock}|${stock} (?:\\w+ ){0,4}?(?:is|are) (?:increased|raised)|(?:increase|raise|add to) (?:the |it )?${stock}) `,
)
const down = new RegExp(
  ` (?:(?:from|out of) (?:the |it )?${stock}|${stock} (?:\\w+ ){0,4}?(?:is|are) (?:decreased|reduced|lowered)|(?:decrease|reduce|lower) (?:the |it )?${stock}) `,
)

/** The level that an action on items changes; undefined if its description does not say so. */
export const itemLevelOf: (endpoint: Endpoint) => ItemLevel | undefined = perObject((endpoint: Endpoint) => {
  if (endpoint.operation.role !== 'action') return undefined
  const sentences = sentencesOf(endpoint.declared)
  const [isUp, isDown] = [up, down].map((pattern) => sentences.some((each) => pattern.test(each)))
  if (isUp === isDown) return undefined
  const { resource, options } = endpoint
  const { document, model } = options
  const { parts } = linksOf(options, { from: resource, node: resource.record, sent: [], depth: 0 })
  const amounts = itemAmountsOf(endpoint)
  const { list, tally } =
    amounts ??
    wholeItems(
      endpoint,
      parts.map(({ property }) => property),
    ) ??
    {}
  if (list === undefined || tally === undefined) return undefined
  const inItem = parts.find(({ property }) => property === list)?.links.own ?? []
  const references = [...inItem, ...resource.references].filter(({ idProperty }) => idProperty === undefined)
  const [found, ...others] = levelResources(document)(model).flatMap((level): readonly ItemLevel[] => {
    const keys = level.references.flatMap((reference) => {
      const own = references.find((each) => each.resource === reference.resource)
      return own ? [{ reference, property: own.property }] : []
    })
    const [property, ...more] = quantitiesOf(document, level)
    return keys.length === level.references.length && property !== undefined && more.length === 0
      ? [{ list, tally, isWhole: !amounts, level: { resource: level, keys }, property, sign: isUp ? 1 : -1 }]
      : []
  })
  return others.length === 0 ? found : undefined
})

/** The only one of several lists whose items have a quantity. */
function wholeItems(
  { options: { document }, resource: { record } }: Endpoint,
  lists: readonly string[],
): Pick<ItemLevel, 'list' | 'tally'> | undefined {
  const properties = possiblePropertiesOf(document, record)
  const found = lists.flatMap((list) => {
    const node = properties.get(list)
    const item = node && itemsOf(document, node)
    const tally =
      item && numericProperties(document, item).find((name) => /^(?:quantity|qty|units)$/i.test(name))
    return tally === undefined ? [] : [{ list, tally }]
  })
  return found.length === 1 ? found[0] : undefined
}

/** Changes the levels of the items that an action has changed. */
export async function moveItems(
  endpoint: Endpoint,
  context: RequestContext,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  const found = itemLevelOf(endpoint)
  if (!found) return
  const { list, tally, isWhole, level, property, sign } = found
  const tallyIn = (item: Json | undefined): number => (isJsonObject(item) ? (amountIn(item[tally]) ?? 0) : 0)
  const items = listIn(before, list)
  for (const [index, item] of listIn(record, list).entries()) {
    const by = sign * (tallyIn(item) - (isWhole ? 0 : tallyIn(items[index])))
    if (by === 0 || !isJsonObject(item)) continue
    const about = { ...record, ...item }
    await changeLevel(
      endpoint,
      context,
      {
        level,
        about,
        onUpdate: (resource, old, next) => {
          const records = context.store.collection(resource.name)
          return updateRelated({ ...endpoint, resource }, { ...context, records, scope: [] }, old, next)
        },
      },
      (current) => ({ [property]: (amountIn(current?.[property]) ?? 0) + by }),
    )
  }
}
