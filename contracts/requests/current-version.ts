import { requiredOf } from '../../spec/schemas/properties.ts'
import type { Operation, SchemaNode } from '../../spec/document.ts'
import { versionOf, type Version } from '../../spec/inference/records/version.ts'
import {
  decodeUtf8,
  equalJson,
  isJsonObject,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { isSuccess } from '../answer.ts'
import { operationFor, type Api } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import { plainDraft, withBody, type Draft, type DraftVersion } from '../draft.ts'
import { pathTarget } from '../records/paths.ts'
import { recordIn } from '../records/shown.ts'

/** What counts the changes of a resource's records. */
export const versionIn = ({ document, byId }: Api, resource: Resource): Version | undefined =>
  versionOf(document, resource, byId)

/** The property in which an operation is sent the version that it is to change. */
function guardOf(api: Api, { id }: Operation): string | undefined {
  const resource = api.model.roles.get(id)?.resource
  const version = resource && versionIn(api, resource)
  return version?.guards.has(id) ? version.property : undefined
}

/** The draft, with a version in its body that stands for that of its record when it is sent. */
export function underVersion({ api }: Context, draft: Draft): Draft {
  const property = guardOf(api, draft.operation)
  const body = draft.body?.kind === 'value' ? draft.body.value : undefined
  const value = property !== undefined && isJsonObject(body) ? body[property] : undefined
  return property === undefined || value === undefined ? draft : { ...draft, version: { property, value } }
}

/** A change in part, with the version of its record where the operation asks for one. */
export function withVersion(
  api: Api,
  operation: Operation,
  schema: SchemaNode | undefined,
  record: JsonObject | undefined,
  change: JsonObject,
): { readonly change: JsonObject; readonly version?: DraftVersion } {
  const property = guardOf(api, operation)
  const isAsked = property !== undefined && schema && requiredOf(api.document, schema).has(property)
  if (!isAsked || Object.hasOwn(change, property)) return { change }
  const value = record?.[property] ?? 1
  return { change: { [property]: value, ...change }, version: { property, value } }
}

/** The draft with the version that its record has now, unless it names another on purpose. */
export async function withCurrentVersion(context: Context, draft: Draft): Promise<Draft> {
  const { version } = draft
  const current = version && (await currentVersion(context, draft, version.property))
  if (!version || current === undefined || equalJson(current, version.value)) return draft
  const renewed = { ...draft, version: { ...version, value: current } }
  return draft.body?.kind === 'bytes' ? inText(renewed, version, current) : inValue(renewed, version, current)
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

function inValue(draft: Draft, { property, value }: DraftVersion, current: Json): Draft {
  const body = draft.body?.kind === 'value' ? draft.body.value : undefined
  const isOwn =
    isJsonObject(body) && Object.hasOwn(body, property) && equalJson(body[property] ?? null, value)
  return isOwn ? withBody(draft, { ...body, [property]: current }) : draft
}

/** In JSON that is sent as it is, well-formed or not. */
function inText(draft: Draft, { property, value }: DraftVersion, current: Json): Draft {
  const { body } = draft
  const text = body?.kind === 'bytes' ? decodeUtf8(body.bytes) : undefined
  if (body?.kind !== 'bytes' || text === undefined) return draft
  const [old, now] = [value, current].map((each) => `${stringifyJson(property)}:${stringifyJson(each)}`)
  const renewed = new TextEncoder().encode(
    text.replaceAll(`${String(old)},`, `${String(now)},`).replaceAll(`${String(old)}}`, `${String(now)}}`),
  )
  return { ...draft, body: { ...body, bytes: renewed } }
}
