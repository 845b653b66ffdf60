import type { Document } from '../../spec/document.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../../spec/inference/records/timestamps.ts'
import { timestampedEvent, stateName } from '../../spec/inference/states/action-outcome.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { recordTypeOf, type Property } from './record-type.ts'

/**
 * A made-up record that tells when it came into the state it is in, and not when into one it has yet to come into: `shippedAt`
 * of an order that is pending.
 */
export function inState(
  { document, validator }: CrudOptions,
  resource: Resource,
  record: JsonObject,
): JsonObject {
  const { changes, arrivals } = timesOf(document, resource)
  const latest = changes.map((name) => record[name]).findLast(isText)
  const { accepts } = validator.of(resource.record, 'response')
  let told = record
  for (const { name, signs } of arrivals) {
    const reached = hasReached(signs, record)
    const { [name]: value, ...others } = told
    if (reached === undefined || (reached && isText(value) && value <= (latest ?? value))) continue
    const without = isText(value) ? [{ ...told, [name]: null }, others] : []
    told = (reached ? [{ ...told, [name]: latest ?? null }] : without).find(accepts) ?? told
  }
  return told
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

/** The properties of records that are instants. */
interface Times {
  /** Names of those that tell when a record was made or last changed. */
  readonly changes: readonly string[]
  /** Those that tell when it came into a state. */
  readonly arrivals: readonly { readonly name: string; readonly signs: readonly Sign[] }[]
}

/** A property that tells whether a record has come into a state. */
interface Sign {
  readonly name: string
  /** Where it is a flag, whether it stands for that state. */
  readonly isFlag: boolean
  /** The values it may have, and the index of the state among them. */
  readonly values: readonly Json[]
  readonly at: number
}

const known = new WeakMap<Resource, Times>()

function timesOf(document: Document, resource: Resource): Times {
  const found = known.get(resource) ?? readTimes(document, resource)
  known.set(resource, found)
  return found
}

function readTimes(document: Document, { record }: Resource): Times {
  const properties = [...recordTypeOf(document, record).properties.values()]
  const instants = properties.filter(({ isInstant }) => isInstant)
  return {
    changes: instants
      .map(({ name }) => name)
      .filter((name) => isCreationTimestamp(name) || isChangeTimestamp(name)),
    arrivals: instants.flatMap(({ name }) => {
      const state = timestampedEvent(name)
      const signs = state === undefined ? [] : signsOf(document, properties, state)
      return signs.length === 0 ? [] : [{ name, signs }]
    }),
  }
}

function signsOf(document: Document, properties: readonly Property[], state: string): readonly Sign[] {
  return properties.flatMap(({ name, node }) => {
    const values = enumValues(document, node)
    const at = values.findIndex((each) => stateName(name, each) === state)
    const isFlag = stateName(name, true) === state
    return isFlag || at >= 0 ? [{ name, isFlag, values, at }] : []
  })
}

/** Whether the record is in the state, or has not come to it; undefined where nothing tells. */
function hasReached(signs: readonly Sign[], record: JsonObject): boolean | undefined {
  for (const { name, isFlag, values, at } of signs) {
    const value = record[name]
    if (isFlag && typeof value === 'boolean') return value
    const own = values.indexOf(value ?? null)
    // States are mostly listed in the order they come in.
    if (own >= 0 && own <= at) return own === at
  }
  return undefined
}
