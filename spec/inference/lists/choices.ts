import type { Document, Operation, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Filter } from '../../resources.ts'
import { itemOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { normalizeName } from '../prose/words.ts'
import { choosesAll } from './filters.ts'
import { filterName } from './operators.ts'

/** Filters whose enum has the values of a property's enum, and one more that stands for all of them: `open`, `closed`, `all`. */
export function choicesOf(
  document: Document,
  operation: Operation,
  properties: ReadonlyMap<string, SchemaNode>,
  filters: readonly Filter[],
): readonly Filter[] {
  return queryParametersOf(operation).flatMap(({ name, schema }) => {
    if (!schema || filters.some(({ parameter }) => parameter === name)) return []
    const asked = enumValues(document, itemOf(document, schema))
    const match = [...properties].find(
      ([property]) => normalizeName(property) === normalizeName(filterName(name)),
    )
    if (!asked.some(choosesAll) || !match) return []
    const known = enumValues(document, match[1])
    const others = asked.filter((value) => !choosesAll(value))
    // Others may stand for several: `ended` for what is canceled or expired.
    const isChoice =
      known.length > 0
        ? 2 * others.filter((value) => known.includes(value)).length > others.length
        : typesOf(document, match[1]).has('string')
    return isChoice ? [{ parameter: name, property: match[0] }] : []
  })
}
