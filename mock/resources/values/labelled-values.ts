import type { Document, SchemaNode } from '../../../spec/document.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'

/**
 * Creates a function that sets the labels of values which records show as `{value, label}`: both are enumerations in the same order, and
 * clients may send the value alone. Undefined if there are none.
 */
export function createSetLabels(
  document: Document,
  record: SchemaNode,
): ((record: Record<string, Json>) => void) | undefined {
  const labelled = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const inner = possiblePropertiesOf(document, node)
    const [values, labels] = ['value', 'label'].map((name) => {
      const member = inner.get(name)
      return member ? enumValues(document, member) : []
    })
    const isPair = values && labels && values.length > 0 && values.length === labels.length
    const isAlone = [...requiredOf(document, node)].every((name) => name === 'value' || name === 'label')
    return isPair && isAlone && typesOf(document, node).has('object') ? [{ property, values, labels }] : []
  })
  if (labelled.length === 0) return undefined
  return (members) => {
    for (const { property, values, labels } of labelled) {
      const own = members[property]
      const value = isJsonObject(own) ? own['value'] : own
      const label = value === undefined ? undefined : labels[values.indexOf(value)]
      if (value !== undefined && label !== undefined)
        members[property] = { ...(isJsonObject(own) && own), value, label }
    }
  }
}
