import { perName } from '../per-name.ts'
import { instantOf } from './outcome.ts'
import { wordsOf } from './words.ts'

const created =
  /^(?:created?|creation|inserted|added|registered|submitted|posted|joined|enrolled|uploaded|ordered|booked|reported)(?: (?:at|on|date|time|datetime|timestamp))?$|^date created$/
const changed =
  /^(?:updated?|modified|changed|last (?:updated|modified|changed|modification|change))(?: (?:at|on|date|time|datetime|timestamp))?$|^date (?:updated|modified)$/

/** Whether a property tells by its name when the record was made: `createdAt`, `date_created`. */
export const tellsCreation: (name: string) => boolean = perName((name) =>
  created.test(wordsOf(name).join(' ')),
)

/** Whether a property tells by its name when the record was last changed: `updatedAt`, `last_modified`. */
export const tellsChange: (name: string) => boolean = perName((name) => changed.test(wordsOf(name).join(' ')))

/**
 * Whether a property tells by its name when something was done to the record, `sentAt`, `issued_on`, and not when it is to be:
 * what has been done to every record made it what it is.
 */
export const tellsDeed: (name: string) => boolean = perName((name) => {
  const done = instantOf(name) ?? ''
  return (
    /(?:ed|sent|made|taken|paid|given|written|begun)$/.test(done) &&
    !/expected|estimated|scheduled|planned/.test(done)
  )
})
