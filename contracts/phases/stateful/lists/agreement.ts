import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { resolveRef } from '../../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { differences, show } from '../../../answers/compare.ts'
import {
  itemShownBy,
  operationFor,
  operationsFor,
  recordProperties,
  shownBy,
  writableProperties,
  type Api,
} from '../../../api/api.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Fixture } from '../../../interaction.ts'
import { findInList, readItem } from '../../../records/read-record.ts'

/** Whether the list and the read operation share a schema with derived properties, which then have to agree. */
export function isShownAlike(api: Api, resource: Resource): boolean {
  const [list, read] = [operationFor(api, resource, 'list'), operationFor(api, resource, 'read')]
  const item = list && itemShownBy(api, list)
  const shown = read && shownBy(api, read)
  if (!item || !shown || derivedOf(api, resource).length === 0) return false
  return resolveRef(api.document, item).pointer === resolveRef(api.document, shown).pointer
}

/** Read-only numbers and booleans, which the server derives from other data. */
function derivedOf(api: Api, resource: Resource): readonly string[] {
  const writable = writableProperties(api, resource)
  return [...recordProperties(api, resource)].flatMap(([name, node]) => {
    const types = typesOf(api.document, node)
    const isPlain = types.has('integer') || types.has('boolean') || types.has('number')
    return writable.has(name) || name === resource.idProperty || !isPlain ? [] : [name]
  })
}

/** Creates and deletes referring records, and compares the list with the record's own URL each time. */
export async function judgeAgreement(context: Context, resource: Resource): Promise<void> {
  const of = await context.fixture(resource, { fresh: true })
  if (!of?.creation) throw inconclusive(`No record of ${resource.name} is available to read.`)
  if (await isContradicted(context, resource, of)) return
  for (const referrer of referrersOf(context.api, resource)) {
    context.group.fixtures.set(resource.name, of)
    const made = await context.fixture(referrer, { fresh: true })
    if (!made?.creation || (await isContradicted(context, resource, of))) return
    for (const action of operationsFor(context.api, referrer, 'action')) {
      context.group.fixtures.set(referrer.name, made)
      const { template } = await context.control(action.operation)
      context.group.fixtures.set(referrer.name, made)
      if (template) await context.send(await context.instantiate(action.operation, template), 'valid')
      if (await isContradicted(context, resource, of)) return
    }
    const removal = operationFor(context.api, referrer, 'delete')
    if (removal) await context.send(itemDraft(removal, made), 'valid')
    if (removal && (await isContradicted(context, resource, of))) return
  }
}

const referrersOf = ({ model }: Api, { name }: Resource): readonly Resource[] =>
  model.resources.filter(
    (each) =>
      each.name !== name &&
      (each.parent?.resource === name || each.references.some(({ resource }) => resource === name)),
  )

/** Whether the list and the record differ, also when they are read again. */
async function isContradicted(context: Context, resource: Resource, of: Fixture): Promise<boolean> {
  const first = await contradiction(context, resource, of)
  const second = first && (await contradiction(context, resource, of))
  if (!first || !second || first.property !== second.property) return false
  const { property, listed, shown, answer, after } = second
  const evidence = {
    rule: `${property} of ${resource.name} is the same in the list and in the record itself`,
    cause: `agree ${property} ${resource.name}`,
    after: 'reading both',
    contradiction: `${show(listed)} in the list and ${show(shown)} in the record`,
    severity: 'error',
  } as const
  return context.judge(aggregate, evidence, { answer, after: [after] })
}

interface Contradiction {
  readonly property: string
  readonly listed: Json
  readonly shown: Json | undefined
  readonly answer: Parameters<Context['judge']>[2]['answer']
  readonly after: Contradiction['answer']
}

async function contradiction(
  context: Context,
  resource: Resource,
  of: Fixture,
): Promise<Contradiction | undefined> {
  const listed = await findInList(context, resource, of)
  const seen = listed?.item && (await readItem(context, resource, of))
  const { item } = listed ?? {}
  if (!listed || !item || !seen?.record) return undefined
  const names = derivedOf(context.api, resource).filter((name) => Object.hasOwn(item, name))
  const derived: JsonObject = Object.fromEntries(names.map((name) => [name, item[name] ?? null]))
  const [found] = differences(derived, seen.record, () => false)
  return (
    found && {
      property: found.property,
      listed: found.expected,
      shown: found.actual,
      answer: seen.answer,
      after: listed.answer,
    }
  )
}
