import type { Document, Operation } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'

/** A number that the server gives to each new record, the next after the last one: the number of an issue in its project. */
export interface SequenceNumber {
  readonly property: string
  /** The property that refers to the record within which they are numbered; undefined for the whole collection. */
  readonly within: string | undefined
}

const names = /^(?:\w+ )?(?:number|no|seq|sequence)$/
const sequential =
  /\bsequential(?:ly)?\b|\bconsecutive(?:ly)?\b|\brunning number\b|\bnumbered (?:from|starting)\b|\b1 for the first\b|\bhigher (?:number )?than (?:(?:all|any|every) |those |the (?:ones?|last|one) )?(?:\w+ )?before\b/i

/** The number of a resource's records that descriptions call sequential: "Attempts are numbered consecutively per quiz". */
export function sequenceNumberOf(
  document: Document,
  { record, idProperty, operations }: Resource,
  byId: ReadonlyMap<string, Operation>,
): SequenceNumber | undefined {
  const creations = operations.filter(({ role }) => role === 'create')
  const texts = creations.map(({ operationId }) => byId.get(operationId)?.description ?? '')
  const [found, ...others] = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const types = typesOf(document, node)
    const isNumber =
      property !== idProperty && names.test(wordsOf(property).join(' ')) && types.has('integer')
    return isNumber && [schemaDescription(document, node), ...texts].some((text) => sequential.test(text))
      ? [property]
      : []
  })
  if (found === undefined || others.length > 0) return undefined
  const [container, ...more] = creations.flatMap(({ within }) => within)
  const isWithin = container !== undefined && more.length === 0 && container.idProperty === undefined
  return { property: found, within: isWithin ? container.property : undefined }
}
