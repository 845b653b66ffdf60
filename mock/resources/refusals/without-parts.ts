import type { Document, SchemaNode } from '../../../spec/document.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { neededParts } from '../../../spec/inference/states/refusals/needed-parts.ts'
import { isArray, type JsonObject } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idInPath, nameOf } from '../identity/identity.ts'
import { childrenOf, referring } from '../resource-index.ts'

/**
 * Refuses an action on a record that nothing belongs to: "An invoice without lines cannot be issued". Undefined where the document demands
 * nothing of the kind, or declares no status for a refusal.
 */
export function withoutParts(endpoint: Endpoint): WriteCheck | undefined {
  const { declared, operation, resource } = endpoint
  const status = declaredStatus(declared, [409, 422, 400])
  const { idParameter } = operation
  if (operation.role !== 'action' || status === undefined || idParameter === undefined) return undefined
  const [part, ...others] = partsOf(endpoint).filter(
    ({ name }) => neededParts(declared, singularNounOf(name)) !== undefined,
  )
  if (!part || others.length > 0) return undefined
  return async (context) => {
    const id = idInPath(context.request, idParameter)
    const record = id === undefined ? undefined : await context.records.get(id)
    if (!record || id === undefined || (await part.hasAny(context, id, record))) return undefined
    return refuse(status, 'empty', `The ${nameOf(resource, id)} has no ${lastSegment(part.name)}.`)
  }
}

/** What may belong to a record. */
interface Part {
  readonly name: string
  readonly hasAny: (context: RequestContext, id: Id, record: JsonObject) => MaybePromise<boolean>
}

/** Whether a property of records is a list. */
function isListed(document: Document, record: SchemaNode, name: string): boolean {
  const node = possiblePropertiesOf(document, record).get(name)
  return node !== undefined && itemsOf(document, node) !== undefined
}

/** The collections below a record, those that refer to it, and the lists in it that have no collection. */
function partsOf({ options, resource }: Endpoint): readonly Part[] {
  const { document, model } = options
  const below = childrenOf(model, resource)
    .filter(({ scope }) => scope.length === resource.scope.length + 1)
    .map(({ name }): Part => ({
      name,
      hasAny: async ({ store, scope }, id) =>
        (await store.collection(name, [...scope, id]).list({ limit: 1 })).items.length > 0,
    }))
  const beside = referring(model, resource).flatMap(({ name, scope, references, record }) => {
    const [to, ...more] = references.filter((each) => each.resource === resource.name)
    const isMany = to && isListed(document, record, to.property)
    if (!to || more.length > 0 || to.idProperty !== undefined || isMany || scope.length > 0) return []
    const hasAny: Part['hasAny'] = async ({ store }, id) => {
      const where = [{ property: to.property, values: [id] }]
      return (await store.collection(name).list({ where, limit: 1 })).items.length > 0
    }
    return [{ name, hasAny }]
  })
  const nouns = new Set([...below, ...beside].map(({ name }) => singularNounOf(name)))
  const within = [...possiblePropertiesOf(document, resource.record)].flatMap(([name, node]) => {
    const isList = !nouns.has(singularWordsOf(name)) && itemsOf(document, node) !== undefined
    const hasAny: Part['hasAny'] = (_, __, { [name]: list }) =>
      list === undefined || !isArray(list) || list.length > 0
    return isList ? [{ name, hasAny }] : []
  })
  return [...below, ...beside, ...within]
}
