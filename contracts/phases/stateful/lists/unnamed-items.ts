import type { Operation } from '../../../../spec/document.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { canonicalJson } from '../../../../spec/json/canonical.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn } from '../../../answers/answer-records.ts'
import { bodySchema, operationFor, resourceNamed, type Api } from '../../../api/api.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, textOfId, withBody } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { isValid } from '../../../requests/validity.ts'

/** The value that identifies an item of a list: its id, or the whole item if it has none. */
export function identityOf(resource: Resource, item: JsonObject): string {
  const id = idIn(item, resource)
  return id === undefined ? canonicalJson(inOneOrder(item)) : textOfId(id)
}

/** The item with its own lists sorted: databases aggregate rows in whatever order they find them. */
function inOneOrder(value: Json): Json {
  if (isArray(value)) {
    const items = value.map((item) => [canonicalJson(inOneOrder(item)), item] as const)
    return items.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => inOneOrder(item))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inOneOrder(each)]))
}

/** Whether the items of a list have no ids, such as reports, events or lines. */
export const hasUnnamedItems = ({ kind, idProperty, itemPath }: Resource): boolean =>
  kind === 'collection' && (idProperty === undefined || itemPath === undefined)

/** The POST on a list's own path that adds items without creating records. */
export function addOperationOf(api: Api, resource: Resource): Operation | undefined {
  const list = operationFor(api, resource, 'list')
  return api.operations.find(
    ({ method, path, requestBody }) =>
      method === 'POST' && path === list?.operation.path && requestBody !== undefined,
  )
}

/** Adds different items to the list of a new parent; returns how many were accepted. */
export async function addItems(
  context: Context,
  resource: Resource,
  count: number,
): Promise<readonly Answer[]> {
  const operation = addOperationOf(context.api, resource)
  if (!operation || context.run.options.readOnly) return []
  const { template } = await context.control(operation)
  if (!template) return []
  const taken: Answer[] = []
  for (let index = 1; index <= count; index += 1) {
    const draft = await context.instantiate(operation, template)
    const answer = await context.send(varied(context, draft, index), 'valid')
    if (isSuccess(answer.status)) taken.push(answer)
  }
  return taken
}

/** Creates a parent without items; returns whether there is one. */
export async function createParent(context: Context, { parent }: Resource): Promise<boolean> {
  const above = parent && resourceNamed(context.api, parent.resource)
  if (!above || context.run.options.readOnly) return false
  return (await context.fixture(above, { fresh: true }))?.creation !== undefined
}

/** The request with other numbers and times, and shorter lists, if the document allows them. */
function varied({ api }: Context, draft: Draft, index: number): Draft {
  const body = bodyValue(draft)
  if (!bodySchema(draft.operation) || !isJsonObject(body)) return draft
  return Object.entries(body).reduce((sofar, [name, value]) => {
    const now = bodyValue(sofar)
    if (!isJsonObject(now)) return sofar
    const others = [moved(value, index), moved(value, -index)].filter((other) => other !== undefined)
    const changed = others.map((other) => withBody(sofar, { ...now, [name]: other }))
    return changed.find((each) => isValid(api, each)) ?? sofar
  }, draft)
}

/** Another value not far from it: a number, a day or a time some days or hours later or earlier, or a list without its last item. */
function moved(value: Json, index: number): Json | undefined {
  if (typeof value === 'number') return value + index
  if (isArray(value)) return value.length > 1 ? value.slice(0, -1) : undefined
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) {
    const day = Date.parse(value) + index * 86_400_000
    return Number.isNaN(day) ? undefined : new Date(day).toISOString().slice(0, 10)
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value))
    return undefined
  const time = Date.parse(value) + index * 3_600_000
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace('.000Z', 'Z')
}
