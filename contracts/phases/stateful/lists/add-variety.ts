import type { SchemaNode } from '../../../../spec/document.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { itemsOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, recordProperties, writableIn, type Api, type RoleOperation } from '../../../api/api.ts'
import { rangesOf } from '../../../api/described-ranges.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import { isImpossible } from '../../../generate/impossible.ts'
import type { Draft } from '../../../interaction.ts'
import type { Listing, ReadableList } from '../../../records/lists.ts'
import { changesTo } from '../../../records/steps/reach-state.ts'
import { withPeriodsKept } from '../../../requests/ordered-ranges.ts'
import { isValid } from '../../../requests/validity.ts'
import { addDistinctiveNumbers } from './distinctive-numbers.ts'
import { inSameList, prepareList, readWholeList } from './prepare-list.ts'

/** The list with records of several values of a property, and all that it shows. */
export async function prepareVariedList(
  context: Context,
  resource: Resource,
  property: string,
  list: RoleOperation | undefined,
): Promise<{ readonly of: ReadableList; readonly all: Listing }> {
  const of = await prepareList(context, resource, list)
  await addVariety(of, property, (await readWholeList(of)).items)
  return { of, all: await readWholeList(of) }
}

/** Adds records with other values of a property, unless the list has several: a filter shows only by what it leaves out. */
export async function addVariety(
  of: ReadableList,
  property: string,
  items: readonly JsonObject[],
): Promise<void> {
  const { context, resource } = of
  const node = recordProperties(context.api, resource).get(property)
  const known = items.flatMap((item) => item[property] ?? [])
  const [first] = known
  if (!node || first === undefined || known.some((each) => !equalJson(each, first))) return
  if (context.run.options.readOnly) return
  const others = valuesFor(context.api, node).filter((each) => !equalJson(each, first))
  if (others.length === 0) return addDistinctiveNumbers(of, property, items)
  if (!(await createWith(of, property, others))) await changeTo(of, property, others)
}

/** Creates a record with one of the values. Whether that was accepted. */
async function createWith(of: ReadableList, property: string, values: readonly Json[]): Promise<boolean> {
  const { context, resource } = of
  const create = operationFor(context.api, resource, 'create')
  const isChosen = create && writableIn(context.api, create).includes(property)
  if (!isChosen || create.role.requestPath.length > 0) return false
  const { template } = await context.control(create.operation)
  for (const value of template ? values.slice(0, mostTried) : []) {
    const draft =
      template && (await context.instantiate(create.operation, template, { fresh: true, attempt: 1 }))
    const changed = draft && withValue(context.api, inSameList(of, draft), property, value)
    if (changed && isSuccess((await context.send(changed, 'valid')).status)) return true
  }
  return false
}

const mostTried = 3

/** The request with a value, and with the other end of its period moved along. */
export function withValue(api: Api, draft: Draft, property: string, value: Json): Draft | undefined {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return undefined
  const kept = withPeriodsKept(body, { ...body, [property]: value }, rangesOf(api, draft.operation).body)
  const changed = withBody(draft, kept)
  return isValid(api, changed) ? changed : undefined
}

/** Brings a new record into a state with another value, by an action or an update. */
async function changeTo(
  { context, resource }: ReadableList,
  property: string,
  states: readonly Json[],
): Promise<void> {
  for (const change of changesTo(context, resource, { property, states }).slice(0, mostTried)) {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation || (await change(record))) return
  }
}

/** Some values of a schema that differ from each other. */
function valuesFor(api: Api, node: SchemaNode): readonly Json[] {
  const { document } = api
  const items = itemsOf(document, node)
  const listed = enumValues(document, node)
  if (listed.length > 0) return listed
  if (items && typesOf(document, node).has('array')) return enumValues(document, items).map((each) => [each])
  const types = typesOf(document, node)
  if (types.has('boolean')) return [true, false]
  const format = String(keywordsOf(api, node).get('format'))
  const dates = datesOf[format]
  if (dates) return dates
  if (!types.has('string')) return []
  return [1, 2, 3].flatMap((seed) => {
    const made = api.generator.valid(node, 'request', seed)
    return isImpossible(made) || isArray(made) ? [] : [made]
  })
}

const datesOf: Readonly<Record<string, readonly string[]>> = {
  date: ['2031-05-09', '2021-05-12'],
  'date-time': ['2031-05-09T08:00:00Z', '2021-05-12T08:00:00Z'],
}
