import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import {
  actionName,
  actionWords,
  stateChangesOf,
  type StateChange,
} from '../../../spec/inference/states/action-outcome.ts'
import { actingVerbs } from '../../../spec/inference/states/words/acting-verbs.ts'
import { isStateName } from '../../../spec/inference/states/words/state-properties.ts'
import { pastForms, undoneBy } from '../../../spec/inference/states/words/verb-forms.ts'
import { isArray, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import { endsInParameter, lastPart } from '../../../spec/routing/path-template.ts'
import { numericProperties, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'
import { idOf, sentRecord } from '../identity/identity.ts'
import { isSettable } from '../records/settable.ts'
import { finishedProgress, isFinished } from '../values/progress.ts'
import { outcomeObject } from './outcome-object.ts'
import { propertyMeant } from './property-meant.ts'
import { valuesSetBy } from './state-transition.ts'

/**
 * The properties that an action sets: the state that its name implies (`POST /orders/{id}/cancel` sets `status` to `cancelled`),
 * times that its description names, null for what it clears, enums, booleans and references in its body (`columnId` of `move`), and texts in its
 * body that clients cannot set otherwise (`trackingNumber` of `ship`). Other texts may be those of something new, such as the name of a copy.
 */
export function actionEffect(endpoint: Endpoint, request: RequestValues, now: Date): JsonObject {
  const { resource, operation, declared, options } = endpoint
  const { document } = options
  const implied = impliedChanges(endpoint).map(
    ({ property, value = now.toISOString() }) => [property, value] as const,
  )
  const done = implied.some(([, value]) => isFinished(value))
    ? finishedProgress(document, resource.record)
    : []
  const properties = possiblePropertiesOf(document, resource.record)
  const withoutActions = {
    ...resource,
    operations: resource.operations.filter(({ role }) => role !== 'action'),
  }
  // `POST /pets/{id}?name=Rex` at the path of the record is a change like any other.
  const isUpdate = endsInParameter(declared.path)
  // `PATCH /rooms/{id}/status?status=CLOSED`
  const body = sentRecord(operation, request) ?? (declared.requestBody ? {} : request.query)
  const sent = Object.entries(body).flatMap(([given, value]) => {
    const name = propertyMeant(given, declared, properties)
    const node = properties.get(name)
    if (node === undefined) return []
    const values = enumValues(document, node)
    // `PUT /enrolments/{id}/progress` sets a number, `POST /accounts/{id}/deposit` may add it to another.
    const isPlain =
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      // What a record may lack is not added to: the `endOdometer` of a trip that is finished.
      (typeof value === 'number' &&
        (declared.method !== 'POST' || (name === given && typesOf(document, node).has('null'))))
    // The answers of an attempt are those that it is submitted with; what is added to a list is not the whole list.
    const isList =
      isArray(value) && typesOf(document, node).has('array') && !adds.test(lastPart(declared.path))
    const isReference = resource.references.some((each) => each.property === name && !each.idProperty)
    const isShown = resource.references.some((each) => each.property === name && each.idProperty)
    if (isShown && idOf(value) !== undefined) return []
    const isSet =
      values.length > 0
        ? values.includes(value)
        : (isReference && idOf(value) !== undefined) ||
          ((isPlain || isList) &&
            name !== resource.idProperty &&
            (isUpdate || !isSettable(options, withoutActions, name)))
    return isSet ? [[name, value] as const] : []
  })
  return {
    ...valuesSetBy(endpoint, () => now),
    ...outcomeObject(endpoint, body, now),
    ...Object.fromEntries([...done, ...implied, ...sent]),
  }
}

/** Names of actions that change a list by some of its items. */
const adds =
  /(?:^|[-_:])(?:add|append|attach|assign|insert|invite|merge|push|link|tag|remove|detach|delete|unassign|unlink|untag|pop|bulk|batch)/i

/** What the name of an action implies, and if that is no state, the verbs of its description: "Executes a transfer" that is approved. */
const impliedChanges = perObject(({ resource, declared, options }: Endpoint): readonly StateChange[] => {
  const byName = [
    ...stateChangesOf(options.document, resource.record, actionName(declared)),
    ...readCounts(options.document, resource.record, declared),
  ]
  if (byName.some(({ value }) => value !== undefined)) return byName
  const byVerb = actingVerbs(declared)
    .map((verb) => stateChangesOf(options.document, resource.record, verb))
    .find((changes) => changes.length > 0)
  return byVerb
    ? [...byName, ...byVerb]
    : [...byName, ...resumedState(options.document, resource.record, declared)]
})

/** What is read has nothing unread left: the `unreadCount` of a conversation. */
function readCounts(document: Document, record: SchemaNode, action: Operation): readonly StateChange[] {
  const verb = actionWords(action)
  if (!pastForms(verb.filter((word) => word !== 'all')).has('read')) return []
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    /^unread\b/.test(wordsOf(property).join(' ')) && typesOf(document, node).has('integer')
      ? [{ property, value: 0 }]
      : [],
  )
}

/** The states of what goes on again after it was interrupted. */
const resumed = ['active', 'running', 'in progress', 'live', 'open', 'enabled']

/**
 * The state that an action such as `resume` or `enable` leads back to, where there is more than one beside that which it ends: one of what
 * goes on, else the first one.
 */
function resumedState(document: Document, record: SchemaNode, action: Operation): readonly StateChange[] {
  const verb = actionWords(action)
  const ended = undoneBy(verb).flatMap((words) => [...pastForms(words)])
  if (ended.length === 0) return []
  // What may be used again is not in use yet.
  const states = verb[0] === 'enable' ? ['idle', ...resumed] : resumed
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    if (!isStateName(property)) return []
    const values = enumValues(document, node).filter((each) => typeof each === 'string')
    const others = values.filter((each) => !ended.includes(wordsOf(each).join('')))
    const [going] = states.flatMap((state) => others.filter((each) => wordsOf(each).join(' ') === state))
    const value = going ?? (others.length < values.length ? others[0] : undefined)
    return value === undefined ? [] : [{ property, value }]
  })
}

