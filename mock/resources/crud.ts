import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { isJsonPatch } from '../../spec/http/media-type.ts'
import { acceptedBy } from '../../spec/inference/bodies/accepted-schema.ts'
import { parameterDescription } from '../../spec/inference/prose/sentences.ts'
import { flatQuery } from '../../spec/parameters/flat-query.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import { lastPart } from '../../spec/routing/path-template.ts'
import { hasFlag, itemOf, itemsOf, possiblePropertiesOf, requiredOf } from '../../spec/schemas/properties.ts'
import { after, onDemand } from '../maybe-promise.ts'
import type { BehaviourOf, Endpoint, Handler } from './endpoint.ts'
import { scopeOf } from './identity/identity.ts'
import { list } from './lists/list.ts'
import { pageSizeOf } from './lists/paging/page-size.ts'
import type { CrudOptions, RoleEntry } from './options.ts'
import { renamedIn } from './records/aliases.ts'
import type * as Composing from './records/compose.ts'
import { parentCheck } from './refusals/missing-record.ts'
import { presenterOf } from './responses/create-presenter.ts'
import type * as IdInResponse from './responses/id-in-response.ts'
import { read } from './roles/read.ts'
import type * as Writes from './roles/writes.ts'

/** Handlers of write operations are loaded with the first write. */
const writes = onDemand(() => import('./roles/writes.ts'))
const write =
  (role: Writes.WriteRole): Handler =>
  (endpoint, context) =>
    after(writes(), (loaded) => loaded.write(role, endpoint, context))

const update = write('update')
const searches = onDemand(() => import('./roles/search.ts'))

const handlers: Readonly<Record<ResourceOperation['role'], Handler>> = {
  list,
  search: (endpoint, context) => after(searches(), ({ search }) => search(endpoint, context)),
  create: write('create'),
  put: write('put'),
  read,
  replace: write('replace'),
  update,
  delete: write('delete'),
  action: write('action'),
}

/** What lists the records of a resource. What lists those that only others' lists tell is loaded for nested resources without other operations. */
function listing(options: CrudOptions, resource: Resource): Handler {
  if (!resource.parent || resource.operations.some(({ role }) => role !== 'list')) return list
  const handler = onDemand(async () => {
    const { oppositeOf, oppositeList } = await import('./lists/opposite-list.ts')
    const opposite = oppositeOf(options, resource)
    return opposite ? oppositeList(opposite) : list
  })
  return (endpoint, context) => after(handler(), (listed) => listed(endpoint, context))
}

/**
 * Creates the behaviour of an operation from its role on a resource. If the response does not carry the record, the behaviour
 * changes the store and leaves the response to `next`, which uses an example or generates one.
 *
 * The optional `handler` replaces that of the role.
 */
export function createCrud(options: CrudOptions): BehaviourOf {
  const behaviourOf: BehaviourOf = (entry, handler) => {
    const { resource, operation } = entry
    const endpoint = endpointOf(options, entry, behaviourOf)
    if (!endpoint) return ({ next }) => next()
    const { declared } = endpoint
    const isUpdate = endpoint.takesOperations || acceptsJsonPatch(options.document, declared)
    const handle =
      handler ??
      (isUpdate ? update : operation.role === 'list' ? listing(options, resource) : handlers[operation.role])
    const flatten = resource.nesting && options.flattening?.requestFlattener(operation, resource.nesting)
    const missingParent = parentCheck(options.model, entry, declared.path)
    const hasMembers = declared.parameters.some(({ members }) => members)
    return (context) =>
      after(missingParent(context.request, context.store), (missing) => {
        const { store, now, random, serverUrl, next } = context
        const flat = flatten ? flatten(context.request) : context.request
        const request = hasMembers ? { ...flat, query: flatQuery(declared, flat.query) } : flat
        const scope = scopeOf(operation, request)
        const records = store.collection(resource.name, scope)
        return (
          missing ??
          handle(endpoint, {
            operation: declared,
            request,
            store,
            now,
            random,
            serverUrl,
            next,
            scope,
            records,
          })
        )
      })
  }
  return behaviourOf
}

