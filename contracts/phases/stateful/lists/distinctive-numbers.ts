import type { Json, JsonObject } from '../../../../spec/json.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import { operationFor, recordProperties } from '../../../api/api.ts'
import type { Draft } from '../../../interaction.ts'
import type { ReadableList } from '../../../records/lists.ts'
import { withProperty } from '../../../requests/validity.ts'
import { inSameList } from './prepare-list.ts'

/** Numbers whose order as texts is another one. */
const pairs: readonly (readonly [number, number])[] = [
  [9, 10],
  [90, 100],
  [900, 1000],
  [2, 10],
  [0.9, 0.1],
]

/**
 * Creates two records with numbers that are in another order when they are compared as texts, such as 9 and 10, unless the list has
 * such numbers, or clients cannot set them.
 */
export async function addDistinctiveNumbers(
  of: ReadableList,
  property: string,
  items: readonly JsonObject[],
): Promise<void> {
  const { context, resource } = of
  const node = recordProperties(context.api, resource).get(property)
  const create = operationFor(context.api, resource, 'create')
  if (!node || !isNumeric(typesOf(context.api.document, node)) || context.run.options.readOnly) return
  if (!create || create.role.requestPath.length > 0 || isDistinctive(items.map((item) => item[property])))
    return
  const { template } = await context.control(create.operation)
  if (!template) return
  const draftWith = async (value: Json): Promise<Draft | undefined> =>
    withProperty(
      context.api,
      inSameList(of, await context.instantiate(create.operation, template)),
      property,
      value,
    )
  for (const [first, second] of pairs) {
    const draft = await draftWith(first)
    const other = draft && (await draftWith(second))
    if (!other) continue
    await context.send(draft, 'valid')
    await context.send(other, 'valid')
    return
  }
}

/** Whether numbers are in another order as texts. */
function isDistinctive(values: readonly (Json | undefined)[]): boolean {
  const numbers = values.filter((each) => typeof each === 'number').toSorted((a, b) => a - b)
  return numbers.some((each, index) => index > 0 && String(each) < String(numbers[index - 1]))
}
