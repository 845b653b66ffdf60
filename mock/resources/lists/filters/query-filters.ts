import type { Operation } from '../../../../spec/document.ts'
import { choicesOf } from '../../../../spec/inference/lists/choices.ts'
import { conditionsOf } from '../../../../spec/inference/lists/conditions.ts'
import { includedStatesOf, statesShownByDefault } from '../../../../spec/inference/lists/included-states.ts'
import {
  stateAtPath,
  childrenLeftOut,
  statesLeftOut,
  statesLeftOutByDefault,
} from '../../../../spec/inference/lists/left-out.ts'
import { looseConditionsOf } from '../../../../spec/inference/lists/loose-conditions.ts'
import { switchesOf } from '../../../../spec/inference/lists/switches.ts'
import { textSearchesOf } from '../../../../spec/inference/lists/text-search.ts'
import type { NamedState } from '../../../../spec/inference/states/words/named-states.ts'
import { memberNamed } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { Endpoint } from '../../endpoint.ts'
import { choiceFilter, conditionFilter, looseFilter, switchFilter } from './condition-filter.ts'
import { filterLanguagesOf } from './filter-languages.ts'
import { namedFilter, namedFiltersOf } from './named-filters.ts'
import type { QueryFilter, RecordFilter } from './record-filter.ts'
import { searchFilter } from './search-filter.ts'

/** The ways in which a list is narrowed besides equality with one property: by its parameters, and by what it never shows. */
export function queryFiltersOf(endpoint: Endpoint): readonly QueryFilter[] {
  return [
    ...byProperties(endpoint),
    ...filterLanguagesOf(endpoint).map(({ filter }) => filter),
    ...byStates(endpoint),
  ]
}

/** Filters by the values of properties: `priceMin`, `q`, `state=all`. */
function byProperties({ declared, resource, options: { document } }: Endpoint): readonly QueryFilter[] {
  const properties = possiblePropertiesOf(document, resource.record)
  const conditions = conditionsOf(document, declared, resource)
  const loose = looseConditionsOf(document, declared, resource)
  const taken = new Set([
    ...[...conditions, ...loose].map(({ parameter }) => parameter.name),
    ...resource.filters.map(({ parameter }) => parameter),
  ])
  return [
    ...conditions.map(
      (each): QueryFilter =>
        (query) =>
          conditionFilter(each, query),
    ),
    ...loose.map(
      (each): QueryFilter =>
        (query) =>
          looseFilter(each, query),
    ),
    ...namedFiltersOf(document, declared, resource, taken).map(
      (each): QueryFilter =>
        (query) =>
          namedFilter(each, query),
    ),
    ...choicesOf(document, declared, properties, resource.filters).map(
      (each): QueryFilter =>
        (query) =>
          choiceFilter(each, query),
    ),
    ...textSearchesOf(document, declared, resource).map(
      (each): QueryFilter =>
        (query) =>
          searchFilter(each, query, properties),
    ),
    ...switchesOf(document, declared, resource).map(
      (each): QueryFilter =>
        (query) =>
          switchFilter(each, query),
    ),
  ]
}

/** Filters by the states of records: those that the list shows alone, never, or only if it is asked for them. */
function byStates(endpoint: Endpoint): readonly QueryFilter[] {
  const {
    declared,
    resource,
    options: { document },
  } = endpoint
  const only = stateAtPath(document, declared, resource)
  const leftOut = statesLeftOut(document, declared, resource.record)
  const parent = childrenLeftOut(endpoint.options, declared, resource)
  return [
    ...(parent === undefined ? [] : [(): RecordFilter => (record) => (record[parent] ?? null) === null]),
    ...leftOut.map((each): QueryFilter => {
      const isShown = without(each)
      return () => isShown
    }),
    ...statesLeftOutByDefault(document, declared, resource.record).map(
      (each): QueryFilter =>
        (query) =>
          memberNamed(query, each.parameter.name) === undefined ? without(each) : undefined,
    ),
    ...includedStatesOf(document, declared, resource.record, actionsOf(endpoint)).map(
      ({ parameter, property, state: value }): QueryFilter =>
        (query) =>
          memberNamed(query, parameter.name) === true ? undefined : without({ property, value }),
    ),
    ...statesShownByDefault(document, declared, resource.record).map(
      ({ parameter, ...each }): QueryFilter =>
        (query) =>
          memberNamed(query, parameter.name) === false ? without(each) : undefined,
    ),
    ...(only ? [(): RecordFilter => (record) => record[only.property] === only.value] : []),
  ]
}

const without =
  ({ property, value }: Pick<NamedState, 'property' | 'value'>): RecordFilter =>
  (record) =>
    record[property] !== value

function actionsOf({ resource, options: { byId } }: Endpoint): readonly Operation[] {
  return resource.operations.flatMap(({ role, operationId }) =>
    role === 'action' ? (byId.get(operationId) ?? []) : [],
  )
}
