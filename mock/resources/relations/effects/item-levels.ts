import { levelResources } from '../../../../spec/inference/numbers/levels.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
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
  /** The number of an item by whose change the level changes. */
  readonly tally: string
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
  const amounts = endpoint.operation.role === 'action' ? itemAmountsOf(endpoint) : undefined
  const sentences = sentencesOf(endpoint.declared)
  const [isUp, isDown] = [up, down].map((pattern) => sentences.some((each) => pattern.test(each)))
  if (!amounts || isUp === isDown) return undefined
  const { resource, options } = endpoint
  const { document, model } = options
  const { list, tally } = amounts
  const { parts } = linksOf(options, { from: resource, node: resource.record, sent: [], depth: 0 })
  const inItem = parts.find(({ property }) => property === list)?.links.own ?? []
  const references = [...inItem, ...resource.references].filter(({ idProperty }) => idProperty === undefined)
  const [found, ...others] = levelResources(document)(model).flatMap((level): readonly ItemLevel[] => {
    const keys = level.references.flatMap((reference) => {
      const own = references.find((each) => each.resource === reference.resource)
      return own ? [{ reference, property: own.property }] : []
    })
    const [property, ...more] = quantitiesOf(endpoint, level)
    return keys.length === level.references.length && property !== undefined && more.length === 0
      ? [{ list, tally, level: { resource: level, keys }, property, sign: isUp ? 1 : -1 }]
      : []
  })
  return others.length === 0 ? found : undefined
})

/** The numbers that say how much there is, not how much of that is held or free. */
const quantitiesOf = ({ options: { document } }: Endpoint, { record }: Resource): readonly string[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    isNumeric(typesOf(document, node)) &&
    /\b(?:on hand|stock|quantity|qty|units)\b/.test(wordsOf(name).join(' ')) &&
    !/\b(?:reserved|available|allocated|committed|incoming|ordered|minimum|min|maximum|max|reorder)\b/.test(
      wordsOf(name).join(' '),
    )
      ? [name]
      : [],
  )

/** Changes the levels of the items that an action has changed. */
export async function moveItems(
  endpoint: Endpoint,
  context: RequestContext,
  before: JsonObject,
  record: JsonObject,
): Promise<void> {
  const found = itemLevelOf(endpoint)
  if (!found) return
  const { list, tally, level, property, sign } = found
  const tallyIn = (item: Json | undefined): number => (isJsonObject(item) ? (amountIn(item[tally]) ?? 0) : 0)
  const items = listIn(before, list)
  for (const [index, item] of listIn(record, list).entries()) {
    const by = sign * (tallyIn(item) - tallyIn(items[index]))
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
