import type { Operation } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { findList } from '../../../spec/inference/bodies/envelope.ts'
import { filtersOf } from '../../../spec/inference/lists/filters.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import { shownRecord } from '../../../spec/resources.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { BehaviourOf } from '../endpoint.ts'
import type { CrudOptions } from '../options.ts'
import { listedAt } from '../resource-index.ts'

/**
 * The behaviour of a deprecated list whose description names the one that replaces it, "Use `GET /products`": both list the same
 * records.
 */
export function replacedList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const { document, model } = options
  const [resource, ...others] = new Set(pathsNamed(operation).flatMap((path) => listedAt(model, path) ?? []))
  const list = resource?.operations.find(({ role, within }) => role === 'list' && within.length === 0)
  const body = responseSchema(operation)
  if (!resource || others.length > 0 || resource.scope.length > 0 || !list || !body) return undefined
  const record = shownRecord(resource)
  const items = findList(document, body, { name: '', idParameter: undefined, record })
  if (!items || !isSameSchema(document, items.schema, record)) return undefined
  const names = new Set(operation.parameters.map(({ name }) => name))
  const { paging } = resource
  const isPaged = [paging?.size, paging?.position].some((name) => name !== undefined && names.has(name))
  const filters = filtersOf(document, operation, resource.record, resource.idProperty)
  return behaviourOf({
    resource: { ...resource, filters, paging: isPaged ? paging : undefined },
    operation: { ...list, operationId: operation.id, responsePath: items.path },
  })
}

/** The paths that the texts of an operation name after their method. */
const pathsNamed = ({ summary = '', description = '' }: Operation): readonly string[] =>
  [...`${summary} ${description}`.matchAll(/\bGET (\/[\w/-]*\w)/g)].map(([, path = '']) => path)
