import { afterRoundTrip } from '../requests/round-trip.ts'
import { withoutWriteOnly } from '../../spec/schemas/write-only.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../../spec/inference/records/timestamps.ts'
import type { SchemaNode } from '../../spec/document.ts'
import { pathParametersIn } from '../../spec/inference/paths/item-path.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../spec/inference/references/names.ts'
import { nestRecord, flattenRecord } from '../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { isFormType } from '../../spec/http/media-type.ts'
import { itemOf, possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import {
  bodySchema,
  operationFor,
  operationsFor,
  recordProperties,
  referredBy,
  writableProperties,
  type Api,
  sentSchema,
} from '../api/api.ts'
import type { ReadBackEvidence } from '../checks/created-readable.ts'
import type { Draft } from '../interaction.ts'
import { isSecretName } from '../findings/redact.ts'
import { keywordsOf } from '../api/keywords.ts'
import { differences, isRecased, isTimestamp } from './compare.ts'
import { mayChangeCase } from '../../spec/inference/records/letter-case.ts'
import { isChosenByClient } from './identity.ts'
import { versionIn } from '../requests/current-version.ts'
import { statesOf } from '../api/state-values.ts'
import type { ListedRecord, ReadResult } from './read-record.ts'

/** The record in a request's body; empty if there is none. */
function saidOf({ requestPath }: ResourceOperation, { body }: Draft): JsonObject {
  const record =
    body?.kind === 'value' ? memberAt(afterRoundTrip(body.mediaType, body.value), requestPath) : undefined
  return isJsonObject(record) ? record : {}
}

/** Whether a value is or contains an empty string. */
const isEmptyIn = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isEmptyIn) : value === ''

/** The properties of a record that a request sent and that the document lets clients write and read back. */
export function sentRecord(api: Api, resource: Resource, role: ResourceOperation, draft: Draft): JsonObject {
  const said = saidOf(role, draft)
  const schema = sentSchema(api, { role, operation: draft.operation })
  const named = schema ? possiblePropertiesOf(api.document, schema) : undefined
  // An example may show the whole record, including properties that clients do not send.
  const isNamed = (name: string): boolean => named === undefined || named.size === 0 || named.has(name)
  const sent = withoutWriteOnly(api.document, resource.record, withoutLinks(api, resource, said))
  const isReadable = readable(api, resource)
  const above = parametersAbove(role, draft)
  // A property that is also a path parameter, or names the record that one identifies, takes its value from the path.
  const isKept = (name: string): boolean =>
    name === resource.idProperty
      ? isChosenByClient(api, resource, { role, operation: draft.operation }, said[name] ?? null)
      : !Object.hasOwn(draft.path, name) && !above.has(normalizeName(referencedNoun(name) ?? name))
  const isForm = draft.body?.kind === 'value' && isFormType(draft.body.mediaType.type)
  // In a form only the empty string can stand for a missing value, and null cannot be expressed.
  const isUnset = (value: Json): boolean => isForm && (value === null || isEmptyIn(value))
  // Null for a property that is not nullable in the record asks for the server's default, or leaves it as it is; it removes the
  // property from a replaced record, and by a merge patch (RFC 7396).
  const isMerged = draft.body?.kind === 'value' && /merge-patch/i.test(draft.body.mediaType.type)
  const mayMeanNothing = role.role === 'create' || (draft.operation.method === 'PATCH' && !isMerged)
  const isDefault = (name: string, value: Json): boolean =>
    isUnspecified(value) || (value === null && mayMeanNothing && !isPossible(api, resource, name, value))
  // Where a format is asked for, such as that of a number, the empty string stands for a missing value.
  const isBlank = (name: string, value: Json): boolean => {
    const node = recordProperties(api, resource).get(name)
    return value === '' && node !== undefined && keywordsOf(api, node).has('format')
  }
  // A branch of the schema that does not name the property lets it have any value.
  const isStray = (name: string, value: Json): boolean => {
    const node = draft.operation.method === 'PATCH' ? undefined : named?.get(name)
    return value === null && node !== undefined && !api.validator.of(node, 'request').accepts(value)
  }
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) =>
        isReadable(name) &&
        isNamed(name) &&
        isKept(name) &&
        !isReadOnly(api, resource, role, draft, name) &&
        !isUnset(value) &&
        !isDefault(name, value) &&
        !isBlank(name, value) &&
        !isStray(name, value),
    ),
  )
}

/** The nouns of the path parameters that identify other records: `project` for `/projects/{projectId}/tasks`. */
function parametersAbove({ role }: ResourceOperation, { path }: Draft): ReadonlySet<string> {
  const names = Object.keys(path)
  const above = role === 'create' ? names : names.slice(0, -1)
  return new Set(above.map((name) => normalizeName(referencedNoun(name) ?? name)))
}

/** Whether a value stands for "not specified", as the first one of an enum does by convention (google.aip.dev/126). */
const isUnspecified = (value: Json): boolean => typeof value === 'string' && /(?:^|_)UNSPECIFIED$/.test(value)

