import type { Operation } from '../../spec/document.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { perObject } from '../../spec/util/memo.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { isId } from '../answers/answer-records.ts'
import { bodySchema, type Api } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import { bodyValue } from '../draft.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { mostAttempts, type InstantiateOptions } from './case-group.ts'

/**
 * Creates a record that several of its properties identify together, by a POST to a path that its own begins with: `POST /tags` with
 * `type` and `value` for `/tags/{type}/{value}`.
 */
export async function createByWholeKey(
  context: Context,
  resource: Resource,
  { freshReferences = false }: InstantiateOptions,
): Promise<Fixture | undefined> {
  const creation = wholeKeyCreations(context.api)(resource)
  if (!creation || !isTrusted(context.run, creation.operation)) return undefined
  const { operation } = creation
  const isFirst = !context.group.controls.has(operation.id)
  const { template, answer } = await context.control(operation)
  if (!template || !answer) return undefined
  // Recorded even if other references are wanted: what is created is removed in the end.
  const first = isFirst ? madeBy(context, resource, creation, answer) : undefined
  if (first && !freshReferences) return first
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const draft = await context.instantiate(operation, template, {
      fresh: attempt > 0,
      freshReferences,
      attempt,
    })
    const made = madeBy(context, resource, creation, await context.send(draft, 'valid'))
    if (made) return made
  }
  return undefined
}

/** The record that a request created, if it did. */
function madeBy(
  context: Context,
  resource: Resource,
  creation: WholeKeyCreation,
  answer: Answer,
): Fixture | undefined {
  const key = isSuccess(answer.status) ? keyIn(answer, creation) : undefined
  return key && context.run.records.add(fixtureOf(resource, answer, key))
}

interface WholeKeyCreation {
  readonly operation: Operation
  /** For each parameter of the record's path, the one of the creation's path, or the property with the same value. */
  readonly places: readonly Place[]
}

interface Place {
  readonly in: 'path' | 'body'
  readonly name: string
}

const wholeKeyCreations = perObject((api: Api) =>
  perObject((resource: Resource): WholeKeyCreation | undefined => {
    const { itemPath = '', operations } = resource
    const names = parameterNames(itemPath)
    if (names.length < 2 || operations.some(({ role }) => role === 'create')) return undefined
    const creations = api.operations.flatMap((operation) => {
      const places = operation.method === 'POST' ? placesOf(api, operation, itemPath, names) : undefined
      return places ? [{ operation, places }] : []
    })
    return creations.length === 1 ? creations[0] : undefined
  }),
)

/** Where a POST has the whole key of a record; undefined if it lacks a part, or has nothing of it in its body. */
function placesOf(
  api: Api,
  operation: Operation,
  itemPath: string,
  names: readonly string[],
): readonly Place[] | undefined {
  const schema = bodySchema(operation)
  const path = operation.path.replace(/\/$/, '')
  if (!schema || !itemPath.startsWith(`${path}/`)) return undefined
  const given = parameterNames(operation.path).length
  if (names.length - given < 2) return undefined
  const properties = [...possiblePropertiesOf(api.document, schema).keys()]
  const places = names.flatMap((name, index): readonly Place[] => {
    if (index < given) return [{ in: 'path', name }]
    const property = properties.find((each) => normalizeName(each) === normalizeName(name))
    return property === undefined ? [] : [{ in: 'body', name: property }]
  })
  return places.length === names.length ? places : undefined
}

/** The key of a created record, as the response shows it, or else as it was sent. */
function keyIn(answer: Answer, { places }: WholeKeyCreation): readonly Json[] | undefined {
  const [shown, sent] = [jsonOf(answer), bodyValue(answer.draft)].map((value) =>
    isJsonObject(value) ? value : undefined,
  )
  const key = places.map((each) =>
    each.in === 'path' ? answer.draft.path[each.name] : (shown?.[each.name] ?? sent?.[each.name]),
  )
  return key.every(isId) ? key : undefined
}

function fixtureOf({ name }: Resource, answer: Answer, key: readonly Json[]): Fixture {
  const shown = jsonOf(answer)
  const record: JsonObject | undefined = isJsonObject(shown) ? shown : undefined
  return { resource: name, id: key.at(-1) ?? null, key, record, creation: answer, gone: false }
}
