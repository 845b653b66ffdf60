import { isFormType } from '../../../spec/http/media-type.ts'
import { requestSchema } from '../../../spec/inference/bodies/content.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { flattenRecord, nestRecord } from '../../../spec/inference/records/flatten.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import type { RequestValues } from '../../../spec/request.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf, propertyAt, requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import { valuesSetBy } from '../actions/state-transition.ts'
import { mergePatch } from '../changes/merge-patch.ts'
import { namedChanges } from '../changes/named-changes.ts'
import { maskedPatch, updateMaskIn } from '../changes/update-mask.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { sentRecord, targetOf } from '../identity/identity.ts'
import { existing } from '../records/existing.ts'
import { thresholdStates } from '../values/threshold-states.ts'
import { changeRefusal, createAt } from './replace.ts'
import { saveAndPresent, type Written } from './save.ts'

/** Changes a record by a merge patch (RFC 7396) or a JSON Patch (RFC 6902). */
export const update: Handler = (endpoint, context) => {
  const { resource, operation } = endpoint
  const id = targetOf(resource, operation, context.request)
  if (id === undefined) return context.next()
  return after(existing(endpoint, context, id), (before) => {
    if (!before) return createAt(endpoint, context, id, sentRecord(operation, context.request) ?? {})
    const refused = changeRefusal(endpoint, context, id, before)
    if (refused) return refused
    return after(patchOf(endpoint, context, before), (patch) =>
      'kind' in patch
        ? patch
        : saveAndPresent(endpoint, context, {
            id,
            before,
            ...changeOf(endpoint, before, patch.members, isForm(context.request)),
            states: {
              ...valuesSetBy(endpoint, context.now),
              ...namedChanges(endpoint, patch.members, before, context.now),
              ...thresholdStates(endpoint, before, patch.members, context.now),
            },
          }),
    )
  })
}

/** The request body as a merge patch; a JSON Patch is converted to one. */
function patchOf(
  endpoint: Endpoint,
  { request }: RequestContext,
  before: JsonObject,
): MaybePromise<{ members: JsonObject } | Refused> {
  const { operation, resource } = endpoint
  const { body } = request
  const sent = sentRecord(operation, request) ?? {}
  const patch = Array.isArray(body)
    ? (body as readonly Json[])
    : endpoint.takesOperations && pointerPatch(sent)
  if (patch) return mergePatchFrom(resource, before, patch)
  return endpoint.takesOperations
    ? mergePatchOf(resource, before, sent)
    : { members: masked(endpoint, request, isForm(request) ? withNulls(endpoint, sent) : sent) }
}

/** The JSON Patch beside other members, whose paths are JSON Pointers: `{"comment": "…", "patch": […]}`. */
const pointerPatch = (sent: JsonObject): readonly Json[] | undefined =>
  Object.values(sent).find(
    (value): value is readonly Json[] => isArray(value) && value.length > 0 && value.every(isAtPointer),
  )

const isAtPointer = (value: Json): boolean => {
  const path = isJsonObject(value) ? value['path'] : undefined
  return typeof path === 'string' && path.startsWith('/')
}

const isForm = ({ mediaType }: RequestValues): boolean => isFormType(mediaType?.type ?? '')

/** The members of a form, which has no null: what is empty is one where records may have it. */
function withNulls({ resource, options: { document } }: Endpoint, sent: JsonObject): JsonObject {
  const properties = possiblePropertiesOf(document, resource.record)
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]): [string, Json] => {
      const node = value === '' ? properties.get(name) : undefined
      return [name, node && typesOf(document, node).has('null') ? null : value]
    }),
  )
}

/** What applies lists of changes is loaded with the first one. */
async function mergePatchOf(
  { nesting }: Resource,
  before: JsonObject,
  sent: JsonObject,
): Promise<{ members: JsonObject } | Refused> {
  const { applyOperations, operationsIn } = await import('../changes/patch-operations.ts')
  const operations = operationsIn(sent)
  if (!operations) return { members: sent }
  const result = applyOperations(nestRecord(nesting, before), operations)
  if ('problem' in result) return refuse(400, 'invalid_path', result.problem)
  return { members: mergePatchBetween(before, flattenRecord(nesting, result.value)) }
}

