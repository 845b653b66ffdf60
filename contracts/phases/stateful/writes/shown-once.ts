import type { Pointer, SchemaNode } from '../../../../spec/document.ts'
import { shownInResponseOnly, shownOnceProperties } from '../../../../spec/inference/records/shown-once.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { recordIn } from '../../../answers/answer-records.ts'
import {
  bodySchema,
  changeFor,
  itemShownBy,
  operationFor,
  shownBy,
  type Api,
  type RoleOperation,
} from '../../../api/api.ts'
import { shownOnce } from '../../../checks/shown-once.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { findInList, readItem } from '../../../records/read-record.ts'

interface Secret {
  readonly property: string
  readonly pointer: Pointer
}

/** The properties that only the response of the create shows, such as a secret. */
export function secretsOf(api: Api, create: RoleOperation): readonly Secret[] {
  const shown = shownBy(api, create)
  if (!shown) return []
  const { resource } = api.model.roles.get(create.operation.id) ?? {}
  const inResponse = shownInResponseOnly(api.document, shown, create.operation)
  return [
    ...shownOnceProperties(api.document, shown),
    // Where other responses have the property as well, they may show something else in it.
    ...inResponse.filter(([name]) => resource && !declaredLater(api, resource).has(name)),
  ].map(([property, { pointer }]) => ({ property, pointer }))
}

/** The properties that the schemas of later responses have. */
function declaredLater(api: Api, resource: Resource): ReadonlySet<string> {
  const [read, list] = [operationFor(api, resource, 'read'), operationFor(api, resource, 'list')]
  const shown = [read && shownBy(api, read), list && itemShownBy(api, list)]
  return new Set(shown.flatMap((node) => (node ? [...possiblePropertiesOf(api.document, node).keys()] : [])))
}

/** Shorter values may occur in other properties by chance. */
const leastLength = 8

/** Creates two records and checks that reading, listing and updating one do not reveal its secrets, nor has the other the same. */
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
      if (typeof value !== 'string' || value === '' || isMust) continue
      const isElsewhere = value.length >= leastLength && found && Object.values(found).includes(value)
      if (isElsewhere || found?.[property] === value)
        context.judge(shownOnce, { property, method: answer.method, pointer }, { answer, after: [made] })
    }
  }
  const read = operationFor(api, resource, 'read')
  const seen = await readItem(context, resource, of)
  if (read && seen) look(seen.answer, seen.record, shownBy(api, read))
  const listed = await findInList(context, resource, of)
  if (listed) look(listed.answer, listed.item, itemShownBy(api, listed.list))
  await lookAtChange(context, resource, of, look)
  await lookAtOther(context, resource, create, made)
}

/** Another record has secrets of its own. */
async function lookAtOther(
  context: Context,
  resource: Resource,
  create: RoleOperation,
  made: Answer,
): Promise<void> {
  const other = (await context.fixture(resource, { fresh: true }))?.creation
  if (!other || other === made || other.draft.operation !== create.operation) return
  const accepted = bodySchema(create.operation)
  const sent = accepted ? possiblePropertiesOf(context.api.document, accepted) : undefined
  const [one, another] = [recordIn(made, create.role), recordIn(other, create.role)]
  for (const { property, pointer } of secretsOf(context.api, create)) {
    const value = one?.[property]
    // Clients may send the same one twice.
    if (sent?.has(property)) continue
    if (typeof value !== 'string' || value.length < leastLength || another?.[property] !== value) continue
    const evidence = { property, method: other.method, pointer, isOther: true }
    context.judge(shownOnce, evidence, { answer: other, after: [made] })
  }
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
