import { instantOf, stateOf } from '../../spec/inference/outcome.ts'
import { valuesIn } from '../../spec/refs.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { notesChanges, recordTypeOf, type Property } from './record-type.ts'

/**
 * A made-up record that tells when it came into the state it is in, and not when into one it has yet to come into: `shippedAt`
 * of an order that is pending.
 */
export function inState(options: CrudOptions, { record: node }: Resource, record: JsonObject): JsonObject {
  const { document, validator } = options
  const properties = [...recordTypeOf(document, node).properties.values()]
  const instants = properties.filter(({ isInstant }) => isInstant)
  const latest = instants.map((each) => (notesChanges(each) ? record[each.name] : undefined)).findLast(isText)
  const { accepts } = validator.of(node, 'response')
  let told = record
  for (const { name } of instants) {
    const reached = hasReached(options, properties, record, instantOf(name))
    const { [name]: value, ...others } = told
    if (reached === undefined || (reached && isText(value) && value <= (latest ?? value))) continue
    const without = isText(value) ? [{ ...told, [name]: null }, others] : []
    told = (reached ? [{ ...told, [name]: latest ?? null }] : without).find(accepts) ?? told
  }
  return told
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

/** Whether the record is in that state, or has not come to it; undefined where nothing tells. */
function hasReached(
  { document }: CrudOptions,
  properties: readonly Property[],
  record: JsonObject,
  state: string | undefined,
): boolean | undefined {
  if (state === undefined) return undefined
  for (const { name, node } of properties) {
    const value = record[name]
    if (typeof value === 'boolean' && stateOf(name, true) === state) return value
    const values: readonly Json[] = valuesIn(document, node)
    const [at, own] = [
      values.findIndex((each) => stateOf(name, each) === state),
      values.indexOf(value ?? null),
    ]
    // States are mostly listed in the order they come in.
    if (at >= 0 && own >= 0 && own <= at) return own === at
  }
  return undefined
}
