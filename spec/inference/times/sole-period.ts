import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { formatOf } from '../../schemas/types.ts'
import { namedRanges, type NamedRange } from '../constraints/named-ranges.ts'

/** The only period of a record from one date or time to another; undefined if there is none, or several. */
export function solePeriod(document: Document, record: SchemaNode): NamedRange | undefined {
  const properties = possiblePropertiesOf(document, record)
  const isTime = (name: string): boolean => {
    const node = properties.get(name)
    return node !== undefined && String(formatOf(document, node)).startsWith('date')
  }
  const [period, ...others] = namedRanges(document, record).filter(
    ({ lower, upper }) => isTime(lower) && isTime(upper),
  )
  return others.length === 0 ? period : undefined
}
