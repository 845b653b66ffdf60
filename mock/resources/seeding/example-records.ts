import { pathParameter } from '../../../spec/document.ts'
import { pathParametersIn } from '../../../spec/inference/paths/item-path.ts'
import { flattenRecord } from '../../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { examplesIn, isPlaceholder } from '../../../spec/schemas/examples.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Id } from '../../store/store.ts'
import { idOf, singletonId } from '../identity/identity.ts'
import type { Ids } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'
import { mediaOf } from '../responses/success-media.ts'

/** The records in the examples of a document's responses, by id. Only valid ones whose ids are valid in paths. */
export function exampleRecords(
  options: CrudOptions,
  resource: Resource,
  ids: Ids,
): ReadonlyMap<Id, JsonObject> {
  const { idProperty } = resource
  const { accepts } = options.validator.of(resource.record, 'response')
  const examples = new Map<Id, JsonObject>()
  for (const record of idProperty === undefined ? [] : recordsShown(options, resource)) {
    const id = keyIn(options, resource, record[idProperty as string])
    if (id === undefined || id === singletonId || examples.has(id) || !ids.fitsBelow(id)) continue
    if (accepts(record)) examples.set(id, record)
  }
  return examples
}

/** An id as it is in paths: `abc123` for `operations/abc123`, if records have such names. */
function keyIn({ model }: CrudOptions, resource: Resource, value: Json | undefined): Id | undefined {
  const [id, name] = [idOf(value), model.names.get(resource.name)]
  return (name === undefined ? undefined : pathParametersIn(String(id), name)?.at(-1)) ?? id
}

/** Maximum number of ids that only schemas and parameters show. */
const mostIds = 3

/** The ids that the document shows: those of records, or else those in examples of schemas and of path parameters. */
export function exampleIds(
  options: CrudOptions,
  resource: Resource,
  ids: Ids,
  records: ReadonlyMap<Id, JsonObject>,
): readonly Id[] {
  if (records.size > 0) return [...records.keys()]
  const { document, byId } = options
  const { idProperty, record, operations } = resource
  const shown = idProperty === undefined ? [] : examplesIn(document, record).filter(isJsonObject)
  const property =
    idProperty === undefined ? undefined : possiblePropertiesOf(document, record).get(idProperty)
  const parameters = operations.flatMap(({ operationId, idParameter }) => {
    const operation = byId.get(operationId)
    return (operation && pathParameter(operation, idParameter)) ?? []
  })
  const values = [
    ...shown.map((example) => example[idProperty as string]),
    ...(property ? examplesIn(document, property) : []),
    ...parameters.flatMap(({ examples, schema }) => [
      ...examples.map(({ value }) => value),
      ...(schema ? examplesIn(document, schema) : []),
    ]),
  ]
  const fitting = values
    .flatMap((value) => keyIn(options, resource, value) ?? [])
    .filter((id) => !isPlaceholder(id) && ids.fitsBelow(id))
  return [...new Set(fitting)].slice(0, mostIds)
}

/** The first valid example of a singleton's response, without its references. Undefined for records with an id. */
export function singletonExample(options: CrudOptions, resource: Resource): JsonObject | undefined {
  if (resource.kind !== 'singleton' || resource.idProperty !== undefined) return undefined
  const { accepts } = options.validator.of(resource.record, 'response')
  const references = new Set(resource.references.map(({ property }) => property))
  const example = recordsShown(options, resource).find(accepts)
  return (
    example && Object.fromEntries(Object.entries(example).filter(([property]) => !references.has(property)))
  )
}

/** The records in the examples of responses; they need not be valid. */
function recordsShown({ byId }: CrudOptions, resource: Resource): readonly JsonObject[] {
  return resource.operations.flatMap(({ operationId, responsePath, status }) => {
    const operation = byId.get(operationId)
    const media = operation && responsePath && mediaOf(operation, status)
    return (media?.examples ?? []).flatMap(({ value }) =>
      recordsIn(value, responsePath ?? []).map((record) => flattenRecord(resource.nesting, record)),
    )
  })
}

function recordsIn(body: Json, path: readonly string[]): readonly JsonObject[] {
  return [memberAt(body, path)]
    .flat()
    .filter(isJsonObject)
    .filter((record) => !isPlaceholder(record))
}
