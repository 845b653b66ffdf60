import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { requestSchema } from '../bodies/content.ts'
import { wordsOf } from '../prose/words.ts'
import { actionWords } from './action-outcome.ts'

/** Verbs of actions that set properties to what they are sent. */
const setting = new Set('change set update resize rename attach assign'.split(' '))

const undone: ReadonlyMap<string, string> = new Map([
  ['detach', 'attach'],
  ['unassign', 'assign'],
])

/** What an action sets: properties of the record, or those of the object in one of them. */
export interface SettingAction {
  readonly names: readonly string[]
  /** The property with the object: `protection` of `change-protection`. */
  readonly within: string | undefined
}

/** What an action sets by its name and its body: the `size` of `resize`. Undefined if it requires anything else. */
export function settingAction(
  document: Document,
  record: SchemaNode,
  action: Operation,
): SettingAction | undefined {
  const [verb = '', ...rest] = actionWords(action)
  const body = requestSchema(action)
  if (!body || !setting.has(verb)) return undefined
  const known = possiblePropertiesOf(document, record)
  const [within, node] = [...known].find(([name]) => wordsOf(name).join(' ') === rest.join(' ')) ?? []
  const inner = node && possiblePropertiesOf(document, node)
  const settable = inner?.size ? inner : known
  const names = [...possiblePropertiesOf(document, body).keys()].filter((name) => settable.has(name))
  const isAll = [...requiredOf(document, body)].every((name) => settable.has(name))
  return names.length > 0 && isAll ? { names, within: inner?.size ? within : undefined } : undefined
}

/** The name of the action that an action without content takes back: `attach` of `detach`. */
export const settingUndoneBy = (action: Operation): string | undefined =>
  undone.get(actionWords(action).join(' '))
