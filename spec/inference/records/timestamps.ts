import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isDateTime } from '../../schemas/types.ts'
import { perName } from '../../util/memo.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { timestampedEvent } from '../states/action-outcome.ts'

const created =
  /^(?:created?|creation|inserted|added|registered|submitted|posted|joined|enrolled|uploaded|ordered|booked|reported)(?: (?:at|on|date|time|datetime|timestamp))?$|^date created$/
const changed =
  /^(?:updated?|modified|changed|last (?:updated|modified|changed|modification|change))(?: (?:at|on|date|time|datetime|timestamp))?$|^date (?:updated|modified)$/

/** Whether a property is named for the time of the record's creation: `createdAt`, `date_created`. */
export const isCreationTimestamp: (name: string) => boolean = perName((name) =>
  created.test(wordsOf(name).join(' ')),
)

/** Whether a property is named for the time of the record's last change: `updatedAt`, `last_modified`. */
export const isChangeTimestamp: (name: string) => boolean = perName((name) =>
  changed.test(wordsOf(name).join(' ')),
)

const last = /\b(?:last|latest|most recent(?:ly)?)\b/i
const change = /\b(?:changed?|changes|modif\w+|updated?|updates|edit(?:ed)?|edits)\b/i

/**
 * The property that is described as the time of a record's last change: "When it was changed last." A description that names
 * another property may be about that one only: "When the status was last updated."
 */
export function lastChangeProperty(
  document: Document,
  record: SchemaNode,
): readonly [name: string, node: SchemaNode] | undefined {
  const properties = [...possiblePropertiesOf(document, record)]
  return properties.find(([name, node]) => {
    const text = schemaDescription(document, node)
    const words = ` ${singularWordsOf(text)} `
    return (
      isChangeTimestamp(name) &&
      isDateTime(document, node) &&
      last.test(text) &&
      change.test(text) &&
      !properties.some(([other]) => other !== name && words.includes(` ${singularWordsOf(other)} `))
    )
  })
}

/**
 * Whether a property is named for the time of an event in the past: `sentAt`, `issued_on`, but not `scheduledAt`. If every record has
 * one, it is as good as a creation time.
 */
export const isEventTimestamp: (name: string) => boolean = perName((name) => {
  const event = timestampedEvent(name) ?? ''
  return (
    /(?:ed|sent|made|taken|paid|given|written|begun)$/.test(event) &&
    !/expected|estimated|scheduled|planned/.test(event)
  )
})
