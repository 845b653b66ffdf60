import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { singularWordsOf } from '../prose/words.ts'
import { filterName } from './operators.ts'

/**
 * A parameter that selects records by what tells the objects in one of their lists apart: `tags=red` of a pet with `tags: [{id, name}]`,
 * `member=7` or `member_id=7` of a team with `members: [{user_id, role}]`.
 */
export interface ItemNames {
  readonly parameter: Parameter
  readonly property: string
  /** The properties of each object that are compared. */
  readonly names: readonly string[]
}

const telling = /^(?:name|label|title|slug|key|code|id|uuid|email|username|login)$|[a-z](?:_id|Id)$/

export const itemNamesOf = (
  document: Document,
  operation: Operation,
  record: SchemaNode,
): readonly ItemNames[] =>
  queryParametersOf(operation).flatMap((parameter): readonly ItemNames[] => {
    const { schema } = parameter
    const types = schema && typesOf(document, itemOf(document, schema))
    if (!types || !(types.has('string') || types.has('integer'))) return []
    const asked = singularWordsOf(filterName(parameter.name))
    const wanted = asked.replace(/ (?:uu)?id$/, '')
    return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
      const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
      const names = (item ? [...possiblePropertiesOf(document, item).keys()] : []).filter((each) =>
        telling.test(each),
      )
      const isMeant = [asked, wanted].includes(singularWordsOf(property))
      return names.length > 0 && isMeant ? [{ parameter, property, names }] : []
    })
  })