/** Whether a property is an entity tag, which the server computes. */
const isTag = (name: string): boolean => /^_?e-?tag$/i.test(name)

/** Removes the links of relationships, which the server sets. */
function withoutLinks(api: Api, { name }: Resource, said: JsonObject): JsonObject {
  const nesting = api.flat.get(name)?.nesting
  const nested = nestRecord(nesting, { ...flattenRecord(nesting, said) })
  return Object.fromEntries(Object.entries(nested).filter(([property]) => Object.hasOwn(said, property)))
}

/** Whether the value is valid for the record's property. */
function isPossible(api: Api, resource: Resource, name: string, value: Json): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && api.validator.of(node, 'response').accepts(value)
}

/** Whether a value is not in its place, but in an object within the record: `{"meta": {"note": …}}`. */
const isShownWithin = (record: JsonObject, name: string, value: Json): boolean =>
  record[name] === undefined &&
  Object.values(record).some(
    (part) =>
      isJsonObject(part) && Object.hasOwn(part, name) && differences({ [name]: value }, part).length === 0,
  )

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
    !isShownWithin(record, name, value) &&
    !isChangeTime(name, record[name]) &&
    !isOwnPath(record[name]) &&
    !isCaseFree(name, value) &&
    // Null removes a property, so its schema does not matter, unless the property is required or has a default.
    ((value === null && !required.has(name) && !hasDefault(api, resource, name)) ||
      (!isTold(name) && (isWholePossible || isPossible(api, resource, name, value))))
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !different.has(name) || isComparable(name, value)),
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

/** Returns a predicate for the declared properties that a read shows. */
export function readable(api: Api, resource: Resource): (property: string) => boolean {
  const properties = recordProperties(api, resource)
  const isUnasked = isShownIfAsked(api, resource)
  return (name) => {
    const node = properties.get(name)
    return node !== undefined && keywordsOf(api, node).get('writeOnly') !== true && !isUnasked(name)
  }
}

/** Returns a predicate for the properties shown on request only, such as a referenced record by `?expand=owner`. */
function isShownIfAsked(api: Api, resource: Resource): (property: string) => boolean {
  const [create, read] = (['create', 'read'] as const).map(
    (role) => operationFor(api, resource, role)?.operation,
  )
  const asking = (read?.parameters ?? []).filter(
    ({ in: place, name }) => place === 'query' && /^\$?(?:expand|include|embed|populate)/i.test(name),
  )
  if (!create || asking.length === 0) return () => false
  const offered = new Set(
    asking.flatMap(({ schema }) => (schema && statesOf(api, itemOf(api.document, schema))) ?? []),
  )
  const required = requiredOf(api.document, resource.record)
  return (name) => !required.has(name) && (offered.has(name) || referredBy(api, create, name) !== undefined)
}

/** Whether a property is read-only in the request or in the record: a server may then ignore the value sent. */
function isReadOnly(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  draft: Draft,
  name: string,
): boolean {
  const schema = role.requestPath.length === 0 ? bodySchema(draft.operation) : undefined
  const sent = schema && possiblePropertiesOf(api.document, schema).get(name)
  if (versionIn(api, resource)?.property === name || isTag(name)) return true
  return isAssigned(api, sent) || isAssigned(api, recordProperties(api, resource).get(name))
}

const isAssigned = (api: Api, node: SchemaNode | undefined): boolean =>
  node !== undefined && keywordsOf(api, node).get('readOnly') === true

/** Whether a property is the time of creation or change by the server's clock, even if the document lets clients write it. */
export const isChangeTime = (name: string, value: Json | undefined): boolean =>
  isTimestamp(value) && (isCreationTimestamp(name) || isChangeTimestamp(name))

/**
 * The properties that must survive a request that did not send them: the time of creation, unless it was replaced, and in a
 * partial update those that clients write, except for read-only properties and the time of the change.
 */
export function untouchedBy(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  draft: Draft,
  before: JsonObject | undefined,
): JsonObject {
  const isPartial = draft.operation.method === 'PATCH'
  const said = saidOf(role, draft)
  const writable = writableProperties(api, resource)
  const isReadable = readable(api, resource)
  const properties = recordProperties(api, resource)
  const counter = versionIn(api, resource)?.property
  return Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([name, value]) =>
        name !== counter &&
        !isTag(name) &&
        isReadable(name) &&
        !Object.hasOwn(said, name) &&
        ((/creat/i.test(name) && isChangeTime(name, value) && (isPartial || !writable.has(name))) ||
          (isPartial &&
            writable.has(name) &&
            !isChangeTime(name, value) &&
            !isAssigned(api, properties.get(name)))),
    ),
  )
}

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
  return comparable(api, as, comparable(api, resource, sent, item), item)
}

/** The evidence of what a subsequent read shows of the values sent. */
export function readBack(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  { answer, record }: ReadResult,
): ReadBackEvidence {
  return {
    sent: comparable(api, resource, sent, record),
    status: answer.status,
    record,
    isDeclared: readable(api, resource),
  }
}
