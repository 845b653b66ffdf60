import { mayChangeCase } from '../../spec/inference/constraints/letter-case.ts'
import { pathParametersIn } from '../../spec/inference/paths/item-path.ts'
import { isHiddenInLists } from '../../spec/inference/records/described-writes.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import { isSecretName } from '../access/secret-names.ts'
import { differences, isAuditValue, isRecased } from '../answers/compare.ts'
import { operationsFor, recordProperties, sentSchema, type Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { ListedRecord, ReadResult } from './read-record.ts'
import { isPossible, readable } from './readable.ts'
import { shownPart, withoutUnshown } from './shown-parts.ts'

/** Whether the record has the values sent, as far as they can be compared. */
export function isAsSent(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  record: JsonObject | undefined,
): boolean {
  if (record === undefined) return false
  const found = differences(sent, record, readable(api, resource))
  if (found.length === 0) return true
  const due = comparable(api, resource, sent, record)
  return found.every(({ property }) => !Object.hasOwn(due, property))
}

/** The values sent that the list must show: it may show fewer properties than the record, and less detail. */
export function dueInList(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  { as, item }: Pick<ListedRecord, 'as' | 'item'>,
): JsonObject {
  const properties = recordProperties(api, resource)
  const shown = Object.entries(sent).filter(([name]) => {
    const node = properties.get(name)
    return node === undefined || !isHiddenInLists(api.document, node)
  })
  return comparable(api, as, comparable(api, resource, Object.fromEntries(shown), item), item)
}

/** What a subsequent read shows of what was sent. */
export interface ReadBackEvidence {
  /** What was sent. */
  readonly sent: JsonObject
  /** Status of the read after the creation. */
  readonly status: number
  /** The record in the response; undefined when there is none. */
  readonly record: JsonObject | undefined
  /** Whether the record has that property according to the document. */
  readonly isDeclared: (property: string) => boolean
}

/** The evidence of what a subsequent read shows of the values sent. */
export function readBack(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  { answer, record, as = resource }: ReadResult,
): ReadBackEvidence {
  return {
    sent:
      as === resource
        ? comparable(api, resource, sent, record)
        : dueInList(api, resource, sent, { as, item: record }),
    status: answer.status,
    record,
    isDeclared: readable(api, as),
  }
}

/**
 * Whether a value is not in its place, but in an object within the record: `{"meta": {"note": …}}`. A text may also be found there
 * while its place holds something else, such as the id of the image of a container that was created by the image's name.
 */
const isShownWithin = (
  api: Api,
  resource: Resource,
  record: JsonObject,
  name: string,
  value: Json,
): boolean =>
  (record[name] === undefined || (typeof value === 'string' && isFreeText(api, resource, name))) &&
  Object.values(record).some(
    (part) =>
      isJsonObject(part) && Object.hasOwn(part, name) && differences({ [name]: value }, part).length === 0,
  )

function isFreeText(api: Api, resource: Resource, name: string): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && enumValues(api.document, node).length === 0
}

/** Whether a property that was not sent has a default value. */
function hasDefault(api: Api, resource: Resource, name: string): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && keywordsOf(api, node).has('default')
}

/**
 * The values sent that can be read back unchanged. Left out are those that differ in the record read and are not valid in
 * its schema, such as the name of a location if the record shows the whole location.
 */
function comparable(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  record: JsonObject | undefined,
): JsonObject {
  if (record === undefined) return sent
  if (api.supposed.has(resource.name)) return alike(sent, record)
  const different = new Set(differences(sent, record).map(({ property }) => property))
  if (different.size === 0) return sent
  const required = requiredOf(api.document, resource.record)
  const isWholePossible = api.validator.of(resource.record, 'response').accepts({ ...record, ...sent })
  // A value in the response that violates the schema has been reported there.
  const isTold = (name: string): boolean =>
    record[name] !== undefined && record[name] !== null && !isPossible(api, resource, name, record[name])
  const isCaseFree = (name: string, value: Json): boolean =>
    isRecased(value, record[name]) && mayReadInOtherCase(api, resource, name)
  const isOwnPath = (value: Json | undefined): boolean =>
    typeof value === 'string' && pathParametersIn(value, resource.itemPath) !== undefined
  const isComparable = (name: string, value: Json): boolean =>
    !isShownWithin(api, resource, record, name, value) &&
    !isAuditValue(name, record[name]) &&
    !isOwnPath(record[name]) &&
    !isCaseFree(name, value) &&
    // Null removes a property, so its schema does not matter, unless the property is required or has a default.
    ((value === null && !required.has(name) && !hasDefault(api, resource, name)) ||
      (!isTold(name) && (isWholePossible || isPossible(api, resource, name, value))))
  const due = (name: string, value: Json): Json | undefined => {
    if (!different.has(name)) return value
    const node = recordProperties(api, resource).get(name)
    if (isComparable(name, value)) return node ? withoutUnshown(api, node, value, record[name]) : value
    return node && !isTold(name) ? shownPart(api, node, value, record[name]) : undefined
  }
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const part = due(name, value)
      return part === undefined ? [] : [[name, part]]
    }),
  )
}

/** Whether the document says that the property is stored in lower case, or compared without regard to case. */
function mayReadInOtherCase(api: Api, resource: Resource, name: string): boolean {
  const shown = recordProperties(api, resource).get(name)
  return (['create', 'replace', 'update'] as const)
    .flatMap((role) => operationsFor(api, resource, role))
    .some((write) => {
      const schema = sentSchema(api, write)
      const sent = schema && possiblePropertiesOf(api.document, schema).get(name)
      return [shown, sent].some(
        (node) => node !== undefined && mayChangeCase(api.document, write.operation, name, node),
      )
    })
}

/**
 * The comparable values of a record without a declared schema: plain values for which the record has one of the same type.
 * Empty if the record has less than half of the properties sent: it is something else, such as an envelope.
 */
function alike(sent: JsonObject, record: JsonObject): JsonObject {
  const names = Object.keys(sent)
  if (names.filter((name) => Object.hasOwn(record, name)).length < names.length / 2) return {}
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) =>
        typeof value !== 'object' && typeof value === typeof record[name] && !isSecretName(name),
    ),
  )
}
