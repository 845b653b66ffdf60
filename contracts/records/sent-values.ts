import type { SchemaNode } from '../../spec/document.ts'
import { isFormType, isMergePatch } from '../../spec/http/media-type.ts'
import { isTagName } from '../../spec/inference/identity/version-name.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import {
  changeableOnly,
  isAlwaysTheSame,
  isComputedByServer,
  isIgnoredAtTimes,
} from '../../spec/inference/records/described-writes.ts'
import { flattenRecord, nestRecord } from '../../spec/inference/records/flatten.ts'
import { respelt, spellingsOf } from '../../spec/inference/records/spellings.ts'
import { referencedNoun } from '../../spec/inference/references/names.ts'
import { isChangeTimestamp, isCreationTimestamp } from '../../spec/inference/times/timestamps.ts'
import { equalJson, isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { withoutWriteOnly } from '../../spec/schemas/write-only.ts'
import { isAuditValue, isChangeTime } from '../answers/compare.ts'
import { bodySchema, recordProperties, sentSchema, writableProperties, type Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { patchedBy, patchFormatOf } from '../api/patch-format.ts'
import { placesIn } from '../api/places.ts'
import type { Draft } from '../interaction.ts'
import { versionIn } from '../requests/current-version.ts'
import { afterRoundTrip } from '../requests/round-trip.ts'
import { isChosenByClient } from './identity.ts'
import { ownersInPath, parametersAbove } from './path-owners.ts'
import { isPossible, readable } from './readable.ts'

/** What a request sent of a record, and what it may send, by the names that records have for the properties. */
interface Said {
  /** Empty if there is no record in the body. */
  readonly said: JsonObject
  /** Undefined if the document does not say. */
  readonly named: ReadonlyMap<string, SchemaNode> | undefined
}

function saidOf(api: Api, resource: Resource, role: ResourceOperation, { body, operation }: Draft): Said {
  const format = patchFormatOf(api, operation)
  if (format) {
    const patched = body?.kind === 'value' ? [...patchedBy(format, body.value)] : []
    return {
      said: Object.fromEntries(patched.map(([name, value]) => [name, value ?? null])),
      named: undefined,
    }
  }
  const schema = sentSchema(api, { role, operation })
  const named = schema && possiblePropertiesOf(api.document, schema)
  const record =
    body?.kind === 'value'
      ? memberAt(afterRoundTrip(body.mediaType, body.value), role.requestPath)
      : undefined
  const said = isJsonObject(record) ? record : {}
  const spellings = named && spellingsOf(named, recordProperties(api, resource))
  return spellings
    ? {
        said: Object.fromEntries(respelt(Object.entries(said), spellings)),
        named: new Map(respelt(named, spellings)),
      }
    : { said, named }
}

/** Whether a value is or contains an empty string. */
const isEmptyIn = (value: Json): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isEmptyIn) : value === ''

/** The properties of a record that a request sent and that the document lets clients write and read back. */
export function sentRecord(api: Api, resource: Resource, role: ResourceOperation, draft: Draft): JsonObject {
  const { said: all, named } = saidOf(api, resource, role, draft)
  const said = patchFormatOf(api, draft.operation) ? withoutNulls(all) : all
  // An example may show the whole record, including properties that clients do not send.
  const changeable = role.role === 'create' ? undefined : changeableOnly(draft.operation, Object.keys(said))
  const isNamed = (name: string): boolean =>
    (named === undefined || named.size === 0 || named.has(name)) && changeable?.has(name) !== false
  const sent = withoutWriteOnly(api.document, resource.record, withoutLinks(api, resource, said))
  const isReadable = readable(api, resource)
  const above = parametersAbove(role, draft)
  const owners = ownersInPath(resource, draft)
  // A property that is also a path parameter, or names the record that one identifies, takes its value from the path.
  const isKept = (name: string): boolean =>
    name === resource.idProperty
      ? isChosenByClient(api, resource, { role, operation: draft.operation }, said[name] ?? null)
      : !Object.hasOwn(draft.path, name) &&
        !role.within.some(({ property }) => property === name) &&
        !above.has(normalizeName(referencedNoun(name) ?? name)) &&
        !resource.references.some((each) => each.property === name && owners.has(each.resource))
  // Where the query has a value of that name as well, either may be taken.
  const isSole = (name: string, value: Json): boolean =>
    !Object.hasOwn(draft.query, name) || equalJson(draft.query[name] ?? null, value)
  const places = placesIn(api, resource)
  const isMissing = standsForNothing(api, resource, role, draft, named)
  const kept = Object.entries(sent).filter(
    ([name, value]) =>
      isReadable(name) &&
      isNamed(name) &&
      isKept(name) &&
      isSole(name, value) &&
      !isChangedBeside(said, name) &&
      !isReadOnly(api, resource, role, draft, name) &&
      !isMissing(name, value) &&
      // There may be no such place: only the first one surely is.
      (places?.property !== name || value === places.first),
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      withoutAssigned(
        api,
        recordProperties(api, resource).get(name),
        withoutId(resource, role, name, asReference(resource, name, value)),
      ),
    ]),
  )
}

/** Whether the request also adds to a list or removes from it, by `add_scopes` or `removeScopes`. */
function isChangedBeside(said: JsonObject, name: string): boolean {
  return Object.keys(said).some((other) => {
    const [, changed] = /^(?:add|remove)(.+)$/.exec(normalizeName(other)) ?? []
    return changed === normalizeName(name)
  })
}

/** A part of a record without the id that it has from the path: Kubernetes' `metadata.name`. */
const withoutId = ({ idPath = [] }: Resource, role: ResourceOperation, name: string, value: Json): Json =>
  role.idParameter !== undefined && idPath[0] === name && isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([each]) => each !== idPath[1]))
    : value

