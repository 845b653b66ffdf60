import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { singularWordsOf } from '../prose/words.ts'
import { filterName } from './operators.ts'

/** A parameter that selects records by the names of the objects in one of their lists: `tags=red` of a pet with `tags: [{id, name}]`. */
export interface ItemNames {
  readonly parameter: Parameter
  readonly property: string
  /** The property of each object that is compared. */
  readonly name: string
}

export const itemNamesOf = (
  document: Document,
  operation: Operation,
  record: SchemaNode,
): readonly ItemNames[] =>
  queryParametersOf(operation).flatMap((parameter): readonly ItemNames[] => {
    const { schema } = parameter
    if (!schema || !typesOf(document, itemOf(document, schema)).has('string')) return []
    const wanted = singularWordsOf(filterName(parameter.name))
    return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
      const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
      const names = item ? [...possiblePropertiesOf(document, item).keys()] : []
      const name = names.find((each) => /^(?:name|label|title|slug)$/i.test(each))
      return name !== undefined && singularWordsOf(property) === wanted ? [{ parameter, property, name }] : []
    })
  })
