import type { Operation } from '../../../../spec/document.ts'
import {
  levelEffects,
  levelsOf,
  levelTallies,
  numbersOf,
  type Level,
  type LevelEffect,
  type LevelTally,
} from '../../../../spec/inference/numbers/levels.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { amountIn } from '../../../../spec/util/amount.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import type { MaybePromise } from '../../../maybe-promise.ts'
import type { Transaction } from '../../../store/store.ts'
import { changeRecord } from '../../changes/change-record.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import { newId } from '../../identity/new-id.ts'
import type { CrudOptions } from '../../options.ts'

/** A level that records of a resource count in, or that an operation on them changes. */
export interface ChangedLevel extends Level {
  readonly tallies: readonly LevelTally[]
  readonly effects: readonly LevelEffect[]
}

/** A change of a record; `before` is undefined if it was created, `record` if it was deleted. */
interface Change {
  readonly before: JsonObject | undefined
  readonly record: JsonObject | undefined
}

/** The levels that an operation changes. */
export const changedLevels = ({ options, resource, declared }: Endpoint): readonly ChangedLevel[] =>
  levelsByOperation(options)(resource)(declared)

const levelsByOperation = perObject(({ document, model }: CrudOptions) =>
  perObject((resource: Resource) =>
    perObject((declared: Operation): readonly ChangedLevel[] => {
      // What an operation does to records of another resource is not what its text says of its own.
      const role = resource.operations.find(({ operationId }) => operationId === declared.id)?.role
      return levelsOf(document, model, resource).flatMap((level): readonly ChangedLevel[] => {
        const tallies = levelTallies(document, level, resource)
        const effects =
          role === 'create' || role === 'action' ? levelEffects(document, level, resource, declared) : []
        return tallies.length + effects.length > 0 ? [{ ...level, tallies, effects }] : []
      })
    }),
  ),
)

/** The level that a record is about; undefined if there is none yet, or if the record does not say which. */
export async function levelFor(
  { resource, keys }: Pick<Level, 'resource' | 'keys'>,
  store: Transaction,
  record: JsonObject,
): Promise<JsonObject | undefined> {
  const where = keys.flatMap(({ reference, property }) => {
    const id = idOf(record[property])
    return id === undefined ? [] : [{ property: reference.property, values: [id] }]
  })
  if (where.length < keys.length) return undefined
  return (await store.collection(resource.name).list({ where, limit: 1 })).items[0]
}

/** The numbers of a level after a change of a record that it depends on. */
export function numbersAfter(
  { tallies, effects, amount }: ChangedLevel,
  level: JsonObject | undefined,
  { before, record }: Change,
): JsonObject {
  const held = (each: JsonObject | undefined, { state }: LevelTally): number =>
    each && (state === undefined || each[state.property] === state.value) ? (amountIn(each[amount]) ?? 0) : 0
  const moved = tallies.map((tally) => [tally.property, held(record, tally) - held(before, tally)] as const)
  const changed = effects.map(
    ({ property, signOf }) =>
      [property, record ? (signOf(record) ?? 0) * (amountIn(record[amount]) ?? 0) : 0] as const,
  )
  return Object.fromEntries(
    [...moved, ...changed].flatMap(([property, by]) =>
      by === 0 ? [] : [[property, (amountIn(level?.[property]) ?? 0) + by]],
    ),
  )
}

/** Called for a level that has changed. */
type OnUpdate = (level: Resource, before: JsonObject, record: JsonObject) => MaybePromise<unknown>

/** Updates the levels that a changed record counts in, or that the operation changes. */
export async function updateLevels(
  endpoint: Endpoint,
  context: RequestContext,
  change: Change,
  onUpdate: OnUpdate,
): Promise<void> {
  for (const changed of changedLevels(endpoint)) {
    const about = change.record ?? change.before ?? {}
    await changeLevel(endpoint, context, { level: changed, about, onUpdate }, (level) =>
      numbersAfter(changed, level, change),
    )
  }
}

/** Which level changes, and the record that says so. */
interface LevelOf {
  readonly level: Pick<Level, 'resource' | 'keys'>
  readonly about: JsonObject
  readonly onUpdate: OnUpdate
}

/** Changes numbers of the level that a record is about. If it is not there yet, it is created. */
export async function changeLevel(
  { options }: Endpoint,
  context: RequestContext,
  { level: { resource, keys }, about, onUpdate }: LevelOf,
  numbersOf: (level: JsonObject | undefined) => JsonObject,
): Promise<void> {
  const { store } = context
  const known = await levelFor({ resource, keys }, store, about)
  const numbers = numbersOf(known)
  const identity = keys.flatMap(({ reference, property }) => {
    const id = idOf(about[property])
    return id === undefined ? [] : [[reference.property, id] as const]
  })
  if (Object.keys(numbers).length === 0 || identity.length < keys.length) return
  const id =
    idOf(known?.[resource.idProperty ?? '']) ??
    (await newId(options, resource, store.collection(resource.name), []))
  const other = { resource, scope: [], id, before: known }
  const empty = { ...zeros({ options }, resource), ...Object.fromEntries(identity) }
  const before = known ?? (await changeRecord(options, context, other, empty))
  const next = before && (await changeRecord(options, context, { ...other, before }, numbers))
  if (before && next) await onUpdate(resource, before, next)
}

/** All numbers of a level of which there is nothing yet. */
export const zeros = ({ options: { document } }: Pick<Endpoint, 'options'>, level: Resource): JsonObject =>
  Object.fromEntries(numbersOf(document, level).map((name) => [name, 0]))
