import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import type { Filter } from '../../resources.ts'
import { itemOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { normalizeName } from '../prose/words.ts'
import { filterName } from './operators.ts'

/** Whether a value of a filter stands for all values of the property: `state=all`. */
export const choosesAll = (value: Json): boolean =>
  typeof value === 'string' && /^(?:all|any|both|every(?:thing)?|\*)$/i.test(value)

/** Filters whose enum has the values of a property's enum, and one more that stands for all of them: `open`, `closed`, `all`. */
export function choicesOf(
  document: Document,
  { parameters }: Operation,
  properties: ReadonlyMap<string, SchemaNode>,
  filters: readonly Filter[],
): readonly Filter[] {
  return parameters.flatMap(({ in: place, name, schema }) => {
    if (place !== 'query' || !schema || filters.some(({ parameter }) => parameter === name)) return []
    const asked = enumValues(document, itemOf(document, schema))
    const match = [...properties].find(
      ([property]) => normalizeName(property) === normalizeName(filterName(name)),
    )
    if (!asked.some(choosesAll) || !match) return []
    const known = enumValues(document, match[1])
    const others = asked.filter((value) => !choosesAll(value))
    const isChoice = known.length > 0 && others.every((value) => known.includes(value))
    return isChoice ? [{ parameter: name, property: match[0] }] : []
  })
}
