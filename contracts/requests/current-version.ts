import type { Operation, SchemaNode } from '../../spec/document.ts'
import { versionOf, type Version } from '../../spec/inference/identity/version.ts'
import {
  decodeUtf8,
  equalJson,
  isJsonObject,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { requiredOf } from '../../spec/schemas/properties.ts'
import { isSuccess } from '../answer.ts'
import { recordIn } from '../answers/answer-records.ts'
import { operationFor, type Api } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import { plainDraft, withBody } from '../draft.ts'
import type { Draft, DraftVersion } from '../interaction.ts'
import { pathTarget } from './paths.ts'

/** The version property of a resource, which counts the changes of a record. */
export const versionIn = ({ document, byId }: Api, resource: Resource): Version | undefined =>
  versionOf(document, resource, byId)

/** The property in which an operation expects the version that it is to change (optimistic locking). */
function versionProperty(api: Api, { id }: Operation): string | undefined {
  const resource = api.model.roles.get(id)?.resource
  const version = resource && versionIn(api, resource)
  return version?.guards.has(id) ? version.property : undefined
}

/** Marks the version in the draft's body as a placeholder for the version that the record has when the request is sent. */
export function withVersionPlaceholder({ api }: Context, draft: Draft): Draft {
  const property = versionProperty(api, draft.operation)
  const body = draft.body?.kind === 'value' ? draft.body.value : undefined
  const value = property !== undefined && isJsonObject(body) ? body[property] : undefined
  return property === undefined || value === undefined ? draft : { ...draft, version: { property, value } }
}

/** A partial update with the version of its record, if the operation requires one. */
export function withVersion(
  api: Api,
  operation: Operation,
  schema: SchemaNode | undefined,
  record: JsonObject | undefined,
  change: JsonObject,
): { readonly change: JsonObject; readonly version?: DraftVersion } {
  const property = versionProperty(api, operation)
  const isRequired = property !== undefined && schema && requiredOf(api.document, schema).has(property)
  if (!isRequired || Object.hasOwn(change, property)) return { change }
  const value = record?.[property] ?? 1
  return { change: { [property]: value, ...change }, version: { property, value } }
}

/** The draft with its version placeholder replaced by the version that the record has now. */
export async function withCurrentVersion(context: Context, draft: Draft): Promise<Draft> {
  const { version } = draft
  const current = version && (await currentVersion(context, draft, version.property))
  if (!version || current === undefined || equalJson(current, version.value)) return draft
  const updated = { ...draft, version: { ...version, value: current } }
  return draft.body?.kind === 'bytes'
    ? replaceInText(updated, version, current)
    : replaceInValue(updated, version, current)
}

async function currentVersion(context: Context, draft: Draft, property: string): Promise<Json | undefined> {
  const { operation, path, bindings } = draft
  const target = pathTarget(context.api, operation)
  const read = target && operationFor(context.api, target.resource, 'read')
  if (!read || !isTrusted(context.run, read.operation) || read.operation.path.length > operation.path.length)
    return undefined
  const answer = await context.send(plainDraft(read.operation, { path, bindings }), 'valid')
  return isSuccess(answer.status) ? recordIn(answer, read.role)?.[property] : undefined
}

/** Replaces the version in the body, unless the draft names another one on purpose. */
function replaceInValue(draft: Draft, { property, value }: DraftVersion, current: Json): Draft {
  const body = draft.body?.kind === 'value' ? draft.body.value : undefined
  const isPlaceholder =
    isJsonObject(body) && Object.hasOwn(body, property) && equalJson(body[property] ?? null, value)
  return isPlaceholder ? withBody(draft, { ...body, [property]: current }) : draft
}

/** As {@link replaceInValue}, in JSON that is sent as text and need not be well-formed. */
function replaceInText(draft: Draft, { property, value }: DraftVersion, current: Json): Draft {
  const { body } = draft
  const text = body?.kind === 'bytes' ? decodeUtf8(body.bytes) : undefined
  if (body?.kind !== 'bytes' || text === undefined) return draft
  const [old, now] = [value, current].map((each) => `${stringifyJson(property)}:${stringifyJson(each)}`)
  const bytes = new TextEncoder().encode(
    text.replaceAll(`${String(old)},`, `${String(now)},`).replaceAll(`${String(old)}}`, `${String(now)}}`),
  )
  return { ...draft, body: { ...body, bytes } }
}