/** The ids or names in the body of an action of records that its own shows: `driverId` for the `driver` of a vehicle, or `driver`. */
export function shownBySent({ resource, operation, options }: Endpoint, request: RequestValues): JsonObject {
  const properties = possiblePropertiesOf(options.document, resource.record)
  return Object.fromEntries(
    Object.entries(sentRecord(operation, request) ?? {}).filter(
      ([name, value]) =>
        idOf(value) !== undefined &&
        resource.references.some(
          ({ property, idProperty }) =>
            property === name && (idProperty === undefined) !== properties.has(name),
        ),
    ),
  )
}

/** A number in the body of an action that is added to one of the record, or taken from it. */
interface Addition {
  readonly words: string
  readonly property: string
  readonly sign: 1 | -1
}

const adding =
  / (?<verb>add|subtract|deduct|take) (?:the )?(?<words>\w+(?: \w+)*?) (?:which may be negative )?(?:to|from) (?:the|it|its) (?<number>\w+(?: \w+)?) /

/** What an action adds according to its description: "Adds `delta`, which may be negative, to the quantity". */
const additionsOf = perObject(({ resource, declared, options }: Endpoint): readonly Addition[] => {
  const numbers = numericProperties(options.document, resource.record)
  return sentencesOf(declared).flatMap((sentence): readonly Addition[] => {
    const { verb, words = '', number = '' } = adding.exec(sentence)?.groups ?? {}
    const property = numbers.find((each) => [number, number.split(' ')[0]].includes(singularWordsOf(each)))
    return property === undefined ? [] : [{ words, property, sign: verb === 'add' ? 1 : -1 }]
  })
})

/** The numbers that an action changes by those in its body. */
export function addedAmount(endpoint: Endpoint, request: RequestValues, before: JsonObject): JsonObject {
  const sent = Object.entries(sentRecord(endpoint.operation, request) ?? {})
  return Object.fromEntries(
    additionsOf(endpoint).flatMap(({ words, property, sign }) => {
      const [, amount] = sent.find(([name]) => singularWordsOf(name) === words) ?? []
      const current = before[property]
      return typeof amount === 'number' && typeof current === 'number'
        ? [[property, current + sign * amount] as const]
        : []
    }),
  )
}
