import type { Document, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import type { Json } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { typesOf, valuesIn } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'

/** What an action leaves a property as; no value stands for the instant at which it is done. */
export interface StateChange {
  readonly property: string
  readonly value?: Json
}

/**
 * The states of a record that the name of an action leads to: `cancel` to `status: 'cancelled'`, `publish` to
 * `isPublished: true`; `archive` to `archivedAt` where nothing else tells.
 */
export function stateChangesOf(
  document: Document,
  record: SchemaNode,
  action: string,
): readonly StateChange[] {
  const [done, undone] = [pastForms(wordsOf(action)), pastForms(undoneBy(wordsOf(action)))]
  const found = [...possiblePropertiesOf(document, record)].flatMap(
    ([property, node]): readonly StateChange[] => {
      const values = valuesIn(document, node)
      const value = values.find((each) => typeof each === 'string' && done.has(wordsOf(each).join('')))
      if (values.length > 0) return value === undefined ? [] : [{ property, value }]
      const flag = flagOf(property)
      if (typesOf(document, node).has('boolean'))
        return done.has(flag)
          ? [{ property, value: true }]
          : undone.has(flag)
            ? [{ property, value: false }]
            : []
      return isInstant(document, node) && done.has(timestampedEvent(property) ?? '') ? [{ property }] : []
    },
  )
  const valued = found.filter(({ value }) => value !== undefined)
  return valued.length > 0 ? valued : found
}

/** What a record is said to be that has this value there: `checkedin` for `status: 'checked_in'`, `published` for `isPublished`. */
export function stateName(property: string, value: Json | undefined): string | undefined {
  return typeof value === 'string' ? wordsOf(value).join('') : value === true ? flagOf(property) : undefined
}

function flagOf(property: string): string {
  const words = wordsOf(property)
  return (words[0] === 'is' ? words.slice(1) : words).join('')
}

/** What became of a record at the instant that the property tells: `cancelled` for `cancelledAt`; undefined for other names. */
export function timestampedEvent(property: string): string | undefined {
  const words = wordsOf(property)
  return words.length > 1 && /^(?:at|on|date)$/.test(words.at(-1) ?? '')
    ? words.slice(0, -1).join('')
    : undefined
}

const isInstant = (document: Document, node: SchemaNode): boolean =>
  own(resolveRef(document, node).schema, 'format') === 'date-time'

const irregular: Readonly<Record<string, string>> = {
  send: 'sent',
  hold: 'held',
  read: 'read',
  open: 'open',
  reopen: 'open',
  withdraw: 'withdrawn',
  deactivate: 'inactive',
}

/**
 * What is said of what a verb was done to, `ship` and `shipped`, `pay` and `paid`, `check-in` and `checked_in`, `activate` and
 * `active`; what it says itself, `mark-as-read`.
 */
export function pastForms([verb = '', ...rest]: readonly string[]): ReadonlySet<string> {
  if (verb === '') return new Set()
  if (verb === 'mark' && rest.length > 0) return new Set([rest.filter((word) => word !== 'as').join('')])
  const stem = verb.replace(/y$/, 'i')
  const forms = [`${stem}d`, `${stem}ed`, `${verb}ed`, `${verb}${verb.slice(-1)}ed`]
  const adjective = verb.endsWith('ate') ? [verb.replace(/ate$/, 'e')] : []
  const others = Object.hasOwn(irregular, verb) ? [irregular[verb] ?? ''] : adjective
  return new Set([...forms, ...others].map((form) => form + rest.join('')))
}

/** The verb that another takes back: `publish` for `unpublish`, `enable` for `disable`; none for others. */
function undoneBy([verb = '', ...rest]: readonly string[]): readonly string[] {
  const undone = /^(?:un|de(?=activate))(.+)/.exec(verb)?.[1] ?? (verb === 'disable' ? 'enable' : undefined)
  return undone === undefined ? [] : [undone, ...rest]
}
