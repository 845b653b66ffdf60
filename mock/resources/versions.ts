import type { SchemaNode } from '../../spec/document.ts'
import { versionOf } from '../../spec/inference/records/version.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { own } from '../../spec/util/object.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import type { Desk } from './desk.ts'
import { nounOf } from './identity.ts'

/** The version of a new record: the least that there is, else the first. */
export function firstVersion({ document }: CrudOptions, node: SchemaNode): Json {
  const { schema } = resolveRef(document, node)
  const [given, least] = [own(schema, 'default'), own(schema, 'minimum')]
  return [given, least].find((each) => typeof each === 'number') ?? 1
}

/** The version after a change; undefined where there was none that can be counted on. */
export function nextVersion(before: Json | undefined): Json | undefined {
  if (typeof before === 'bigint') return before + 1n
  return typeof before === 'number' ? before + 1 : undefined
}

/** The refusal of a change to a version of a record that is not its current one. */
export function outdated(
  { resource, declared, options }: Desk,
  before: JsonObject,
  sent: JsonObject | undefined,
): Refused | undefined {
  const { property, guards } = versionOf(options.document, resource, options.byId) ?? {}
  const guard = guards?.get(declared.id)
  if (property === undefined || guard?.status === undefined) return undefined
  const version = sent?.[property]
  const now = before[property]
  if (version === undefined || version === null || version === now) return undefined
  const toldVersion = typeof now === 'number' || typeof now === 'bigint' ? String(now) : 'another'
  return refuse(
    guard.status,
    'outdated',
    `The ${nounOf(resource)} has changed since: its ${property} is ${toldVersion}.`,
  )
}
