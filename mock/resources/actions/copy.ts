import { versionOf } from '../../../spec/inference/identity/version.ts'
import { countWords } from '../../../spec/inference/numbers/counts.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { copyNameOf } from '../../../spec/inference/states/copies.ts'
import { filePropertiesOf } from '../../../spec/inference/uploads/file-properties.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import type { Outcome } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { sentRecord } from '../identity/identity.ts'
import { newId } from '../identity/new-id.ts'
import { numberingOf } from '../identity/numbering.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf, type Property } from '../records/record-type.ts'
import { isSettable } from '../records/settable.ts'
import { derivedPropertiesOf } from '../relations/derived/derived.ts'
import { presentNew } from '../responses/location.ts'
import { nothingSent, save } from '../roles/save.ts'
import { contentOf, putContent } from '../uploads/stored-content.ts'
import { isFirstState } from '../values/initial-values.ts'

/** Creates a copy of a record, with what the request sends in place of the original's properties. */
export async function copyRecord(
  endpoint: Endpoint,
  context: RequestContext,
  id: Id,
  original: JsonObject,
): Promise<Outcome> {
  const { resource, options, operation } = endpoint
  const copied = copiedProperties(options, resource, resource, original, id)
  const named = copyNameOf(options.document, endpoint.declared, resource.record)
  const name = original[named?.property ?? '']
  return createFrom(
    endpoint,
    context,
    {
      ...copied,
      ...(named && typeof name === 'string' && { [named.property]: named.of(name) }),
      ...sentProperties(endpoint, context),
    },
    async (copyId) => {
      const content = await contentOf(resource, context, id)
      if (content) await putContent(resource, context, copyId, content)
    },
  ).then(async ({ record, newId: copyId }) => presentNew(endpoint, context, record, operation.status, copyId))
}

/** Creates a record with these properties under the next id. */
export async function createFrom(
  endpoint: Endpoint,
  context: RequestContext,
  properties: JsonObject,
  before: (id: Id) => Promise<void>,
): Promise<{ readonly record: JsonObject; readonly newId: Id }> {
  const { resource, options } = endpoint
  const created = await newId(options, resource, context.records, context.scope)
  await before(created)
  const record = await save(endpoint, context, { id: created, sent: nothingSent, states: properties })
  return { record, newId: created }
}

/** What the request sends of the new record. */
export function sentProperties(
  { resource, operation, options }: Endpoint,
  { request }: RequestContext,
): JsonObject {
  const { properties } = recordTypeOf(options.document, resource.record)
  const sent = Object.entries(sentRecord(operation, request) ?? {})
  return Object.fromEntries(sent.filter(([name]) => properties.has(name) && name !== resource.idProperty))
}

/** The properties of a record that another one of the target resource takes over from it: not its identity, state and history. */
export function copiedProperties(
  options: CrudOptions,
  source: Resource,
  target: Resource,
  original: JsonObject,
  id: Id,
): JsonObject {
  const { document, validator } = options
  const { properties } = recordTypeOf(document, target.record)
  const files = new Set(filePropertiesOf(document, target.record).values())
  const derived = new Set(derivedPropertiesOf(options, target).map(({ property }) => property))
  const names = new Set([
    source.idProperty,
    target.idProperty,
    numberingOf(options, target)?.property,
    versionOf(document, target, options.byId)?.property,
  ])
  const isCopied = (property: Property): boolean => {
    const { name, node, instant } = property
    if (names.has(name) || derived.has(name)) return false
    if (files.has(name) || isSettable(options, target, name)) return true
    const isState = enumValues(document, node).some(isFirstState) || typesOf(document, node).has('boolean')
    const isMadeAnew = name === 'slug' || wordsOf(name).some((word) => countWords.has(word))
    return instant === undefined && !isState && !isMadeAnew
  }
  return Object.fromEntries(
    Object.entries(original).filter(([name, value]) => {
      const property = properties.get(name)
      const isOwn = typeof value === 'string' && value.split(/[/:?=&]/).includes(String(id))
      return (
        property && isCopied(property) && !isOwn && validator.of(property.node, 'response').accepts(value)
      )
    }),
  )
}
