import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { lastPart } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, isDateTime, typesOf } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'

/** A property that an action sets; without a value, it is set to the time of the action. */
export interface StateChange {
  readonly property: string
  readonly value?: Json
}

/** The name of an action, the last segment of its path: `lock` for `PUT /issues/{id}/lock`, `unlock` for DELETE. */
export function actionName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const name = lastPart(path)
  return method === 'DELETE' ? `un${name}` : name
}

/** The words of the name of an action: `mark`, `all`, `read` for `mark-all-read`, and `pause` for the custom method `{id}:pause`. */
export const actionWords = (action: Pick<Operation, 'method' | 'path'>): readonly string[] =>
  wordsOf(actionName(action).split(':').at(-1) ?? '')

/**
 * The changes to a record that the name of an action implies: `status: 'cancelled'` for `cancel`, `isPublished: true` for `publish`,
 * `archived: false` for `restore`,
 * the only other status than `archived` for `unarchive`, or, if there is no other, the time `archivedAt` for `archive`.
 */
export function stateChangesOf(
  document: Document,
  record: SchemaNode,
  action: string,
): readonly StateChange[] {
  // `{job}:cancel` is a custom method of the job.
  const [verb = '', ...object] = wordsOf(action.replace(/^\{.*\}:/, ''))
  const whole = wordsForAction([verb, ...object])
  const alone = wordsForAction([verb])
  const changes = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    // `bonusStatus` is `paid` after `pay-bonus`.
    const isOfObject =
      object.length > 0 &&
      wordsOf(property)
        .join(' ')
        .startsWith(`${object.join(' ')} `)
    const meant = isOfObject ? [whole, alone] : [whole]
    return meant.flatMap((words) => stateChangeOf(document, property, node, words) ?? []).slice(0, 1)
  })
  const withValue = changes.filter(({ value }) => value !== undefined)
  return withValue.length > 0 ? withValue : changes
}

/** What something is called during and after an action, without separators. */
interface ActionWords {
  readonly verb: string
  /** The states it leads to: `paused` for `pause`. */
  readonly participles: ReadonlySet<string>
  /** The states it ends: `paused` for `resume`. */
  readonly undone: ReadonlySet<string>
  readonly progressive: string | undefined
  readonly undoneProgressive: string | undefined
}

function wordsForAction(verb: readonly string[]): ActionWords {
  const ended = undoneBy(verb)
  return {
    verb: verb.join(''),
    participles: pastForms(verb),
    undone: new Set(ended.flatMap((each) => [...pastForms(each)])),
    progressive: progressiveOf(verb),
    undoneProgressive: progressiveOf(ended[0] ?? []),
  }
}

function stateChangeOf(
  document: Document,
  property: string,
  node: SchemaNode,
  { verb, participles, undone, progressive, undoneProgressive }: ActionWords,
): StateChange | undefined {
  const values = enumValues(document, node)
  if (values.length > 0) {
    const named = (forms: ReadonlySet<string>): Json | undefined =>
      values.find((each) => typeof each === 'string' && forms.has(wordsOf(each).join('')))
    const left = values.length === 2 ? named(undone) : undefined
    // Some states are called what the action is: `no_show` for `POST /visits/{id}/no-show`.
    const own = isStateName(property) ? named(new Set([verb])) : undefined
    const value =
      named(participles) ?? own ?? (left === undefined ? undefined : values.find((each) => each !== left))
    return value === undefined ? undefined : { property, value }
  }
  if (typesOf(document, node).has('boolean')) {
    const flag = flagOf(property)
    if (participles.has(flag) || flag === progressive) return { property, value: true }
    return undone.has(flag) || flag === undoneProgressive ? { property, value: false } : undefined
  }
  const isSet = participles.has(timestampedEvent(property) ?? '') && isDateTime(document, node)
  return isSet ? { property } : undefined
}

/** Whether a property is named as a state: `status`, `orderState`. */
export const isStateName = (property: string): boolean =>
  /^(?:status|state|stage|phase)$/.test(wordsOf(property).at(-1) ?? '')

/** Maximum length of a state's name: longer texts are not taken apart into words. */
const longestState = 64

/** The state that a property's value expresses: `checkedin` for `status: 'checked_in'`, `published` for `isPublished: true`. */
export function stateName(property: string, value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.length > longestState ? undefined : wordsOf(value).join('')
  return value === true ? flagOf(property) : undefined
}

/** The states that a property's value expresses: of a flag that is not set those which {@link flagNames name} that. */
export function stateNames(property: string, value: Json | undefined): readonly string[] {
  if (value === false)
    return flagNames(property).flatMap(([name, stands]) => (stands ? [] : [wordsOf(name).join('')]))
  const name = stateName(property, value)
  return name === undefined ? [] : [name]
}

