import { afterRoundTrip } from '../requests/round-trip.ts'
import { withoutWriteOnly } from '../../spec/schemas/write-only.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../../spec/inference/records/timestamps.ts'
import type { SchemaNode } from '../../spec/document.ts'
import { pathParametersIn } from '../../spec/inference/paths/item-path.ts'
import { nestRecord, flattenRecord } from '../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { isFormType } from '../../spec/http/media-type.ts'
import { itemOf, possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import {
  bodySchema,
  operationFor,
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
import { differences, isTimestamp } from './compare.ts'
import { isChosenByClient } from './identity.ts'
import { versionIn } from '../requests/current-version.ts'
import { statesOf } from '../api/state-values.ts'
import type { ListedRecord, ReadResult } from './read-record.ts'

/** What a request says of a record. */
function saidOf({ requestPath }: ResourceOperation, { body }: Draft): JsonObject {
  const said =
    body?.kind === 'value' ? memberAt(afterRoundTrip(body.mediaType, body.value), requestPath) : undefined
  return isJsonObject(said) ? said : {}
}

/** Whether an empty text stands anywhere in a value. */
const isEmptyIn = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isEmptyIn) : value === ''

/**
 * What a request sent of a record, as far as the document says that it is for clients to send, that the record has it and that
 * it can be read.
 */
export function sentRecord(api: Api, resource: Resource, role: ResourceOperation, draft: Draft): JsonObject {
  const said = saidOf(role, draft)
  const schema = sentSchema(api, { role, operation: draft.operation })
  const named = schema ? possiblePropertiesOf(api.document, schema) : undefined
  // An example may be of more than clients send: of the whole record.
  const isNamed = (name: string): boolean => named === undefined || named.size === 0 || named.has(name)
  const sent = withoutWriteOnly(api.document, resource.record, withoutLinks(api, resource, said))
  const isReadable = readable(api, resource)
  // What the path says as well is as the path says.
  const isKept = (name: string): boolean =>
    name === resource.idProperty
      ? isChosenByClient(api, resource, { role, operation: draft.operation }, said[name] ?? null)
      : !Object.hasOwn(draft.path, name)
  const isForm = draft.body?.kind === 'value' && isFormType(draft.body.mediaType.type)
  // A form has but the empty text to say that there is none, and nothing for null.
  const isUnset = (value: Json): boolean => isForm && (value === null || isEmptyIn(value))
  // Null for what a record cannot have null asks for the server's own value.
  const isDefault = (name: string, value: Json): boolean =>
    isUnspecified(value) ||
    (value === null && role.role === 'create' && !isPossible(api, resource, name, value))
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) =>
        isReadable(name) &&
        isNamed(name) &&
        isKept(name) &&
        !isReadOnly(api, resource, role, draft, name) &&
        !isUnset(value) &&
        !isDefault(name, value),
    ),
  )
}

/** A value that says that none is given, as the first one of an enum does by convention (google.aip.dev/126). */
const isUnspecified = (value: Json): boolean => typeof value === 'string' && /(?:^|_)UNSPECIFIED$/.test(value)

/** What a server works out of a record to tell its states apart. */
const isTag = (name: string): boolean => /^_?e-?tag$/i.test(name)

/** What is told of a relationship beside what it refers to is the server's own: its links. */
function withoutLinks(api: Api, { name }: Resource, said: JsonObject): JsonObject {
  const folding = api.flat.get(name)?.nesting
  const told = nestRecord(folding, { ...flattenRecord(folding, said) })
  return Object.fromEntries(Object.entries(told).filter(([each]) => Object.hasOwn(said, each)))
}

/** Whether a record's property may have that value. */
function isPossible(api: Api, resource: Resource, name: string, value: Json): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && api.validator.of(node, 'response').accepts(value)
}

/** Whether a record that was not told a property has another value there than none. */
function hasDefault(api: Api, resource: Resource, name: string): boolean {
  const node = recordProperties(api, resource).get(name)
  return node !== undefined && keywordsOf(api, node).has('default')
}

/**
 * What was sent, but for what cannot come back as it was: the record as it was read has something else there, and its
 * schema has no room for the value, as for the name of a location where it shows the location.
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
  // What came instead is told where it came, if the document has no room for it.
  const isTold = (name: string): boolean =>
    record[name] !== undefined && record[name] !== null && !isPossible(api, resource, name, record[name])
  const isOwnPath = (value: Json | undefined): boolean =>
    typeof value === 'string' && pathParametersIn(value, resource.itemPath) !== undefined
  const isComparable = (name: string, value: Json): boolean =>
    !isChangeTime(name, record[name]) &&
    !isOwnPath(record[name]) &&
    // Null takes a property away, whatever the schema says of the ones that are there; but for what is always there.
    ((value === null && !required.has(name) && !hasDefault(api, resource, name)) ||
      (!isTold(name) && (isWholePossible || isPossible(api, resource, name, value))))
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !different.has(name) || isComparable(name, value)),
  )
}

/**
 * Of records that no answer describes, what came back as it could: a plain value where another of its kind is. Nothing,
 * where hardly a property of what was sent is there: it is something else that was read, such as an envelope.
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

/** Whether a record has a property, and shows it. */
export function readable(api: Api, resource: Resource): (property: string) => boolean {
  const properties = recordProperties(api, resource)
  const isUnasked = isShownIfAsked(api, resource)
  return (name) => {
    const node = properties.get(name)
    return node !== undefined && keywordsOf(api, node).get('writeOnly') !== true && !isUnasked(name)
  }
}

/** Whether a property, such as the record that it names, is shown to whom asks for it: by `?expand=owner`. */
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

/** Whether the schema of the request or of the record says so: a server may then leave aside what is sent. */
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

/** Whether a property tells when the record was made or changed, as the server's clock has it, whoever may write it. */
export const isChangeTime = (name: string, value: Json | undefined): boolean =>
  isTimestamp(value) && (isCreationTimestamp(name) || isChangeTimestamp(name))

/**
 * What a request did not send and that stays: when the record was made, unless that was replaced, and of a partial update what
 * clients write; but for the record's read-only properties, and for the time of the change itself.
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

/** Whether a record is as it was sent, as far as it can be. */
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

/** What a list is to show of what was sent: it may show less than the record has, and say less of it. */
export function dueInList(
  api: Api,
  resource: Resource,
  sent: JsonObject,
  { as, item }: Pick<ListedRecord, 'as' | 'item'>,
): JsonObject {
  return comparable(api, as, comparable(api, resource, sent, item), item)
}

/** What a read that followed shows of what was sent. */
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
