import type { Json, JsonObject } from '../../../../spec/json.ts'
import { isNumeric, typesOf } from '../../../../spec/schemas/types.ts'
import { operationFor, recordProperties, writableIn } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import type { ReadableList } from '../../../records/lists.ts'
import { withProperty } from '../../../requests/validity.ts'
import { withValue } from './add-variety.ts'
import { inSameList } from './prepare-list.ts'

const words = ['mango', 'apple', 'zebra']
const numbers = [5, 3, 9]
const dates = ['2031-05-09', '2031-04-12', '2031-06-15']

/** Values in neither ascending nor descending order, for which a format stands. */
const unsorted: Readonly<Record<string, readonly Json[]>> = {
  date: dates,
  'date-time': dates.map((date) => `${date}T08:00:00Z`),
  email: words.map((word) => `${word}@example.com`),
}

/** A word as keys and codes may have to be. */
const inCapitals = (value: Json): Json => (typeof value === 'string' ? value.toUpperCase() : value)

/**
 * Creates records whose values of a property are in neither order, so that a list in the order of their creation is not in order by
 * chance.
 *
 * @param others values of other properties that all of them have
 */
export async function addUnsorted(
  of: ReadableList,
  property: string,
  others: JsonObject = {},
): Promise<void> {
  const { context, resource } = of
  const { api, run } = context
  const create = operationFor(api, resource, 'create')
  const node = recordProperties(api, resource).get(property)
  if (!create || !node || create.role.requestPath.length > 0 || run.options.readOnly) return
  const isSent = writableIn(api, create).includes(property)
  // What the server sets, such as an id, orders records that are alike.
  if (!isSent && Object.keys(others).length === 0) return
  const { template } = await context.control(create.operation)
  if (!template) return
  const plain = isNumeric(typesOf(api.document, node)) ? numbers : words
  for (const value of unsorted[String(keywordsOf(api, node).get('format'))] ?? plain) {
    const draft = await context.instantiate(create.operation, template, { fresh: true, attempt: 1 })
    const common = Object.entries(others).reduce(
      (made, [name, each]) => withProperty(api, made, name, each) ?? made,
      inSameList(of, draft),
    )
    const changed = isSent
      ? (withValue(api, common, property, value) ?? withValue(api, common, property, inCapitals(value)))
      : common
    if (changed) await context.send(changed, 'valid')
  }
}
