import type { Operation } from '../../../spec/document.ts'
import { refusalStatements } from '../../../spec/inference/prose/refusal-statements.ts'
import { schemaDescription, sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { singularNounOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import {
  deletionBlocker,
  forcingParameter,
  preventsDeletion,
  type DeletionBlocker,
} from '../../../spec/inference/references/deletion-blockers.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { statePrecondition } from '../../../spec/inference/states/described-states.ts'
import { isArray, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource, ResourceModel } from '../../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import type { Id, Transaction } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, nounOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { childrenOf, resourceNamed } from '../resource-index.ts'
import { scopesOf, shownNested } from './containers.ts'
import { partiesTo } from './members/memberships.ts'
import { refersTo } from './refers-to.ts'
import { twinsOf } from './twins.ts'

/** Records that refer to a deleted record, and what the document says happens to them. */
interface Dependents {
  readonly resource: Resource
  readonly reference: Reference
  /** Whether only their reference is removed; otherwise they are deleted. */
  readonly areKept: boolean
}

const dependentsByOperation = new WeakMap<Operation, readonly Dependents[]>()

/**
 * Reads descriptions such as "Removes the room with all its bookings" and "Its pets leave the category". Where a description says
 * nothing of them, records that are created only below others go with these, and so do twins. Nested records are not covered.
 */
function dependentsOf(options: CrudOptions, deletion: Operation, of: Resource): readonly Dependents[] {
  const { document } = options
  const { name } = of
  const twins = twinsOf(options)(of)
  const sentences = sentencesOf(deletion)
  return (referrersOf(options).get(name) ?? []).flatMap(({ resource, reference }) => {
    if (resource.kind === 'singleton' || resource.scope.length > 0) return []
    if (twins.includes(resource)) return [{ resource, reference, areKept: false }]
    const [noun, ownNoun] = [singularNounOf(resource.name), singularNounOf(name)]
    // The items of a checklist are checklist items.
    const nouns = [noun, ...(noun.startsWith(`${ownNoun} `) ? [noun.slice(ownNoun.length + 1)] : [])]
    const isNamed = (sentence: string): boolean =>
      resource.name === name
        ? descendants.test(sentence) ||
          childNouns(options, resource, reference).some((each) => sentence.includes(` ${each} `))
        : nouns.some((each) => sentence.includes(` ${each} `))
    const isLeft = (sentence: string): boolean =>
      new RegExp(
        ` (?:ha|have|with|are|without)(?: no| without)?(?: an?)? ${ownNoun} (?:any more|any longer|afterward|then|left) `,
      ).test(sentence) && / (?:no|without) /.test(sentence)
    const sentence = sentences.find(
      (each) => isNamed(each) && (isLeft(each) || (removal.test(each) && !restriction.test(each))),
    )
    const node = possiblePropertiesOf(document, resource.record).get(reference.property)
    const isNone = node !== undefined && none.test(schemaDescription(document, node))
    if (sentence === undefined && !sentences.some(isNamed) && isNone && typesOf(document, node).has('null'))
      return [{ resource, reference, areKept: true }]
    if (sentence === undefined && (sentences.some(isNamed) || !isBelow(resource, reference))) return []
    const mayLack =
      !requiredOf(document, resource.record).has(reference.property) ||
      (node !== undefined && typesOf(document, node).has('null'))
    if (sentence === undefined) return mayLack ? [] : [{ resource, reference, areKept: false }]
    return [{ resource, reference, areKept: mayLack && (isLeft(sentence) || detachment.test(sentence)) }]
  })
}

/** What a tree calls the records below one, by the paths of those: the replies to a message are messages. */
const childNouns = (
  { byId }: CrudOptions,
  { operations }: Resource,
  { property }: Reference,
): readonly string[] =>
  operations.flatMap(({ operationId, within }) => {
    const path = byId.get(operationId)?.path
    return path !== undefined && within.some((each) => each.property === property)
      ? [singularNounOf(path)]
      : []
  })

/** Whether records come into being only below the one that they refer to: `POST /quizzes/{id}/attempts`. */
function isBelow({ operations }: Resource, { property }: Reference): boolean {
  const creations = operations.filter(({ role }) => role === 'create')
  return (
    creations.length > 0 && creations.every(({ within }) => within.some((each) => each.property === property))
  )
}

type Referrer = Pick<Dependents, 'resource' | 'reference'>

const referrers = new WeakMap<ResourceModel, ReadonlyMap<string, readonly Referrer[]>>()

/** The resources that refer to each resource, by its name, with the first such reference that their records have. */
function referrersOf(options: CrudOptions): ReadonlyMap<string, readonly Referrer[]> {
  const { document, model } = options
  const known = referrers.get(model)
  if (known) return known
  const byTarget = new Map<string, Referrer[]>()
  for (const resource of model.resources) {
    const properties = possiblePropertiesOf(document, resource.record)
    for (const reference of [...resource.references, ...shownNested(options, resource)]) {
      const group = byTarget.get(reference.resource) ?? []
      const isFirst = group.at(-1)?.resource !== resource
      if (isFirst && properties.has(reference.property)) group.push({ resource, reference })
      byTarget.set(reference.resource, group)
    }
  }
  referrers.set(model, byTarget)
  return byTarget
}

/** Says that a reference is null where there is nothing to refer to: "null if it is not attached". */
const none = /\bnull (?:if|when|while) [^.]*\b(?:not|no|un\w+)\b/i
const removal = /\b(?:remov|delet|drop|cascad|leav|clear|detach|unlink|go(?:e)? with|take)/
/** Words for descendants in a tree of records. The noun alone does not suffice: the deleted record has the same one. */
const descendants = /\b(?:sub(?!mi|sc)|child|descendant|below|beneath|nested|recursiv)/
const detachment = /\b(?:leav|clear|detach|unlink)/
const restriction = /\b(?:not|cannot|must|first|before|unless|only|stay|keep|refused)\b/

/** Records in one scope that refer to the one with this id, and possibly others if the reference embeds copies. */
async function referring(
  { resource, reference }: Referrer,
  to: Id,
  store: Transaction,
  scope: readonly Id[] = [],
): Promise<readonly JsonObject[]> {
  const { property, idProperty } = reference
  const where = idProperty === undefined ? [{ property, values: [to] }] : []
  return (await store.collection(resource.name, scope).list({ where })).items
}

/** Records that prevent the deletion of those they refer to. */
interface Blocker extends Referrer {
  /** Whether one does: in a tree, each record below another. */
  readonly prevents: (record: JsonObject) => boolean
}

const blockersByOperation = new WeakMap<Operation, readonly Blocker[]>()

/**
 * Resources whose records prevent the deletion of those they refer to, according to the document: all of them, if a conflict is declared
 * and nothing tells what it is about.
 */
function blockersOf(options: CrudOptions, deletion: Operation, of: Resource): readonly Blocker[] {
  const twins = twinsOf(options)(of)
  const isAny =
    of.scope.length === 0 &&
    declaresBareConflict(deletion) &&
    !statePrecondition(options.document, of.record, deletion)
  return (referrersOf(options).get(of.name) ?? []).flatMap((referrer) => {
    const { resource } = referrer
    if (resource.kind === 'singleton' || twins.includes(resource)) return []
    if (resource === of) return saysChildren(deletion) ? [{ ...referrer, prevents: () => true }] : []
    const names = [resource.name, ...(partiesTo.get(singularNounOf(resource.name)) ?? [])]
    const stated = names.map((name) => deletionBlocker(deletion, name)).find(Boolean)
    if (!stated) return isAny ? [{ ...referrer, prevents: () => true }] : []
    const prevents = preventsDeletion(options.document, stated, resource.record)
    // A shipment has a sender and a recipient.
    const shown = possiblePropertiesOf(options.document, resource.record)
    const others = resource.references.filter(
      (each) => each.resource === of.name && each !== referrer.reference && shown.has(each.property),
    )
    return [referrer.reference, ...others].map((reference) => ({ resource, reference, prevents }))
  })
}

const declaresBareConflict = ({ description = '', responses }: Operation): boolean =>
  description === '' &&
  responses.some((each) => each.status === '409' && /^(?:conflict)?\.?$/i.test(each.description.trim()))

/** Whether a deletion is refused because of records below it in a tree: "The category has child categories". */
const saysChildren = (deletion: Operation): boolean =>
  refusalStatements(deletion).some(({ sentence, status }) => status === 409 && descendants.test(sentence))

const anyBelow: DeletionBlocker = { pointer: '', isUnconditional: true, states: [] }

/** Refuses a deletion with 409 if a record refers to the deleted one, and the document says that this prevents it. */
export async function inUse(
  { options, declared, resource: of }: Endpoint,
  id: Id,
  { scope, store, request, records }: RequestContext,
): Promise<Refused | undefined> {
  const record = options.sharing && (await records.get(id))
  const conflict = ({ name }: Resource): Refused =>
    refuse(
      409,
      'in_use',
      `The ${nounOf(of)} ${String(id)} still has ${wordsOf(lastSegment(name)).join(' ')}.`,
    )
  for (const child of childrenOf(options.model, of)) {
    const force = forcingParameter(options.document, declared, child.name)
    const stated = force === undefined ? deletionBlocker(declared, child.name) : anyBelow
    if (child.scope.length !== scope.length + 1 || !stated || request.query[force ?? ''] === true) continue
    // Any one prevents it, unless only those in some states do.
    const looked = stated.states.length === 0 ? { limit: 1 } : {}
    const { items } = await store.collection(child.name, [...scope, id]).list(looked)
    if (items.some(preventsDeletion(options.document, stated, child.record))) return conflict(child)
  }
  for (const { list } of (record && (await options.sharing?.listsWith(options, of, record, store))) ?? []) {
    const owner = resourceNamed(options.model, list.parent?.resource ?? '')
    if (owner && deletionBlocker(declared, owner.name)) return conflict(owner)
  }
  const blockers = getOrInsertComputed(blockersByOperation, declared, () => blockersOf(options, declared, of))
  for (const blocker of blockers) {
    const { resource, reference, prevents } = blocker
    const blocks = (record: JsonObject): boolean =>
      refersTo(record[reference.property] ?? null, reference, id) && prevents(record)
    for (const within of await scopesOf(options.model, resource, store)) {
      const records = await referring(blocker, id, store, within)
      if (records.some(blocks)) return conflict(resource)
    }
  }
  return undefined
}

/** Removes the records that refer to a deleted one, or their references, as the document describes. */
export async function cascade(
  { options, declared, resource: of }: Pick<Endpoint, 'options' | 'declared' | 'resource'>,
  deleted: Id,
  store: Transaction,
  remove: (resource: Resource, id: Id) => Promise<void>,
): Promise<void> {
  const dependents = getOrInsertComputed(dependentsByOperation, declared, () =>
    dependentsOf(options, declared, of),
  )
  const { validator } = options
  for (const dependent of dependents) {
    const { resource, reference, areKept } = dependent
    const { property } = reference
    const collection = store.collection(resource.name)
    const isDeleted = (value: Json): boolean => refersTo(value, reference, deleted)
    for (const record of await referring(dependent, deleted, store)) {
      const id = idOf(record[resource.idProperty ?? ''])
      if (id === undefined) continue
      const { [property]: value = null, ...rest } = record
      if (isArray(value)) {
        const updated = { ...record, [property]: value.filter((item) => !isDeleted(item)) }
        if (validator.of(resource.record, 'response').accepts(updated)) await collection.put(id, updated)
      } else if (isDeleted(value)) {
        const without = [{ ...record, [property]: null }, rest].find((each) =>
          validator.of(resource.record, 'response').accepts(each),
        )
        await (areKept ? collection.put(id, without ?? rest) : remove(resource, id))
      }
    }
  }
}
