import type { Document, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isDateTime } from '../../schemas/types.ts'
import { perName } from '../../util/memo.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { timestampedEvent } from '../states/words/state-properties.ts'

const created =
  /^(?:created?|creation|inserted|added|registered|submitted|posted|join(?:ed)?|enrolled|uploaded|ordered|placed|booked|reported|sold|bought|purchased)(?: (?:at|on|date|time|datetime|timestamp))?$|^date created$/
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

/** Whether a flag is named for whether the record was changed after its creation: `edited`, `isModified`. */
export const isEditedFlag = (name: string): boolean =>
  /^(?:is )?(?:edited|modified)$/.test(wordsOf(name).join(' '))

const editor =
  /^(?:created|inserted|added|updated|modified|changed|edited|last (?:updated|modified|changed|edited)) by(?: user)?(?: id| name)?$/

/** Whether a property is named for who created or changed the record: `created_by`, `lastModifiedBy`. */
export const isEditorName: (name: string) => boolean = perName((name) => editor.test(wordsOf(name).join(' ')))

const last = /\b(?:last|latest|most recent(?:ly)?)\b/i
const change = /\b(?:changed?|changes|modif\w+|updated?|updates|edit(?:ed)?|edits|overwritten|replaced)\b/i

/** A property for the time of a record's last change. */
export interface ChangeTime {
  readonly property: string
  readonly pointer: Pointer
  /** Whether its description says so, rather than only its name. */
  readonly isDescribed: boolean
}

/**
 * The property that is described as the time of a record's last change, "When it was changed last.", or named so and not described. A
 * description that names another property may be about that one only: "When the status was last updated."
 */
export function lastChangeProperty(document: Document, record: SchemaNode): ChangeTime | undefined {
  const properties = [...possiblePropertiesOf(document, record)]
  const named = properties.flatMap(([property, node]): readonly ChangeTime[] => {
    if (!isChangeTimestamp(property) || !isDateTime(document, node)) return []
    const text = schemaDescription(document, node)
    // Another sentence may say what else it is: "If it was never modified, the same as `created`."
    const told = text.split(/\.\s/).find((each) => last.test(each) && change.test(each))
    const words = ` ${singularWordsOf(told ?? '')} `
    const isDescribed =
      told !== undefined &&
      !properties.some(([other]) => other !== property && words.includes(` ${singularWordsOf(other)} `))
    return isDescribed || text === '' ? [{ property, pointer: node.pointer, isDescribed }] : []
  })
  return named.find(({ isDescribed }) => isDescribed) ?? named[0]
}

/**
 * Whether a property is named for the time of an event in the past: `sentAt`, `issued_on`, but not `scheduledAt`. If every record has
 * one, it is as good as a creation time.
 */
export const isEventTimestamp: (name: string) => boolean = perName((name) => {
  const event = timestampedEvent(name) ?? ''
  return (
    /(?:ed|sent|made|taken|paid|given|written|begun|sold|bought|lent|lost|found|won)$/.test(event) &&
    !/expected|estimated|scheduled|planned/.test(event)
  )
})
