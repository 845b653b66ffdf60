import { isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, operationFor, recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { acceptedDraft } from '../../../attempts/accepted-request.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { changeDraft, readOrFind } from '../../../records/read-record.ts'
import { isValid } from '../../../requests/validity.ts'
import { judgeVisibility } from './visible-changes.ts'

/** The flags that records show, and that their creation and a PATCH take: others are states, after which nothing may be changed. */
export function flagsOf(api: Api, resource: Resource, { operation, role }: RoleOperation): readonly string[] {
  const create = operationFor(api, resource, 'create')
  const [sent, changed] = [create && bodySchema(create.operation), bodySchema(operation)]
  if (!sent || !changed || operation.method !== 'PATCH' || role.requestPath.length > 0) return []
  const shown = recordProperties(api, resource)
  const created = possiblePropertiesOf(api.document, sent)
  return [...possiblePropertiesOf(api.document, changed)].flatMap(([name, node]) =>
    typesOf(api.document, node).has('boolean') && shown.has(name) && created.has(name) ? [name] : [],
  )
}

/**
 * Changes the flags of a new record, and then something else: servers that fill in defaults where a PATCH omits a property reset the
 * flags, which shows only in flags that differ from the defaults.
 */
export async function keepFlags(context: Context, resource: Resource, by: RoleOperation): Promise<void> {
  const record = await context.fixture(resource, { fresh: true })
  // Finding out what is accepted may change the record, so that comes first.
  const other = record?.creation && (await otherChange(context, resource, by, record))
  const before = record?.creation && (await readOrFind(context, resource, record))?.record
  if (!record || !before) throw inconclusive(`No record of ${resource.name} can be created and read.`)
  const flags = Object.fromEntries(
    flagsOf(context.api, resource, by).flatMap((name) => {
      const value = before[name]
      return typeof value === 'boolean' ? [[name, !value] as const] : []
    }),
  )
  const changed = await change(context, by, record, flags)
  const after = changed && (await readOrFind(context, resource, record))?.record
  const kept = Object.fromEntries(Object.entries(flags).filter(([name, value]) => after?.[name] === value))
  const answer = changed && other && (await change(context, by, record, other))
  if (!answer || Object.keys(kept).length === 0) throw inconclusive('No flag can be changed.')
  await judgeVisibility({ context, resource }, record, {
    sent: {},
    untouched: kept,
    answer,
    earlier: [changed],
  })
}

/** The accepted change of some properties; undefined if there are none, or if it is refused. */
async function change(
  context: Context,
  by: RoleOperation,
  record: Fixture,
  properties: JsonObject,
): Promise<Answer | undefined> {
  const [mediaType] = by.operation.requestBody?.content ?? []
  const draft = mediaType && changeDraft(context, by, record, mediaType, properties)
  if (!draft || Object.keys(properties).length === 0 || !isValid(context.api, draft)) return undefined
  const answer = await context.send(draft, 'valid')
  return isSuccess(answer.status) && answer.status !== 202 ? answer : undefined
}

/** A valid change of a text alone. */
async function otherChange(
  context: Context,
  resource: Resource,
  by: RoleOperation,
  record: Fixture,
): Promise<JsonObject | undefined> {
  context.group.fixtures.set(resource.name, record)
  const draft = await acceptedDraft(context, by.operation)
  const body = bodyValue(draft)
  const bound = new Set(draft.bindings.map(({ at }) => at.slice(1)))
  const text = Object.entries(isJsonObject(body) ? body : {}).find(
    ([name, value]) => typeof value === 'string' && !bound.has(name),
  )
  return text && Object.fromEntries([text])
}
