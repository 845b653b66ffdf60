import type { SchemaNode } from '../../../../spec/document.ts'
import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { refuse, type Behaviour } from '../../../behaviour.ts'
import { idOf, nounOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { composedMembers, composedNames } from '../../relations/copies/repeated.ts'
import { childrenOf } from '../../resource-index.ts'

interface View {
  readonly resource: Resource
  /** The property by whose value the record is found. */
  readonly property: string
  readonly parameter: string
  /** The schema of the response. */
  readonly body: SchemaNode
}

/** Responds with what a view shows of the record with a key: its own properties, parts of its objects, and the records below it. */
export function viewByKey(
  { document, model, validator }: CrudOptions,
  { resource, property, parameter, body }: View,
): Behaviour {
  const properties = [...possiblePropertiesOf(document, body)]
  const known = possiblePropertiesOf(document, resource.record)
  const composed = composedNames(document, body, resource.record)
  const below = properties.flatMap(([name, node]) => {
    const item = itemsOf(document, node)
    const child = childrenOf(model, resource).find(
      (each) =>
        item &&
        singularNounOf(each.name).endsWith(singularWordsOf(name)) &&
        isSameSchema(document, item, each.record),
    )
    return child && !known.has(name) ? [{ name, child }] : []
  })
  const { accepts } = validator.of(body, 'response')
  return async (context) => {
    const { request, store, next } = context
    const where = [{ property, values: [request.path[parameter] ?? null] }]
    const [record] = (await store.collection(resource.name).list({ where, limit: 1 })).items
    const id = idOf(record?.[resource.idProperty ?? ''])
    if (!record || id === undefined) return refuse(404, 'not_found', `There is no such ${nounOf(resource)}.`)
    const lists: Record<string, Json> = {}
    for (const { name, child } of below) lists[name] = (await store.collection(child.name, [id]).list()).items
    const outcome = await next()
    if (outcome.kind !== 'ok' || !isJsonObject(outcome.body)) return outcome
    const own = properties.flatMap(([name]) =>
      record[name] === undefined ? [] : [[name, record[name]] as const],
    )
    const told = {
      ...partsNamed(
        properties.map(([name]) => name),
        record,
      ),
      ...composedMembers(composed, record),
    }
    const shown = { ...outcome.body, ...told, ...Object.fromEntries(own), ...lists }
    return accepts(shown) ? { ...outcome, body: shown } : outcome
  }
}

/** Members of objects in the record, by the names of both: `recipientCity` for the `city` of the `recipient`. */
const partsNamed = (names: readonly string[], record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).flatMap(([around, object]) =>
      isJsonObject(object)
        ? Object.entries(object).flatMap(([name, value]) => {
            const words = `${singularWordsOf(around)} ${singularWordsOf(name)}`
            const shown = names.find((each) => singularWordsOf(each) === words)
            return shown === undefined ? [] : [[shown, value] as const]
          })
        : [],
    ),
  )
