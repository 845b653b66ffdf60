import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/refs.ts'
import type { Api } from '../api.ts'
import { keywordsOf } from '../keywords.ts'

/** Whether a value has names that its schema leaves open: there need be nothing so called, such as a column. */
export function hasNamesOfItsOwn(api: Api, node: SchemaNode, value: Json): boolean {
  if (isArray(value)) {
    const items = itemsOf(api.document, node)
    return items !== undefined && value.some((item) => hasNamesOfItsOwn(api, items, item))
  }
  if (!isJsonObject(value)) return false
  const properties = possiblePropertiesOf(api.document, node)
  const keywords = keywordsOf(api, node)
  const isMap = (keywords.get('additionalProperties') ?? false) !== false && !keywords.has('propertyNames')
  return Object.entries(value).some(([name, member]) => {
    const property = properties.get(name)
    return property ? hasNamesOfItsOwn(api, property, member) : isMap
  })
}