function endpointOf(options: CrudOptions, entry: RoleEntry, behaviourOf: BehaviourOf): Endpoint | undefined {
  const { resource, operation } = entry
  const declared = options.byId.get(operation.operationId)
  if (!declared) return undefined
  const takesOperations = listsChanges(options.document, declared)
  const accepted = takesOperations
    ? undefined
    : acceptedBy(options.document, declared, operation, resource.nesting)
  const presenter = presenterOf(options, entry)
  return {
    ...entry,
    options,
    behaviourOf,
    declared,
    accepted,
    takesOperations,
    idSentAs: idSentAs(options.document, resource, accepted),
    required: requiredOf(options.document, resource.record),
    presenter,
    setId: setIdOf(options, entry),
    pageSize: pageSizeOf(options.document, declared, resource, presenter?.part),
    composer: composerOf(options, resource, accepted),
    mayUpload: declared.requestBody?.content.some(({ type }) => !isTextual(type)) === true,
    maySelect: operation.role === 'list' && maySelect(declared, resource, options.document),
  }
}

/** What sets the id in a response is loaded with the first one that shows little else of a record. */
function setIdOf(...parameters: Parameters<typeof IdInResponse.createSetId>): Endpoint['setId'] {
  let setId: ReturnType<typeof IdInResponse.createSetId> | undefined
  return (...shown) =>
    setId
      ? setId(...shown)
      : import('./responses/id-in-response.ts').then(({ createSetId }) => {
          setId ??= createSetId(...parameters)
          return setId(...shown)
        })
}

/**
 * A cheap test for what the modules that are loaded with the first query find: words for an order, ids as bounds, positions, a state as path, or one
 * that is left out.
 */
const maySelect = (
  { path, summary, description, parameters, responses }: Operation,
  { name, record }: Resource,
  document: Document,
): boolean =>
  description !== undefined ||
  [summary ?? '', ...responses.map((response) => response.description)].some((text) =>
    /\b(?:first|by|order|sorted|without|except|excluding|not)\b/i.test(text),
  ) ||
  parameters.some((each) =>
    /\bnot been\b|\bare not\b|\b(?:before|default|less|older)/i.test(parameterDescription(document, each)),
  ) ||
  lastPart(path) !== lastPart(name) ||
  [...possiblePropertiesOf(document, record).keys()].some((each) => /pos|ord/.test(each))

/** Whether a media type is not that of a file. */
const isTextual = (type: string): boolean => /[/+](?:json|xml|x-www-form-urlencoded)\b/i.test(type)

/** The composer is loaded with the first record that is generated or written. */
const composing = onDemand(() => import('./records/compose.ts'))
function composerOf(...parameters: Parameters<typeof Composing.createComposer>): Endpoint['composer'] {
  let composer: Composing.Composer | undefined
  return () =>
    composer ?? after(composing(), ({ createComposer }) => (composer ??= createComposer(...parameters)))
}

/** The schema of a JSON Patch is a list of operations: they or its media type say that the request changes the record. */
const acceptsJsonPatch = (document: Document, { method, requestBody }: Operation): boolean =>
  method === 'PATCH' &&
  requestBody?.content.some(
    ({ type, schema }) => isJsonPatch(type) || (schema !== undefined && listsOperations(document, schema)),
  ) === true

function listsOperations(document: Document, schema: SchemaNode): boolean {
  const item = itemsOf(document, schema)
  return item !== undefined && possiblePropertiesOf(document, item).has('op')
}

/** Whether a PATCH takes changes as SCIM does (RFC 7644 §3.5.2): a list of objects with an `op`, beside what the body is. */
const listsChanges = (document: Document, { method, requestBody }: Operation): boolean =>
  method === 'PATCH' &&
  requestBody?.content.some(({ schema }) =>
    [...(schema ? possiblePropertiesOf(document, schema).values() : [])].some((node) =>
      listsOperations(document, node),
    ),
  ) === true

/** The property by which clients may choose the id of a new record: `name`, or `new_name`. */
function idSentAs(
  document: Document,
  { idProperty, record }: Resource,
  accepted: SchemaNode | undefined,
): string | undefined {
  if (accepted === undefined || idProperty === undefined) return undefined
  // Several may be sent at once.
  const one = itemOf(document, accepted)
  const sent = possiblePropertiesOf(document, one)
  const node = sent.get(idProperty)
  const isSent = node ? !hasFlag(document, node, 'readOnly') : requiredOf(document, one).has(idProperty)
  if (isSent) return idProperty
  return renamedIn(sent, possiblePropertiesOf(document, record)).find(([, name]) => name === idProperty)?.[0]
}
