import { shownOnceProperties } from '../../../../spec/inference/records/shown-once.ts'
import { shownOnce } from '../../../checks/shown-once.ts'
import { requiredOf } from '../../../../spec/schemas/properties.ts'
import type { Pointer, SchemaNode } from '../../../../spec/document.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import {
  changeFor,
  itemShownBy,
  operationFor,
  shownBy,
  type Api,
  type RoleOperation,
} from '../../../api/api.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { recordIn } from '../../../records/answer-records.ts'
import { findInList, readItem } from '../../../records/read-record.ts'

interface Secret {
  readonly property: string
  readonly pointer: Pointer
}

/** The properties that only the response of the create shows, such as a secret. */
export function secretsOf(api: Api, create: RoleOperation): readonly Secret[] {
  const shown = shownBy(api, create)
  return shown
    ? shownOnceProperties(api.document, shown).map(([property, { pointer }]) => ({ property, pointer }))
    : []
}

/** Shorter values may occur elsewhere by chance. */
const leastLength = 8

/** Creates a record and checks that reading, listing and updating it do not reveal its secrets. */
export async function lookForSecrets(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const { api } = context
  const of = await context.fixture(resource, { fresh: true })
  const made = of?.creation?.draft.operation === create.operation ? of.creation : undefined
  const record = made && recordIn(made, create.role)
  if (!of || !made || !record) throw inconclusive(`No new record of ${resource.name} is available to read.`)
  const look = (answer: Answer, found: JsonObject | undefined, schema: SchemaNode | undefined): void => {
    for (const { property, pointer } of secretsOf(api, create)) {
      const value = record[property]
      const isMust = schema !== undefined && requiredOf(api.document, schema).has(property)
      if (typeof value !== 'string' || value.length < leastLength || isMust) continue
      if (found?.[property] === value)
        context.judge(shownOnce, { property, method: answer.method, pointer }, { answer, after: [made] })
    }
  }
  const read = operationFor(api, resource, 'read')
  const seen = await readItem(context, resource, of)
  if (read && seen) look(seen.answer, seen.record, shownBy(api, read))
  const listed = await findInList(context, resource, of)
  if (listed) look(listed.answer, listed.item, itemShownBy(api, listed.list))
  await lookAtChange(context, resource, of, look)
}

async function lookAtChange(
  context: Context,
  resource: Resource,
  of: Fixture,
  look: (answer: Answer, found: JsonObject | undefined, schema: SchemaNode | undefined) => void,
): Promise<void> {
  const change = changeFor(context.api, resource)
  const { template } = change ? await context.control(change.operation) : { template: undefined }
  if (!change || !template) return
  context.group.fixtures.set(resource.name, of)
  const answer = await context.send(await context.instantiate(change.operation, template), 'valid')
  if (isSuccess(answer.status)) look(answer, recordIn(answer, change.role), shownBy(context.api, change))
}
