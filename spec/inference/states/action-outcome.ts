import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { lastPart } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, isDateTime, typesOf } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'
import { flagOf, isStateName, timestampedEvent } from './words/state-properties.ts'
import { pastForms, progressiveOf, undoneBy } from './words/verb-forms.ts'

/** A property that an action sets; without a value, it is set to the time of the action. */
export interface StateChange {
  readonly property: string
  readonly value?: Json
}

/**
 * The last segment of an action's path, without the namespace that OData puts before the name, `library.lock`, and the format of the
 * response that others put after it, `lock.json`.
 */
export const actionSegment = (path: string): string =>
  lastPart(path)
    .replace(/\.(?:json|xml)$/, '')
    .replace(/^(?:[A-Za-z]\w*\.)+(?=\w+$)/, '')

/** The name of an action, the last segment of its path: `lock` for `PUT /issues/{id}/lock`, `unlock` for DELETE. */
export function actionName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const name = actionSegment(path)
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
  const changes = changesNamed(document, record, verb, object)
  const other = object.length === 0 && changes.length === 0 ? completions.get(verb) : undefined
  if (other === undefined) return changes
  // Only a record that has no states is closed by being completed.
  const names = [...possiblePropertiesOf(document, record).keys()]
  return names.some(isStateName)
    ? []
    : changesNamed(document, record, other, []).filter(({ value }) => typeof value === 'boolean')
}

/** What closes and reopens what is rather completed, as tasks are. */
const completions: ReadonlyMap<string, string> = new Map([
  ['close', 'complete'],
  ['reopen', 'uncomplete'],
])

function changesNamed(
  document: Document,
  record: SchemaNode,
  verb: string,
  object: readonly string[],
): readonly StateChange[] {
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
  const [first = '', ...object] = verb
  const ended = first === 'stop' ? [['start', ...object]] : undoneBy(verb)
  const formsOf = (words: readonly string[]): readonly string[] => [
    ...pastForms(words),
    // `rescue_enabled` after `enable-rescue`.
    ...(object.length > 0 ? [...pastForms(words.slice(0, 1))].map((form) => object.join('') + form) : []),
  ]
  return {
    verb: verb.join(''),
    participles: new Set(formsOf(verb)),
    undone: new Set(ended.flatMap(formsOf)),
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