/** The state that a boolean property is named after: `published` for `isPublished`, `liked` for `likedByMe`. */
export const flagOf = (property: string): string => flagWords(property).join('')

function flagWords(property: string): readonly string[] {
  const words = wordsOf(property)
  const end = words.indexOf('by')
  const isOfCaller = end > 0 && /^by (?:me|you|viewer|caller|current user)$/.test(words.slice(end).join(' '))
  return words.slice(words[0] === 'is' ? 1 : 0, isOfCaller ? end : undefined)
}

/** What a record is called that does not have a flag, beside the name with `in…` or `un…`. */
const antonyms: Readonly<Record<string, string>> = {
  published: 'draft',
  open: 'closed',
  active: 'deactivated',
  enabled: 'disabled',
  public: 'private',
  private: 'public',
  visible: 'hidden',
  online: 'offline',
}

/** The words that texts use for a flag, and the value that each means: `published`, `unpublished`, `draft`, `lot-tracked`. */
export function flagNames(property: string): readonly (readonly [name: string, value: boolean])[] {
  const flag = flagOf(property)
  const opposite = Object.hasOwn(antonyms, flag) ? [antonyms[flag] ?? ''] : []
  // Texts separate the words of `lotTracked`.
  return [
    [flagWords(property).join('-'), true],
    ...[`in${flag}`, `un${flag}`, ...opposite].map((name) => [name, false] as const),
  ]
}

/** The event whose time a property holds, by its name: `cancelled` for `cancelledAt`; undefined for other names. */
export function timestampedEvent(property: string): string | undefined {
  const words = wordsOf(property)
  return words.length > 1 && /^(?:at|on|date)$/.test(words.at(-1) ?? '')
    ? words.slice(0, -1).join('')
    : undefined
}

const irregular: Readonly<Record<string, string>> = {
  send: 'sent',
  checkout: 'checkedout',
  checkin: 'checkedin',
  hold: 'held',
  read: 'read',
  open: 'open',
  reopen: 'open',
  withdraw: 'withdrawn',
  freeze: 'frozen',
  hide: 'hidden',
  lend: 'lent',
  sell: 'sold',
  lose: 'lost',
  choose: 'chosen',
  take: 'taken',
  deactivate: 'inactive',
  complete: 'done',
  finish: 'done',
  void: 'void',
}

/** Further words for a state that something is in after an action. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  start: ['inprogress', 'active', 'running'],
}

/** The states that a decision leads to. */
const decisions = ['approved', 'accepted', 'rejected', 'declined', 'denied']

/** The states of what an event has started, `active` for `started`, or decided. */
export const statesSince = (event: string): readonly string[] =>
  /^(?:decided|decision|reviewed)$/.test(event)
    ? decisions
    : (event.endsWith('ed') && synonyms[event.slice(0, -2)]) || []

/**
 * The words for the state that an action leads to, without separators: `shipped` for `ship`, `paid` for `pay`, `checkedin` for
 * `check-in`, `active` for `activate`, `read` for `mark-as-read`.
 */
export function pastForms([verb = '', ...rest]: readonly string[]): ReadonlySet<string> {
  if (verb === '') return new Set()
  if (verb === 'mark' && rest.length > 0) return new Set([rest.filter((word) => word !== 'as').join('')])
  const stem = verb.replace(/y$/, 'i')
  const forms = [`${stem}d`, `${stem}ed`, `${verb}ed`, `${verb}${verb.slice(-1)}ed`]
  const adjective = verb.endsWith('ate') ? [verb.replace(/ate$/, 'e')] : []
  const others = Object.hasOwn(irregular, verb) ? [irregular[verb] ?? ''] : adjective
  const meant = Object.hasOwn(synonyms, verb) ? (synonyms[verb] ?? []) : []
  return new Set([...forms, ...others, ...meant].map((form) => form + rest.join('')))
}

/** Actions that undo others, beside those named `un…`. */
const opposites: Readonly<Record<string, readonly string[]>> = {
  disable: ['enable'],
  restore: ['archive', 'delete', 'trash'],
  resume: ['pause', 'suspend'],
  close: ['open', 'reopen'],
  open: ['close'],
}

/** The word for what an action begins: `watching` for `watch`; undefined for an action of several words. */
function progressiveOf([verb, ...rest]: readonly string[]): string | undefined {
  return verb === undefined || rest.length > 0 ? undefined : `${verb.replace(/e$/, '')}ing`
}

/** The actions that another one undoes: `publish` for `unpublish`, `enable` for `disable`; none for other actions. */
export function undoneBy([verb = '', ...rest]: readonly string[]): readonly (readonly string[])[] {
  const undone = /^(?:un|de(?=activate))(.+)/.exec(verb)?.[1]
  const all = undone === undefined ? Object.hasOwn(opposites, verb) && opposites[verb] : [undone]
  return all ? all.map((each) => [each, ...rest]) : []
}
