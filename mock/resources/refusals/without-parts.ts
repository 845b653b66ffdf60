import type { Document, SchemaNode } from '../../../spec/document.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { membersOf } from '../../../spec/inference/states/effects/effects-on-members.ts'
import { neededOfOther, neededParts } from '../../../spec/inference/states/refusals/needed-parts.ts'
import { stateNamed } from '../../../spec/inference/states/words/named-states.ts'
import { isArray, type JsonObject } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { refuse } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../endpoint.ts'
import { idInPath, idOf, nameOf } from '../identity/identity.ts'
import { childrenOf, referring, resourceNamed } from '../resource-index.ts'

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
  if (!part) return withoutPartsOfOther(endpoint)
  if (others.length > 0) return undefined
  return async (context) => {
    const id = idInPath(context.request, idParameter)
    const record = id === undefined ? undefined : await context.records.get(id)
    if (!record || id === undefined || (await part.hasAny(context, id, record))) return undefined
    return refuse(status, 'empty', `The ${nameOf(resource, id)} has no ${lastSegment(part.name)}.`)
  }
}

/** Refuses an action because of what the record that its own refers to lacks: "The list has no confirmed subscribers". */
function withoutPartsOfOther({ options, declared, resource, operation }: Endpoint): WriteCheck | undefined {
  const { document, model } = options
  const [rule, ...others] = resource.references.flatMap((reference) => {
    const owner = reference.idProperty === undefined ? resourceNamed(model, reference.resource) : undefined
    const members = owner?.scope.length === 0 ? membersOf(owner, model.resources) : []
    return members.flatMap(({ member, property }) => {
      const nouns = [singularNounOf(reference.resource), singularNounOf(member.name)] as const
      const needed = neededOfOther(declared, ...nouns)
      const state =
        needed?.state === undefined ? undefined : stateNamed(document, member.record, needed.state)
      const isClear = needed && (needed.state === undefined || state)
      return isClear ? [{ reference, member, property, state, status: needed.status, nouns }] : []
    })
  })
  if (!rule || others.length > 0) return undefined
  const { reference, member, property, state, status, nouns } = rule
  return async ({ request, records, store }) => {
    const id = idInPath(request, operation.idParameter ?? '')
    const owner = idOf((id === undefined ? undefined : await records.get(id))?.[reference.property])
    if (owner === undefined) return undefined
    const where = [
      ...(property === undefined ? [] : [{ property, values: [owner] }]),
      ...(state ? [{ property: state.property, values: [state.value] }] : []),
    ]
    const found = store.collection(member.name, property === undefined ? [owner] : [])
    const { items } = await found.list({ where, limit: 1 })
    return items.length > 0 ? undefined : refuse(status, 'empty', `The ${nouns[0]} has no such ${nouns[1]}.`)
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