/** What the operations of a patch set as a whole: null stands for what they change otherwise. */
const withoutNulls = (said: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))

/** An object without the parts that the server sets itself: Kubernetes' `metadata.uid`, and the times of creation and change there. */
function withoutAssigned(api: Api, node: SchemaNode | undefined, value: Json): Json {
  if (!node || !isJsonObject(value)) return value
  const properties = possiblePropertiesOf(api.document, node)
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name]) =>
          !isAssigned(api, properties.get(name)) &&
          !isCreationTimestamp(name) &&
          !isChangeTimestamp(name) &&
          !isTagName(name),
      )
      .map(([name, each]) => [name, withoutAssigned(api, properties.get(name), each)]),
  )
}

/** The id alone of another record that is sent or shown whole: the rest is that record's own, and may change by itself. */
export function asReference({ references }: Resource, name: string, value: Json): Json {
  const { idProperty } = references.find(({ property }) => property === name) ?? {}
  const id = idProperty !== undefined && isJsonObject(value) ? value[idProperty] : undefined
  return idProperty === undefined || id === undefined ? value : { [idProperty]: id }
}

/** Returns a predicate for values that stand for none: the server may set its default, or leave the property as it is. */
function standsForNothing(
  api: Api,
  resource: Resource,
  { role }: ResourceOperation,
  { operation, body }: Draft,
  named: ReadonlyMap<string, SchemaNode> | undefined,
): (name: string, value: Json) => boolean {
  const mediaType = body?.kind === 'value' ? body.mediaType.type : ''
  // In a form only the empty string can stand for a missing value, and null cannot be expressed.
  const isForm = isFormType(mediaType)
  const isUnset = (value: Json): boolean => isForm && (value === null || isEmptyIn(value))
  // Null for a property that is not nullable in the record asks for the server's default, or leaves it as it is; it removes the
  // property from a replaced record, and by a merge patch (RFC 7396).
  const isMerged = isMergePatch(mediaType)
  const mayMeanNothing = role === 'create' || (operation.method === 'PATCH' && !isMerged)
  const isDefault = (name: string, value: Json): boolean =>
    isUnspecified(value) || (value === null && mayMeanNothing && !isPossible(api, resource, name, value))
  // Where a format is asked for, such as that of a number, or there is a default, the empty string stands for a missing value.
  const isBlank = (name: string, value: Json): boolean => {
    if (value !== '') return false
    const [shown, sent] = [recordProperties(api, resource).get(name), named?.get(name)]
    return (
      (shown !== undefined && keywordsOf(api, shown).has('format')) ||
      (sent !== undefined && keywordsOf(api, sent).has('default'))
    )
  }
  // A branch of the schema that does not name the property lets it have any value.
  const isStray = (name: string, value: Json): boolean => {
    const node = operation.method === 'PATCH' ? undefined : named?.get(name)
    return value === null && node !== undefined && !api.validator.of(node, 'request').accepts(value)
  }
  return (name, value) =>
    isUnset(value) || isDefault(name, value) || isBlank(name, value) || isStray(name, value)
}

/** Whether a value stands for "not specified", as the first one of an enum does by convention (google.aip.dev/126). */
const isUnspecified = (value: Json): boolean => typeof value === 'string' && /(?:^|_)UNSPECIFIED$/.test(value)

/** Removes the links of relationships, which the server sets. */
function withoutLinks(api: Api, { name }: Resource, said: JsonObject): JsonObject {
  const nesting = api.flat.get(name)?.nesting
  const nested = nestRecord(nesting, { ...flattenRecord(nesting, said) })
  return Object.fromEntries(Object.entries(nested).filter(([property]) => Object.hasOwn(said, property)))
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
  if (versionIn(api, resource)?.property === name || isTagName(name)) return true
  // What only an action sets is read-only for everything else.
  const shown = role.role === 'action' ? undefined : recordProperties(api, resource).get(name)
  const isIgnored = [sent, shown].some((each) => each && isIgnoredAtTimes(api.document, each))
  return isIgnored || isAssigned(api, sent) || isAssigned(api, shown)
}

/** Whether the server sets a property, whatever clients send. */
export const isAssigned = (api: Api, node: SchemaNode | undefined): boolean =>
  node !== undefined &&
  (keywordsOf(api, node).get('readOnly') === true ||
    isComputedByServer(api.document, node) ||
    isAlwaysTheSame(api.document, node))

/**
 * The properties that must survive a request that did not send them: the time of creation, unless it was replaced, and in a
 * partial update those that clients write, except for read-only properties and who changed the record when.
 */
export function untouchedBy(
  api: Api,
  resource: Resource,
  role: ResourceOperation,
  draft: Draft,
  before: JsonObject | undefined,
): JsonObject {
  const isPartial = draft.operation.method === 'PATCH'
  const { said } = saidOf(api, resource, role, draft)
  const writable = writableProperties(api, resource)
  const isReadable = readable(api, resource)
  const properties = recordProperties(api, resource)
  const counter = versionIn(api, resource)?.property
  return Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([name, value]) =>
        name !== counter &&
        !isTagName(name) &&
        isReadable(name) &&
        !Object.hasOwn(said, name) &&
        !isChangedBeside(said, name) &&
        ((/creat/i.test(name) && isChangeTime(name, value) && (isPartial || !writable.has(name))) ||
          (isPartial &&
            writable.has(name) &&
            !isAuditValue(name, value) &&
            !isAssigned(api, properties.get(name)))),
    ),
  )
}