/** What was sent, limited to the properties that a mask in the query names. */
function masked(
  { resource, options: { document } }: Endpoint,
  { query }: RequestValues,
  sent: JsonObject,
): JsonObject {
  const mask = updateMaskIn(query)
  return mask
    ? (maskedPatch(sent, mask, new Set(possiblePropertiesOf(document, resource.record).keys())) ?? sent)
    : sent
}

/** JSON Patch is loaded with the first one. */
async function mergePatchFrom(
  { nesting }: Resource,
  before: JsonObject,
  operations: readonly Json[],
): Promise<{ members: JsonObject } | Refused> {
  const { applyPatch } = await import('../changes/json-patch.ts')
  const result = applyPatch(nestRecord(nesting, before), operations)
  if ('problem' in result) return refuse(409, 'patch_failed', result.problem)
  const target = isJsonObject(result.value) ? flattenRecord(nesting, result.value) : {}
  return { members: mergePatchBetween(before, target) }
}

/** The merge patch that makes one object of another. */
function mergePatchBetween(before: JsonObject, target: JsonObject): JsonObject {
  const names = [...new Set([...Object.keys(before), ...Object.keys(target)])]
  const changed = names.filter((name) => before[name] !== target[name])
  return Object.fromEntries(
    changed.map((name): [string, Json] => {
      const [one, other] = [before[name], target[name]]
      return [
        name,
        isJsonObject(one) && isJsonObject(other) ? mergePatchBetween(one, other) : (other ?? null),
      ]
    }),
  )
}

function changeOf(
  endpoint: Endpoint,
  before: JsonObject,
  patch: JsonObject,
  isForm: boolean,
): Pick<Written, 'sent' | 'removed'> {
  const isRemoved = (name: string): boolean => patch[name] === null && !accepts(endpoint, name, null)
  const removed = Object.keys(patch).filter(isRemoved)
  const merged = mergePatch(
    before,
    Object.fromEntries(
      Object.entries(patch).map(([name, value]) => [name, keyChanges(endpoint, name, value) ?? value]),
    ),
    (path) => path.length > 1 && mustBeThere(endpoint, path),
  )
  const sent = Object.keys(patch)
    .filter((name) => !removed.includes(name))
    .map((name): [string, Json] => [
      name,
      // A form names the members of objects one by one.
      !isForm && replacesWhole(endpoint, name, patch[name], merged[name])
        ? patch[name]
        : (merged[name] ?? null),
    ])
  return {
    sent: Object.fromEntries(sent),
    // The document allows the request, so removing a required property is not an error: the property stays.
    removed: new Set(removed.filter((name) => !endpoint.required.has(name))),
  }
}

/** Whether an object within the record has to have a member, which may be null. */
function mustBeThere({ resource, options: { document } }: Endpoint, path: readonly string[]): boolean {
  const [holder, member] = [path.slice(0, -1), path].map((names) =>
    propertyAt(document, resource.record, names),
  )
  return (
    holder !== undefined &&
    member !== undefined &&
    typesOf(document, member).has('null') &&
    requiredOf(document, holder).has(path.at(-1) ?? '')
  )
}

/** What a request does to single keys of a map whose description says that an empty value unsets them; undefined for others. */
function keyChanges(
  { declared, options: { document } }: Endpoint,
  name: string,
  value: Json | undefined,
): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const body = requestSchema(declared)
  const node = body && possiblePropertiesOf(document, body).get(name)
  return node && unset.test(schemaDescription(document, node))
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, each === '' ? null : each]))
    : undefined
}

const unset = /\bkeys? (?:can|may) be (?:unset|removed|deleted|cleared) by [^.]*\bempty\b/i

/**
 * Whether an object replaces the previous one instead of being merged into it (RFC 7396). It is merged if the method is PATCH and
 * the result is valid; otherwise it replaces the previous one if it is valid itself.
 */
function replacesWhole(
  endpoint: Endpoint,
  name: string,
  value: Json | undefined,
  merged: Json = null,
): value is JsonObject {
  if (!isJsonObject(value) || keyChanges(endpoint, name, value)) return false
  if (endpoint.declared.method === 'PATCH' && accepts(endpoint, name, merged)) return false
  return accepts(endpoint, name, value)
}

function accepts(
  { resource, options: { document, validator } }: Endpoint,
  name: string,
  value: Json,
): boolean {
  const node = possiblePropertiesOf(document, resource.record).get(name)
  return node !== undefined && validator.of(node, 'response').accepts(value)
}
