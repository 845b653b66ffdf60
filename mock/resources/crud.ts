import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { isMarked } from '../../spec/hidden.ts'
import { asList } from '../../spec/inference/searches.ts'
import { sentencesOf } from '../../spec/inference/sentences.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { isJsonPatch } from '../../spec/media-type.ts'
import { own } from '../../spec/object.ts'
import { possiblePropertiesOf, requiredOf, resolveRef } from '../../spec/refs.ts'
import { jsonSent, type RequestValues } from '../../spec/request.ts'
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
import { after } from './maybe.ts'
import type * as Linking from './others.ts'
import { createPresenter } from './present.ts'
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
  search: list,
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
    const flat = resource.folding && options.unfolding?.unfolder(operation, resource.folding)
    return (context) =>
      after(missingParent(options.model, entry, context.request, context.store), (missing) => {
        const { store, now, random, serverUrl, next } = context
        const sent = flat ? flat(context.request) : context.request
        const request = operation.role === 'search' ? asQuery(desk, sent) : sent
        const scope = scopeOf(operation, request)
        const records = store.collection(resource.name, scope)
        const errand = { operation: declared, request, store, now, random, serverUrl, next, scope, records }
        return missing ?? does(desk, errand)
      })
  }
}

/** The request of a search as that of a list: what its body asks for in the query, or else has by default. */
function asQuery({ options: { document }, declared }: Desk, request: RequestValues): RequestValues {
  const usual = declared.parameters.map(({ name, schema }) => {
    const value = schema && own(resolveRef(document, schema).schema, 'default')
    return [name, (value ?? null) as Json] as const
  })
  const sent = jsonSent(request)
  const asked = { ...Object.fromEntries(usual), ...request.query, ...(isJsonObject(sent) && sent) }
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))
  return { ...request, query }
}

function deskOf(options: CrudOptions, given: RoleEntry): Desk | undefined {
  const found = options.byId.get(given.operation.operationId)
  if (!found) return undefined
  const isSearch = given.operation.role === 'search'
  const list = isSearch && asList(options.document, given.resource, given.operation, found)
  const entry = list ? { resource: list.resource, operation: list.role } : given
  const declared = list ? list.operation : found
  const { resource, operation } = entry
  const accepted = acceptedBy(options.document, declared, operation, resource.folding)
  const { folding } = resource
  const plain = createPresenter(options, operation)
  const presenter = plain && folding ? options.unfolding?.presentFolded(plain, folding) : plain
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
  return node ? !isMarked(document, node, 'readOnly') : requiredOf(document, accepted).has(idProperty)
}
