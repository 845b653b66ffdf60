import type { Document, Operation } from '../../spec/document.ts'
import { referencedIds } from '../../spec/inference/references/referenced-ids.ts'
import { isArray, type Json, type JsonObject } from '../../spec/json.ts'
import { normalizedSentences, sentencesOf } from '../../spec/inference/prose/sentences.ts'
import { singularNounOf } from '../../spec/inference/prose/words.ts'
import { possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import type { Reference, Resource, ResourceModel } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { refuse, type Refused } from '../behaviour.ts'
import type { Desk } from './desk.ts'
import { idOf, nounOf } from './identity.ts'
import type { Id, Transaction } from '../store/store.ts'

/** Records that refer to what is deleted, of which the document says what becomes. */
interface Followers {
  readonly resource: Resource
  readonly reference: Reference
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
  const sentences = sentencesOf(deletion)
  return (referrersOf(document, model).get(name) ?? []).flatMap(({ resource, reference }) => {
    if (resource.kind === 'singleton' || resource.scope.length > 0) return []
    const noun = singularNounOf(resource.name)
    const isNamed = (sentence: string): boolean =>
      resource.name === name ? ownBelow.test(sentence) : sentence.includes(` ${noun} `)
    const said = sentences.find((each) => isNamed(each) && happens.test(each) && !guards.test(each))
    if (said === undefined) return []
    const stay = leaves.test(said) && !requiredOf(document, resource.record).has(reference.property)
    return [{ resource, reference, stay }]
  })
}

type Referrer = Pick<Followers, 'resource' | 'reference'>

const referrers = new WeakMap<ResourceModel, ReadonlyMap<string, readonly Referrer[]>>()

/** Who refers to each resource, by its name, and by what first that its records have. */
function referrersOf(document: Document, model: ResourceModel): ReadonlyMap<string, readonly Referrer[]> {
  const before = referrers.get(model)
  if (before) return before
  const found = new Map<string, Referrer[]>()
  for (const resource of model.resources) {
    const properties = possiblePropertiesOf(document, resource.record)
    for (const reference of resource.references) {
      const those = found.get(reference.resource) ?? []
      const isFirst = those.at(-1)?.resource !== resource
      if (isFirst && properties.has(reference.property)) those.push({ resource, reference })
      found.set(reference.resource, those)
    }
  }
  referrers.set(model, found)
  return found
}

const happens = /\b(?:remov|delet|drop|cascad|leav|clear|detach|unlink|go(?:e)? with|take)/
/** Names for those of the same kind below a record, which a sentence on its deletion names in any case. */
const ownBelow = /\b(?:sub(?!mi|sc)|child|descendant|below|beneath|nested|recursiv)/
const leaves = /\b(?:leav|clear|detach|unlink)/
const guards = /\b(?:not|cannot|must|first|before|unless|only|stay|keep|refused)\b/

/** Records that refer to the one with that id; of a reference by id alone, those that may. */
async function referring(
  { resource, reference }: Referrer,
  to: Id,
  store: Transaction,
): Promise<readonly JsonObject[]> {
  const { property, idProperty } = reference
  const where = idProperty === undefined ? [{ property, values: [to] }] : []
  return (await store.collection(resource.name).list({ where })).items
}

const isTold = (value: Json, reference: Reference, wanted: Id): boolean =>
  referencedIds(value, reference).some((id) => String(idOf(id)) === String(wanted))

const holds = / (?:ha|have|contain|with|by|still) /
const refuses = / (?:cannot|can not|not be|is not|are not|409|refuse|refused|reject|rejected|fail) /
const without = / (?:no|without|unless) /

const holders = new WeakMap<Operation, readonly Referrer[]>()

/** Records that refer to what is deleted, of which the document says that they prevent it. */
function holdersOf({ document, model }: CrudOptions, deletion: Operation, of: Resource): readonly Referrer[] {
  const conflict = deletion.responses.find(({ status }) => status === '409')
  if (conflict === undefined) return []
  const said = [
    ...normalizedSentences(conflict.description).filter((each) => !/ not /.test(each)),
    ...sentencesOf(deletion).filter((each) => refuses.test(each)),
  ].filter((sentence) => holds.test(sentence) && !without.test(sentence))
  return (referrersOf(document, model).get(of.name) ?? []).filter(({ resource }) => {
    if (resource.kind === 'singleton' || resource.scope.length > 0 || resource === of) return false
    const noun = singularNounOf(resource.name)
    return said.some((sentence) => sentence.includes(` ${noun} `))
  })
}

/** The refusal of a deletion by its 409, where the document says that records which refer to what is deleted prevent it. */
export async function heldBy(
  { options, declared, resource: of }: Desk,
  id: Id,
  store: Transaction,
): Promise<Refused | undefined> {
  const those = holders.get(declared) ?? holdersOf(options, declared, of)
  holders.set(declared, those)
  for (const holder of those) {
    const { resource, reference } = holder
    const records = await referring(holder, id, store)
    if (records.some((record) => isTold(record[reference.property] ?? null, reference, id)))
      return refuse(409, 'in_use', `The ${nounOf(of)} ${String(id)} has a ${singularNounOf(resource.name)}.`)
  }
  return undefined
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
  const { validator } = options
  for (const follower of followers) {
    const { resource, reference, stay } = follower
    const { property } = reference
    const collection = store.collection(resource.name)
    const isMeant = (value: Json): boolean => isTold(value, reference, deleted)
    for (const record of await referring(follower, deleted, store)) {
      const id = idOf(record[resource.idProperty ?? ''])
      if (id === undefined) continue
      const { [property]: value = null, ...rest } = record
      if (isArray(value)) {
        const left = { ...record, [property]: value.filter((each) => !isMeant(each)) }
        if (validator.of(resource.record, 'response').accepts(left)) await collection.put(id, left)
      } else if (isMeant(value)) await (stay ? collection.put(id, rest) : remove(resource, id))
    }
  }
}
