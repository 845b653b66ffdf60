import type { Document, Operation } from '../../document.ts'
import type { Json } from '../../json.ts'
import type { Resource } from '../../resources.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { choosesAll } from '../lists/filters.ts'
import { isStateName } from './words/state-properties.ts'

/**
 * The values of states that records show as plain texts, where a list can be asked for them: `state` is `open` or `closed`, as
 * `?state=` has these values, and `all`.
 */
export function askedStates(
  document: Document,
  { record, operations }: Pick<Resource, 'record' | 'operations'>,
  byId: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, readonly Json[]> {
  const texts = [...possiblePropertiesOf(document, record)].filter(
    ([name, node]) =>
      isStateName(name) && typesOf(document, node).has('string') && enumValues(document, node).length === 0,
  )
  if (texts.length === 0) return new Map()
  const parameters = operations.flatMap(({ role, operationId }) =>
    role === 'list' ? (byId.get(operationId)?.parameters ?? []) : [],
  )
  return new Map(
    texts.flatMap(([name]) => {
      const asked = parameters.find((each) => each.in === 'query' && each.name === name)?.schema
      const values = asked
        ? enumValues(document, itemOf(document, asked)).filter((value) => !choosesAll(value))
        : []
      return values.length > 1 ? [[name, values] as const] : []
    }),
  )
}
