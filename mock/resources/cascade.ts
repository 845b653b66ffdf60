import type { Document, Operation } from '../../spec/document.ts'
import { isObject, own } from '../../spec/follow.ts'
import { plainNounOf, plainWordsOf } from '../../spec/inference/words.ts'
import { resolvePointer } from '../../spec/pointer.ts'
import { requiredOf } from '../../spec/refs.ts'
import type { Resource, ResourceModel } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import type { Desk } from './desk.ts'
import { idOf } from './identity.ts'
import type { Id, Transaction } from './store.ts'

/** Records that refer to what is deleted, of which the document says what becomes. */
interface Followers {
  readonly resource: Resource
  readonly property: string
  /** They stay, and refer to nothing. */
  readonly stay: boolean
}

const known = new WeakMap<Operation, readonly Followers[]>()

/** `Removes the room with all its bookings`, `Its pets leave the category`; of records below others nothing is known. */
function followersOf(
  { document, model }: CrudOptions,
  deletion: Operation,
  { name }: Resource,
): readonly Followers[] {
  const sentences = sentencesOf(document, deletion)
  return (referrersOf(model).get(name) ?? []).flatMap(({ resource, property }) => {
    if (resource.kind === 'singleton' || resource.scope.length > 0) return []
    const noun = plainNounOf(resource.name)
    const said = sentences.find(
      (each) => each.includes(` ${noun} `) && happens.test(each) && !guards.test(each),
    )
    if (said === undefined) return []
    const stay = leaves.test(said) && !requiredOf(document, resource.record).has(property)
    return [{ resource, property, stay }]
  })
}

interface Referrer {
  readonly resource: Resource
  readonly property: string
}

const referrers = new WeakMap<ResourceModel, ReadonlyMap<string, readonly Referrer[]>>()

/** Who refers to each resource, by its name, and in which property first. */
function referrersOf(model: ResourceModel): ReadonlyMap<string, readonly Referrer[]> {
  const before = referrers.get(model)
  if (before) return before
  const found = new Map<string, Referrer[]>()
  for (const resource of model.resources) {
    for (const { property, resource: name } of resource.references) {
      const those = found.get(name) ?? []
      if (those.at(-1)?.resource !== resource) those.push({ resource, property })
      found.set(name, those)
    }
  }
  referrers.set(model, found)
  return found
}

const happens = /\b(?:remov|delet|drop|cascad|leav|clear|detach|unlink|go(?:e)? with|take)/
const leaves = /\b(?:leav|clear|detach|unlink)/
const guards = /\b(?:not|cannot|must|first|before|unless|only|stay|keep|refused)\b/

function sentencesOf(document: Document, { pointer }: Operation): readonly string[] {
  const node = resolvePointer(document.root, pointer)
  const texts = isObject(node) ? [own(node, 'summary'), own(node, 'description')] : []
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(/[.;]/))
    .map((sentence) => ` ${plainWordsOf(sentence)} `)
}

/** Does to those that refer to a record what the document says that its deletion does to them. */
export async function release(
  { options, declared, resource: of }: Desk,
  deleted: Id,
  store: Transaction,
  remove: (resource: Resource, id: Id) => Promise<void>,
): Promise<void> {
  const followers = known.get(declared) ?? followersOf(options, declared, of)
  known.set(declared, followers)
  for (const { resource, property, stay } of followers) {
    const collection = store.collection(resource.name)
    const { items } = await collection.list({ where: [{ property, values: [deleted] }] })
    for (const record of items) {
      const id = idOf(record[resource.idProperty ?? ''])
      if (id === undefined) continue
      const { [property]: _, ...rest } = record
      await (stay ? collection.put(id, rest) : remove(resource, id))
    }
  }
}
