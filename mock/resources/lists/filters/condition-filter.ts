import { asksForId, type Condition } from '../../../../spec/inference/lists/conditions.ts'
import { choosesAll } from '../../../../spec/inference/lists/filters.ts'
import type { LooseCondition } from '../../../../spec/inference/lists/loose-conditions.ts'
import { compareOrdered, satisfiesOperator } from '../../../../spec/inference/lists/matching.ts'
import { isSelectedBy, type Switch } from '../../../../spec/inference/lists/switches.ts'
import {
  equalJson,
  isArray,
  isJsonObject,
  memberNamed,
  type Json,
  type JsonObject,
} from '../../../../spec/json.ts'
import type { Filter } from '../../../../spec/resources.ts'
import { separated } from '../../../../spec/util/separated.ts'
import { idOf } from '../../identity/identity.ts'
import { refersTo } from '../../relations/refers-to.ts'
import { isEmptyList } from '../paging/page-query.ts'
import type { RecordFilter } from './record-filter.ts'

/** The filter for a condition, with the value it has in a query; undefined if the query does not contain it. */
export function conditionFilter(condition: Condition, query: JsonObject): RecordFilter | undefined {
  const value = valueOf(condition, query)
  if (value === undefined || value === null || isEmptyList(value)) return undefined
  return (item) => isMet(condition, item, value)
}

/** The filter for a {@link LooseCondition}, with the value it has in a query; undefined if the query does not contain it. */
export function looseFilter(condition: LooseCondition, query: JsonObject): RecordFilter | undefined {
  const value = memberNamed(query, condition.parameter.name)
  if (value === undefined || value === null) return undefined
  return (item) =>
    condition.paths.some((path) => {
      const own = path.reduce<Json | undefined>((whole, name) => memberNamed(whole, name), item)
      return own !== undefined && own !== null && isLooselyMet(condition, own, value)
    })
}

function isLooselyMet(condition: LooseCondition, own: Json, value: Json): boolean {
  const { kind, edge, isByDay, ignoresCase } = condition
  const shown = isByDay === true ? dayOf(own) : own
  // A text that may be a number as well is compared with one.
  if (kind === 'same' && typeof shown === 'number' && typeof value === 'string')
    return String(shown) === value
  if (kind === 'same')
    return ignoresCase === true ? equalJson(lower(shown), lower(value)) : equalJson(shown, value)
  const order = compareOrdered(shown, value)
  return order === 0 ? edge !== 'out' : order !== undefined && order > 0 === (kind === 'least')
}

const lower = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value)

/** The day of a time in UTC; any other value as it is. */
export function dayOf(time: Json): Json {
  const instant = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return Number.isNaN(instant) ? time : new Date(instant).toISOString().slice(0, 10)
}

/** The filter for a choice among the values of a property, unless the query chooses all of them. */
export function choiceFilter({ parameter, property }: Filter, query: JsonObject): RecordFilter | undefined {
  const value = memberNamed(query, parameter)
  const values = [value ?? null].flat().filter((each) => each !== null)
  if (values.length === 0 || values.some(choosesAll)) return undefined
  return (item) => values.some((each) => equalJson(memberNamed(item, property) ?? null, each))
}

/** The filter for a switch, if the query turns it on or off. */
export function switchFilter(each: Switch, query: JsonObject): RecordFilter | undefined {
  const { parameter, property, isOneWay } = each
  const wanted = memberNamed(query, parameter.name)
  if (typeof wanted !== 'boolean' || (isOneWay && !wanted)) return undefined
  return (item) => isSelectedBy(each, memberNamed(item, property) ?? null) === wanted
}

function valueOf({ parameter, field }: Condition, query: JsonObject): Json | undefined {
  const value = memberNamed(query, parameter.name)
  return field === undefined ? value : memberNamed(value, field)
}

function isMet(condition: Condition, item: JsonObject, value: Json): boolean {
  const { kind, property } = condition
  const own = memberNamed(item, property)
  if (own === undefined) return false
  if (kind === 'reference') return [value].flat().some((wanted) => leadsTo(condition, own, wanted))
  if (kind === 'member') {
    const wanted = condition.of && typeof value === 'string' ? separated(value) : [value].flat()
    const isMember = (each: Json): boolean => isArray(own) && own.some((element) => equalJson(element, each))
    return condition.of === 'all' ? wanted.every(isMember) : wanted.some(isMember)
  }
  if (kind === 'part' || kind === 'unlike') return satisfiesOperator(condition, own, value) === true
  // A switch that is off filters nothing.
  if (condition.bound !== undefined && value !== true) return true
  const order = compareOrdered(own, condition.bound ?? value)
  if (order === undefined || order === 0) return order === 0 && condition.edge !== 'out'
  return order > 0 === (kind === 'least')
}

/** Whether a reference leads to the record with this id, or to one with this value in its embedded copy: `category=Boats`. */
function leadsTo(condition: Condition, own: Json, value: Json): boolean {
  if (refersTo(own, condition, idOf(value))) return true
  if (asksForId(condition)) return false
  return [own].flat().some((copy) => isJsonObject(copy) && Object.values(copy).includes(value))
}
