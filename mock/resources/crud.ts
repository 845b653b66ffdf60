import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { hasFlag } from '../../spec/schemas/properties.ts'
import { sentencesOf } from '../../spec/inference/prose/sentences.ts'
import { isJsonPatch } from '../../spec/http/media-type.ts'
import { possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import type { Validator } from '../../spec/validate.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Fake } from '../data/fake.ts'
import { acceptedBy } from './accepted.ts'
import { capacityOf } from './capacity.ts'
import type * as Composing from './compose.ts'
import type { Act, Desk } from './desk.ts'
import { createLocate } from './desk.ts'
import { missingParent, scopeOf } from './identity.ts'
import { idsOf } from './ids.ts'
import { after } from '../maybe-promise.ts'
import type * as Linking from './others.ts'
import { presenterOf } from './present.ts'
import { list, read } from './reads.ts'
import { createTellId } from './told-id.ts'
import type * as Unfolding from './unfolded.ts'
import type * as Writes from './writes.ts'

/** What all operations on records have in common. */
export interface CrudOptions {
  readonly document: Document
  /** Every operation of the document, by its id: a record must suit all the responses that carry it. */
  readonly byId: ReadonlyMap<string, Operation>
  readonly model: ResourceModel
  readonly validator: Validator
  readonly fake: Fake
  /** What links records with others; undefined where there is but one kind. */
  readonly linking: typeof Linking | undefined
  /** What lets records be flat that answers have folded; undefined where there are none. */
  readonly unfolding: typeof Unfolding | undefined
}

/** One of `model.roles`. */
export interface RoleEntry {
  readonly resource: Resource
  readonly operation: ResourceOperation
}

let writes: typeof Writes | undefined

/** Loaded with the first one: a page begins by reading. */
const write =
  (name: Exclude<keyof typeof Writes, 'refusalOf' | 'removeRecord'>): Act =>
  (desk, errand) =>
    after(writes ?? import('./writes.ts'), (loaded) => {
      writes = loaded
      return after(loaded.refusalOf(desk, errand), (refusal) => refusal ?? loaded[name](desk, errand))
    })

const update = write('update')

const acts: Readonly<Record<ResourceOperation['role'], Act>> = {
  list,
  search: (desk, errand) => after(import('./searches.ts'), ({ search }) => search(desk, errand)),
  create: write('create'),
  put: write('putInto'),
  read,
  replace: write('replace'),
  update,
  delete: write('remove'),
  action: write('act'),
}

/**
 * What an operation does because of its role. Where the response does not carry the record, the behaviour changes the
 * store and leaves the answer to `next`, which is expected to answer from an example or generate one. `act` is for those
 * that have no role of their own.
 */
export function createCrud(options: CrudOptions): (entry: RoleEntry, act?: Act) => Behaviour {
  return (entry, act) => {
    const { resource, operation } = entry
    const desk = deskOf(options, entry)
    if (!desk) return ({ next }) => next()
    const does = act ?? (isPatched(desk.declared) ? update : acts[operation.role])
    const { declared } = desk
    const flat = resource.nesting && options.unfolding?.unfolder(operation, resource.nesting)
    return (context) =>
      after(missingParent(options.model, entry, context.request, context.store), (missing) => {
        const { store, now, random, serverUrl, next } = context
        const request = flat ? flat(context.request) : context.request
        const scope = scopeOf(operation, request)
        const records = store.collection(resource.name, scope)
        const errand = { operation: declared, request, store, now, random, serverUrl, next, scope, records }
        return missing ?? does(desk, errand)
      })
  }
}

function deskOf(options: CrudOptions, entry: RoleEntry): Desk | undefined {
  const { resource, operation } = entry
  const declared = options.byId.get(operation.operationId)
  if (!declared) return undefined
  const accepted = acceptedBy(options.document, declared, operation, resource.nesting)
  const presenter = presenterOf(options, entry)
  return {
    ...entry,
    options,
    declared,
    accepted,
    choosesId: takesId(options.document, resource, accepted),
    required: requiredOf(options.document, resource.record),
    presenter,
    tellId: createTellId(options, entry),
    capacity: capacityOf(options.document, declared, resource, presenter?.part),
    composer: composerOf(options, resource, accepted),
    ids: idsOf(options, resource),
    locate: createLocate(options, entry, declared),
    mayBeOrdered: sentencesOf(declared).some((each) => each.includes(' first ')),
  }
}

let composing: typeof Composing | undefined

/** Loaded with the first record that is made. */
function composerOf(...given: Parameters<typeof Composing.createComposer>): Desk['composer'] {
  let composer: Composing.Composer | undefined
  return () =>
    composer ??
    after(composing ?? import('./compose.ts'), (loaded) => {
      composing = loaded
      return (composer ??= loaded.createComposer(...given))
    })
}

/** A JSON Patch is a list of operations: that it changes the record only its media type tells. */
function isPatched({ method, requestBody }: Operation): boolean {
  return method === 'PATCH' && requestBody?.content.some(({ type }) => isJsonPatch(type)) === true
}

function takesId(document: Document, { idProperty }: Resource, accepted: SchemaNode | undefined): boolean {
  if (accepted === undefined || idProperty === undefined) return false
  const node = possiblePropertiesOf(document, accepted).get(idProperty)
  return node ? !hasFlag(document, node, 'readOnly') : requiredOf(document, accepted).has(idProperty)
}
