import type { Operation } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { findList } from '../../../spec/inference/bodies/envelope.ts'
import { lastSegment } from '../../../spec/inference/references/names.ts'
import { isSimilar } from '../../../spec/inference/schemas/similarity.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { listOf } from '../lists/list-at.ts'
import type { CrudOptions } from '../options.ts'

/** The list operation of a resource, as this operation responds with it. */
export function listingOf(
  { document }: CrudOptions,
  operation: Operation,
  resource: Resource,
): ResourceOperation | undefined {
  const list = listOf(resource)
  const body = responseSchema(operation)
  const hints = { name: lastSegment(resource.name), idParameter: undefined, record: resource.record }
  const part = body && findList(document, body, hints)
  return list?.within.length === 0 && part && isSimilar(document, part.schema, resource.record)
    ? { ...list, operationId: operation.id, responsePath: part.path }
    : undefined
}
