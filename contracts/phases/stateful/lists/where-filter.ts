import type { Parameter } from '../../../../spec/document.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { queryParametersOf } from '../../../../spec/parameters/members.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { listTotal } from '../../../checks/list-total.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking } from '../../../draft.ts'
import type { Answer } from '../../../interaction.ts'
import type { Listing, ReadableList } from '../../../records/lists.ts'
import { addVariety } from './add-variety.ts'
import { prepareList, readWholeList } from './prepare-list.ts'
import { judgeSelection, type Selection } from './selections.ts'

/** The parameter of a list that takes conditions by the names of properties: `where={"status":"open"}`. */
export function whereParameter(
  { document, ...api }: Api,
  { operation }: RoleOperation,
): Parameter | undefined {
  return queryParametersOf(operation).find(({ name, schema, content, style }) => {
    if (!/^_?where$/i.test(name) || !schema || !(content || style === 'deepObject')) return false
    const isObject = [...typesOf(document, schema)].join() === 'object'
    const isOpen = keywordsOf({ document, ...api }, schema).get('additionalProperties') !== false
    return isObject && isOpen && possiblePropertiesOf(document, schema).size === 0
  })
}

/** The most properties that are asked for. */
const mostAsked = 4

/** Checks that conditions on single properties return the items that have the value, and no others. */
export async function judgeWhere(
  context: Context,
  resource: Resource,
  parameter: Parameter,
  list: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, list)
  const asked = propertiesFor(context.api, resource)
  for (const property of asked) await addVariety(of, property, (await readWholeList(of)).items)
  const all = await readWholeList(of)
  let isSelective = false
  for (const property of asked) {
    const owns = all.items.map((item) => item[property] ?? null)
    const value = owns.find((own) => isAskable(own) && owns.some((other) => other !== own)) ?? null
    if (value === null) continue
    isSelective = true
    const selection = {
      asked: { [parameter.name]: { [property]: value } },
      parameter: `${parameter.name}.${property}`,
      property,
      value,
      pointer: parameter.pointer,
      severity: isDescribed(context.api, parameter) ? 'error' : 'warning',
      matches: (item: JsonObject): boolean => item[property] === value,
    } as const
    if (await judgeSelection(of, selection, all)) return
    if (await judgeCount(of, selection, all)) return
  }
  if (!isSelective) throw inconclusive('The list has no item that a condition would exclude.')
}

/** Whether the number of records that the same conditions count is wrong: `GET /todos/count` beside `GET /todos`. */
async function judgeCount(of: ReadableList, { asked, matches }: Selection, all: Listing): Promise<boolean> {
  const { context, list } = of
  const operation = context.api.operations.find(
    (each) => each.method === 'GET' && each.path === `${list.operation.path}/count`,
  )
  const names = new Set(operation && queryParametersOf(operation).map(({ name }) => name))
  if (!operation || !Object.keys(asked).every((name) => names.has(name))) return false
  const { template } = await context.control(operation)
  if (!template) return false
  const start = await context.instantiate(operation, template)
  const whole = countIn(await context.send(start, 'valid'))
  // What counts other records than the list shows is not compared.
  if (whole?.number !== all.items.length) return false
  const answer = await context.send(asking(start, asked), 'valid')
  const part = countIn(answer)
  const counted = all.items.filter((item) => matches(item) === true).length
  const evidence = {
    source: part?.name ?? '',
    total: part?.number,
    counted,
    filter: Object.keys(asked).join(),
  }
  return context.judge(listTotal, evidence, { answer })
}

/** The number in a response that is one, or has no other property. */
function countIn(answer: Answer): { readonly name: string; readonly number: number } | undefined {
  const body = isSuccess(answer.status) ? jsonOf(answer) : undefined
  const [[name, number] = ['the body', body], ...others] = isJsonObject(body ?? null)
    ? Object.entries(body as JsonObject)
    : []
  return typeof number === 'number' && others.length === 0 ? { name, number } : undefined
}

/** Whether the document says more of a parameter than its name. */
function isDescribed(api: Api, parameter: Parameter): boolean {
  const title = parameter.schema && keywordsOf(api, parameter.schema).get('title')
  return parameterDescription(api.document, parameter) !== '' || /filter/i.test(String(title))
}

/** Texts, choices, flags and whole numbers: one of each kind first. Times may be kept with less precision. */
function propertiesFor(api: Api, resource: Resource): readonly string[] {
  const kinds = new Map<string, string[]>()
  for (const [name, node] of recordProperties(api, resource)) {
    const types = typesOf(api.document, node)
    const keywords = keywordsOf(api, node)
    if (name === resource.idProperty || keywords.has('format') || keywords.get('writeOnly') === true) continue
    const kind = keywords.has('enum')
      ? 'enum'
      : ['string', 'boolean', 'integer'].find((each) => types.has(each as 'string'))
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []), name])
  }
  const firsts = [...kinds.values()].flatMap(([first]) => first ?? [])
  const others = [...kinds.values()].flatMap(([, ...rest]) => rest)
  return [...firsts, ...others].slice(0, mostAsked)
}

const isAskable = (value: Json): boolean => value !== null && typeof value !== 'object' && value !== ''
