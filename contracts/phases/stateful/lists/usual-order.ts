import { describedOrder, type DescribedOrder } from '../../../../spec/inference/lists/described-order.ts'
import { sortParametersOf } from '../../../../spec/inference/lists/order.ts'
import { superlativeOrder } from '../../../../spec/inference/lists/superlative-order.ts'
import { stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { enumValues, isOrdered, typesOf } from '../../../../spec/schemas/types.ts'
import { groupBy } from '../../../../spec/util/group-by.ts'
import { recordProperties, writableProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { listOrder } from '../../../checks/list-order.ts'
import type { Context } from '../../../context.ts'
import { askedBy } from '../../../draft.ts'
import { addUnsorted } from './add-unsorted.ts'
import { addVariety } from './add-variety.ts'
import { addDistinctiveNumbers } from './distinctive-numbers.ts'
import { prepareList, readWholeList } from './prepare-list.ts'

/**
 * The documented default order of a list: by a time or a number that the server sets, by the default of its sort parameter, or as a
 * sentence says.
 */
export function orderOf(
  api: Api,
  resource: Resource,
  { operation }: RoleOperation,
): DescribedOrder | undefined {
  const order = describedOrder(api.document, operation, resource.record)
  const isSet = order && !writableProperties(api, resource).has(order.property)
  if (order && (isSet || (order.isDefault && isSortable(api, resource, order.property)))) return order
  const stated = superlativeOrder(api.document, operation, resource.record)
  return (
    stated && { ...stated, words: `by ${stated.property}, ${stated.descending ? 'descending' : 'ascending'}` }
  )
}

/** Whether values of a property have one order: numbers and times, and texts, as far as all collations agree; not those of an enum. */
function isSortable(api: Api, resource: Resource, property: string): boolean {
  const node = recordProperties(api, resource).get(property)
  if (!node || isOrdered(api.document, node)) return node !== undefined
  return typesOf(api.document, node).has('string') && enumValues(api.document, node).length === 0
}

/** Checks that a list has its documented default order if none is requested. */
export async function judgeUsualOrder(
  context: Context,
  resource: Resource,
  by: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, by)
  const order = orderOf(context.api, resource, by)
  const ordering = sortParametersOf(context.api.document, by.operation)
  if (!order || (ordering && Object.hasOwn(askedBy(of.start), ordering.parameter.name))) return
  await addVariety(of, order.property, (await readWholeList(of)).items)
  await addDistinctiveNumbers(of, order.property, (await readWholeList(of)).items)
  await addUnsorted(of, order.property)
  if (order.then) {
    const shared = (await readWholeList(of)).items[0]?.[order.property] ?? null
    const isText = typeof shared === 'string' && !isDated(shared)
    await addUnsorted(of, order.then.property, { [order.property]: isText ? sharedText : shared })
  }
  const { items, answers } = await readWholeList(of)
  const [answer] = answers
  if (!answer) return
  const { then, words, ...first } = order
  const evidence = { parameter: '', describedAt: by.operation.pointer }
  const values = comparableIn(items, first.property)
  if (context.judge(listOrder, { ...evidence, ...first, order: words, values }, { answer }) || !then) return
  for (const equal of groupBy(items, (item) => stringifyJson(item[first.property] ?? null)).values()) {
    const order = `${words}, then by ${then.property}`
    const values = comparableIn(equal, then.property)
    if (context.judge(listOrder, { ...evidence, ...then, order, values }, { answer })) return
  }
}

/** A text that several records have in common. */
const sharedText = 'common'

/**
 * The values of a property whose order is beyond doubt: of texts only words of one case, or numbers with one (`INV-2031`), which all
 * collations sort alike.
 */
function comparableIn(items: readonly JsonObject[], property: string): readonly Json[] {
  const values = items.flatMap((each) => each[property] ?? [])
  if (values.some((each) => typeof each !== 'string' || isDated(each))) return values
  return [
    /^[a-z0-9]+$/,
    /^[A-Z0-9]+$/,
    /^[A-Z]+(?:-?\d+)+$/,
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    /^[a-z0-9]+@[a-z0-9]+\.com$/,
  ]
    .map((word) => values.filter((each) => typeof each === 'string' && word.test(each)))
    .reduce((most, each) => (each.length > most.length ? each : most))
}

const isDated = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text)
