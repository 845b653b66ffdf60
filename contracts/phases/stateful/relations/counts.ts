import type { SchemaNode } from '../../../../spec/document.ts'
import { isArray, type JsonObject } from '../../../../spec/json.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { countedNoun } from '../../../../spec/inference/records/counts.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { operationFor, recordProperties, writableProperties, type Api } from '../../../api/api.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Fixture } from '../../../interaction.ts'
import { itemDraft } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { readPages } from '../../../records/lists.ts'
import { addItems, hasUnnamedItems } from '../lists/unnamed-items.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'

/** A property that counts something of a record. */
export interface Count {
  readonly property: string
  /** What is counted: the items of another property, or the records below this one. */
  readonly of: { readonly property: string } | { readonly child: Resource }
  /** Whether its description says so, too. */
  readonly isDescribed: boolean
}

/** The properties of a resource's records that count what can be seen: `memberCount` beside `members`. */
export function countsOf(api: Api, resource: Resource): readonly Count[] {
  const writable = writableProperties(api, resource)
  const properties = recordProperties(api, resource)
  const children = api.model.resources.filter(
    (each) => each.parent?.resource === resource.name && operationFor(api, each, 'list'),
  )
  return [...properties].flatMap(([property, node]): readonly Count[] => {
    const counted = countedNoun(property)
    if (counted === undefined || writable.has(property) || !typesOf(api.document, node).has('integer'))
      return []
    const description = keywordsOf(api, node).get('description')
    const isDescribed = typeof description === 'string' && /how many|number of|count of/i.test(description)
    const list = [...properties].find(
      ([name, each]) => singularWordsOf(name) === counted && isList(api, each),
    )
    if (list) return [{ property, of: { property: list[0] }, isDescribed }]
    const child = children.find(({ name }) => singularWordsOf(name.split('/').at(-1) ?? '') === counted)
    return child ? [{ property, of: { child }, isDescribed }] : []
  })
}

const isList = ({ document }: Api, node: SchemaNode): boolean => typesOf(document, node).has('array')

/** Adds to what is counted, takes away from it, and looks each time whether the number is right. */
export async function judgeCounts(context: Context, group: CaseGroup, resource: Resource): Promise<void> {
  const counts = countsOf(context.api, resource)
  const made = await group.fixture(context, resource, { fresh: true })
  if (!made?.creation) throw inconclusive(`No record of ${resource.name} is available to add to.`)
  for (const count of counts) {
    if ('child' in count.of) await followChildren(context, group, resource, made, count, count.of.child)
    else
      judgeCount(context, resource, count, await readItem(context, resource, made), 'POST', (record) =>
        lengthOf(record, count),
      )
  }
}

function lengthOf(record: JsonObject, { of }: Count): number | undefined {
  const list = 'property' in of ? record[of.property] : undefined
  return isArray(list) ? list.length : undefined
}

async function followChildren(
  context: Context,
  group: CaseGroup,
  resource: Resource,
  made: Fixture,
  count: Count,
  child: Resource,
): Promise<void> {
  const isRight = async (after: string, owner = made): Promise<boolean> => {
    const there = await countChildren(context, group, child)
    const seen = await readItem(context, resource, owner)
    return there === undefined || !judgeCount(context, resource, count, seen, after, () => there)
  }
  const add = async (amount: number): Promise<boolean> => {
    if (hasUnnamedItems(child)) return (await addItems(context, group, child, amount)).length > 0
    for (let added = 0; added < amount; added += 1) {
      if (!(await group.fixture(context, child, { fresh: true }))?.creation) return false
    }
    return true
  }
  group.fixtures.set(resource.name, made)
  // What counts something else, too, does not begin with none.
  if (!count.isDescribed && (await readItem(context, resource, made))?.record?.[count.property] !== 0) return
  if (!(await add(2)) || !(await isRight('POST'))) return
  const last = group.fixtures.get(child.name)
  const removal = operationFor(context.api, child, 'delete')
  if (last && removal && !hasUnnamedItems(child)) {
    await context.send(itemDraft(removal, last), 'valid')
    if (!(await isRight('DELETE'))) return
  }
  // The items of other records do not count.
  const other = await group.fixture(context, resource, { fresh: true })
  if (other?.creation && other !== made && (await add(2))) await isRight('POST', other)
}

/** The number of items in the list below the group's record; undefined if it cannot be read completely. */
async function countChildren(
  context: Context,
  group: CaseGroup,
  child: Resource,
): Promise<number | undefined> {
  const list = operationFor(context.api, child, 'list')
  const { template } = list ? await group.control(context, list.operation) : { template: undefined }
  if (!list || !template) return undefined
  const listing = await readPages(
    context,
    child,
    list,
    await group.instantiate(context, list.operation, template),
  )
  return listing?.complete ? listing.items.length : undefined
}

/** Whether it is wrong. */
function judgeCount(
  context: Context,
  resource: Resource,
  { property, of, isDescribed }: Count,
  seen: ReadResult | undefined,
  after: string,
  counted: (record: JsonObject) => number | undefined,
): boolean {
  const said = seen?.record?.[property]
  const there = seen?.record && counted(seen.record)
  if (!seen || typeof said !== 'number' || there === undefined || said === there) return false
  const what = 'child' in of ? of.child.name : of.property
  const evidence = {
    rule: `${property} of ${resource.name} is the number of ${what}`,
    cause: `count ${property} ${resource.name}`,
    after,
    contradiction: `${String(said)} for ${String(there)} ${what}`,
    severity: isDescribed ? 'error' : 'warning',
  } as const
  return context.judge(aggregate, evidence, { answer: seen.answer })
}
