import type { Document, Operation, Pointer } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { anyOfWords, singularNounOf, singularWordsOf } from '../prose/words.ts'
import { atMost, refusalOfMore } from './described-maximums.ts'

/** A number of a record that bounds how many others there may be below it: the capacity of a session. */
export interface DescribedCapacity {
  /** The property of the record above. */
  readonly property: string
  /** The declared status of the refusal. */
  readonly status: number
  readonly pointer: Pointer
}

/** "409 if no seats are left", of what has room for so many. */
export const noneLeft: RegExp =
  / no (?:more )?(?:seat|place|spot|slot|bed|room|space) (?:is |are )?(?:left|free|available) /

/**
 * The number that bounds the records of a resource below each owner, according to the description of their creation: "A session takes
 * at most `capacity` participants". Undefined unless it declares a status for the refusal.
 */
export function describedCapacity(
  document: Document,
  creation: Operation,
  resource: Resource,
  owner: Resource,
): DescribedCapacity | undefined {
  const status = refusalOfMore(creation)
  const numbers = [...possiblePropertiesOf(document, owner.record)]
    .filter(([, node]) => isNumeric(typesOf(document, node)))
    .map(([name]) => name)
  if (status === undefined || numbers.length === 0) return undefined
  const counted = new RegExp(
    ` ${atMost} (?:the |it )?(?<number>${anyOfWords(numbers.map(singularWordsOf))}) (?:\\w+ )?${singularNounOf(resource.name)} `,
  )
  const named = sentencesOf(creation).flatMap((each) => counted.exec(each)?.groups?.['number'] ?? [])
  const property = numbers.find((each) => singularWordsOf(each) === named[0])
  return property === undefined ? undefined : { property, status, pointer: creation.pointer }
}
