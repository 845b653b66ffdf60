import type { Operation } from '../../../../spec/document.ts'
import type { Behaviour } from '../../../behaviour.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { listAt } from '../../lists/list-at.ts'
import type { CrudOptions } from '../../options.ts'
import { listedAt } from '../../resource-index.ts'

/**
 * The behaviour of a deprecated list whose description names the one that replaces it, "Use `GET /products`": both list the same
 * records.
 */
export function replacedList(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const [resource, ...others] = new Set(
    pathsNamed(operation).flatMap((path) => listedAt(options.model, path) ?? []),
  )
  if (!resource || others.length > 0 || resource.scope.length > 0) return undefined
  const list = listAt(options, operation, resource)
  return list && behaviourOf(list)
}

/** The paths that the texts of an operation name after their method. */
const pathsNamed = ({ summary = '', description = '' }: Operation): readonly string[] =>
  [...`${summary} ${description}`.matchAll(/\bGET (\/[\w/-]*\w)/g)].map(([, path = '']) => path)
