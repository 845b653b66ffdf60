import type { SchemaNode } from '../../../../spec/document.ts'
import { equalJson, isJsonObject, memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { recordIn } from '../../../answers/answer-records.ts'
import { bodySchema, recordProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { slug, type Case } from '../../../case.ts'
import { readOnly } from '../../../checks/read-only.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import { isImpossible } from '../../../generate/impossible.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readOrFind } from '../../../records/read-record.ts'

/** Sends each readOnly property and checks that it does not take effect. */
export function assignmentCases(api: Api, resource: Resource, each: RoleOperation): readonly Case[] {
  const { operation, role } = each
  if (role.requestPath.length > 0 || !bodySchema(operation)) return []
  return assigned(api, resource, each).map(([name, node]) => ({
    path: `stateful/${slug(resource.name)}/assigned-${slug(operation.id)}-${slug(name)}`,
    phase: 'stateful',
    operation: operation.id,
    title: `${operation.method} ${operation.path} does not let clients set ${name}`,
    group: `${operation.id} assigned`,
    run: (context) => assign(context, resource, each, name, node),
  }))
}

/** By the request's schema, or by the record's if the request does not declare the property. */
function assigned(
  api: Api,
  resource: Resource,
  { operation }: RoleOperation,
): readonly (readonly [name: string, node: SchemaNode])[] {
  const schema = bodySchema(operation)
  const sent = schema ? possiblePropertiesOf(api.document, schema) : new Map<string, SchemaNode>()
  const isReadOnly = (node: SchemaNode): boolean => keywordsOf(api, node).get('readOnly') === true
  return [...recordProperties(api, resource)].filter(
    ([name, node]) => isReadOnly(sent.get(name) ?? node) && isReadOnly(node),
  )
}

async function assign(
  context: Context,
  resource: Resource,
  { operation, role }: RoleOperation,
  name: string,
  node: SchemaNode,
): Promise<void> {
  const { template, answer: control } = await context.control(operation)
  const of = role.role === 'create' ? undefined : await context.fixture(resource)
  if (!template) throw inconclusive(`No request to ${operation.id} was accepted.`)
  const send = async (value: Json): Promise<{ readonly answer: Answer; readonly isTaken: boolean }> => {
    const draft = await context.instantiate(operation, template, { fresh: role.role === 'create' })
    const body = bodyValue(draft)
    if (!isJsonObject(body)) throw inconclusive('No other value for the property is known.')
    const answer = await context.send(withBody(draft, { ...body, [name]: value }), 'probe')
    if (!isSuccess(answer.status)) throw inconclusive(`The update was refused with ${String(answer.status)}.`)
    const now = (await recordAfter(context, resource, answer, of)) ?? recordIn(answer, role)
    const taken = now && Object.hasOwn(now, name) ? now[name] : undefined
    return {
      answer,
      isTaken: taken !== undefined && (equalJson(taken, value) || isPartTaken(value, taken, before?.[name])),
    }
  }
  const before = of
    ? (await readOrFind(context, resource, of))?.record
    : control && (madeBefore(context, resource) ?? recordIn(control, role))
  const value = another(context.api, node, before?.[name])
  if (value === undefined) throw inconclusive('No other value for the property is known.')
  const { answer, isTaken } = await send(value)
  const other = isTaken ? another(context.api, node, value) : undefined
  if (other === undefined) return
  // With only a few possible values, the server may set the same one by chance.
  for (const each of [value, other, other, value, other]) {
    if (!(await send(each)).isTaken) return
  }
  context.judge(readOnly, { property: name, sent: value, pointer: node.pointer }, { answer })
}

/** Whether a text in an object is the one that was sent, where another record has another. */
const isPartTaken = (sent: Json, taken: Json, usual: Json | undefined): boolean =>
  isJsonObject(sent) &&
  isJsonObject(taken) &&
  Object.entries(sent).some(
    ([part, value]) =>
      typeof value === 'string' &&
      taken[part] === value &&
      typeof memberAt(usual, [part]) === 'string' &&
      memberAt(usual, [part]) !== value,
  )

const madeBefore = (context: Context, resource: Resource): JsonObject | undefined =>
  context.group.fixtures.get(resource.name)?.record

async function recordAfter(
  context: Context,
  resource: Resource,
  answer: Answer,
  of: Fixture | undefined,
): Promise<JsonObject | undefined> {
  const made = of ?? context.run.records.createdBy(answer)
  return made && (await readOrFind(context, resource, made))?.record
}

/** A valid value that the server would not set by itself. */
function another(api: Api, node: SchemaNode, before: Json | undefined): Json | undefined {
  const validate = api.validator.of(node, 'response')
  const made = [7, 8, 9, 10]
    .map((seed) => api.generator.valid(node, 'response', seed))
    .filter((each) => !isImpossible(each))
  const candidates: readonly unknown[] = [
    '2001-02-03T04:05:06Z',
    '2002-03-04T05:06:07Z',
    '2001-02-03',
    '2002-03-04',
    typeof before === 'boolean' ? !before : undefined,
    4_217,
    5_218,
    // An empty list or object may be what the server has.
    ...made.filter((each) => typeof each !== 'object' || each === null || Object.keys(each).length > 0),
    ...made,
  ]
  return candidates.find(
    (each): each is Json =>
      each !== undefined && !equalJson(each as Json, before ?? null) && validate.accepts(each as Json),
  )
}
