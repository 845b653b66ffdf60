import type { Document, Pointer, SchemaNode } from '../../document.ts'
import type { JsonObject } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isDateTime, isNumeric, typesOf } from '../../schemas/types.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

/** How a time follows from another one of the same object, by its description. */
export interface TimeFormula {
  readonly property: string
  /** The description. */
  readonly pointer: Pointer
  /** The formula with names as the document has them: `starts_at + duration_minutes`. */
  readonly text: string
  /** Milliseconds since 1970; undefined if the object lacks something the formula needs. */
  readonly valueIn: (object: JsonObject) => number | undefined
}

const after = /^[\x60"']?(\w+)[\x60"']? (?:minutes |hours |days )?after [\x60"']?(\w+)[\x60"']?\.?$/i

const units: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

/** The formulas in the descriptions of an object's times that say nothing else: "`duration_minutes` after `starts_at`". */
export function timeFormulasOf(document: Document, object: SchemaNode): readonly TimeFormula[] {
  const properties = possiblePropertiesOf(document, object)
  const isTime = (name: string): boolean => {
    const node = properties.get(name)
    return node !== undefined && isDateTime(document, node)
  }
  return [...properties].flatMap(([property, node]): readonly TimeFormula[] => {
    const [, length = '', start = ''] = after.exec(schemaDescription(document, node).trim()) ?? []
    const unit = units[wordsOf(length).at(-1) ?? '']
    const number = properties.get(length)
    const isKnown = number !== undefined && isNumeric(typesOf(document, number))
    if (unit === undefined || !isKnown || !isTime(property) || !isTime(start)) return []
    return [
      {
        property,
        pointer: `${node.pointer}/description`,
        text: `${start} + ${length}`,
        valueIn(value) {
          const [from, count] = [value[start], value[length]]
          const instant = typeof from === 'string' ? Date.parse(from) : Number.NaN
          return Number.isNaN(instant) || typeof count !== 'number'
            ? undefined
            : instant + count * unit * 1000
        },
      },
    ]
  })
}
