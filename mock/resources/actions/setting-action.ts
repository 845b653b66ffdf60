import type { Document, Operation } from '../../../spec/document.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { actionWords } from '../../../spec/inference/states/action-outcome.ts'
import { isStateName } from '../../../spec/inference/states/words/state-properties.ts'
import { setsValues, undoneBy } from '../../../spec/inference/states/words/verb-forms.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { nothingRemoved } from '../roles/save.ts'

/** What an action sets: properties of the record, or those of the object in one of them. */
interface SettingAction {
  readonly names: readonly string[]
  /** The property with the object: `protection` of `change-protection`, `address` of `PUT /users/{id}/address`. */
  readonly within: string | undefined
  /** Whether the object is replaced. */
  readonly isWhole: boolean
  /** Whether it clears what another one sets. */
  readonly clears: boolean
}

/** What an action sets by its name, or its method, and its body: the `size` of `resize`. Undefined if it requires anything else. */
function settingAction(
  document: Document,
  { record, references }: Resource,
  action: Operation,
): Omit<SettingAction, 'clears'> | undefined {
  const words = actionWords(action)
  const body = requestSchema(action)
  if (!body) return undefined
  const required = [...requiredOf(document, body)]
  const isNamed = setsValues(words)
  const sets = isNamed || /^P(?:UT|ATCH)$/.test(action.method)
  // Whatever it is called, an action that has to be sent a state brings the record there: `move` with a `stage`.
  if (!sets && !required.some(isStateName)) return undefined
  const known = possiblePropertiesOf(document, record)
  const [within, node] =
    [...known].find(([name]) => wordsOf(name).join(' ') === words.slice(isNamed ? 1 : 0).join(' ')) ?? []
  const inner = node && possiblePropertiesOf(document, node)
  const settable = inner?.size ? inner : known
  // The `driverId` of a vehicle that shows its `driver`.
  const shown = (name: string): string => {
    const target = references.find((each) => each.property === name)?.resource
    return (
      references.find((each) => each.resource === target && settable.has(each.property))?.property ?? name
    )
  }
  const meant = (name: string): string => (settable.has(name) ? name : shown(name))
  const names = [...possiblePropertiesOf(document, body).keys()]
    .map(meant)
    .filter((name) => settable.has(name) && (sets || isStateName(name)))
  const isAll = !sets || required.every((name) => settable.has(meant(name)))
  const isWhole = action.method === 'PUT' && !isNamed
  return names.length > 0 && isAll ? { names, within: inner?.size ? within : undefined, isWhole } : undefined
}

/** What an action sets, or clears if it undoes another one; worked out once. */
const settingOf = perObject(
  ({ resource, declared, options: { document, byId } }: Endpoint): SettingAction | undefined => {
    const undone = new Set(undoneBy(actionWords(declared)).map((words) => words.join(' ')))
    const taken = resource.operations
      .flatMap(({ role, operationId }) => (role === 'action' ? (byId.get(operationId) ?? []) : []))
      .find((each) => undone.has(actionWords(each).join(' ')))
    const action = settingAction(document, resource, taken ?? declared)
    return action && { ...action, clears: taken !== undefined }
  },
)

/** The properties that an action such as `unassign` removes, as they cannot be null; worked out once. */
export const propertiesRemoved: (endpoint: Endpoint) => ReadonlySet<string> = perObject((endpoint) => {
  const { names, within, clears } = settingOf(endpoint) ?? { names: [] }
  if (!clears || within !== undefined) return nothingRemoved
  const { document, validator } = endpoint.options
  const { record } = endpoint.resource
  const [properties, required] = [possiblePropertiesOf(document, record), requiredOf(document, record)]
  const mayBeNull = (name: string): boolean => {
    const node = properties.get(name)
    return node !== undefined && validator.of(node, 'response').accepts(null)
  }
  return new Set(names.filter((name) => !required.has(name) && !mayBeNull(name)))
})

/** What an action such as `resize` or `change-protection` sets, and what `detach` clears, if the record may have it. */
export function valuesSent(endpoint: Endpoint, request: RequestValues, before: JsonObject): JsonObject {
  const { resource, operation, options } = endpoint
  const { document, validator } = options
  const action = settingOf(endpoint)
  if (!action) return {}
  const { names, within, isWhole, clears } = action
  const sent = sentRecord(operation, request) ?? {}
  const given = names.flatMap((name): (readonly [string, Json])[] => {
    const value = clears ? null : sent[name]
    return value === undefined ? [] : [[name, value]]
  })
  const whole = within === undefined ? undefined : before[within]
  const inner = { ...(isJsonObject(whole) && !isWhole && whole), ...Object.fromEntries(given) }
  const values: JsonObject = within === undefined ? Object.fromEntries(given) : { [within]: inner }
  const properties = possiblePropertiesOf(document, resource.record)
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const node = properties.get(name)
      return node !== undefined && validator.of(node, 'response').accepts(value)
    }),
  )
}
