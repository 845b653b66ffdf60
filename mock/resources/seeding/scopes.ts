import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import type { Id } from '../../store/store.ts'
import { exposesIds } from '../refusals/missing-record.ts'
import { resourceNamed } from '../resource-index.ts'

/** A scope: the ids of the parents of nested records. Empty for a top-level collection. */
export type Scope = readonly Id[]

/** Whether clients could see records of the resource. */
export function hasRecords({ kind, discoverable, operations }: Resource): boolean {
  return kind === 'collection' && (discoverable || operations.some(({ role }) => role === 'list'))
}

export const keyOf = (scope: Scope): string => scope.join('/')

/** The parent resource; undefined if there is none, or if clients cannot know its ids. */
export function parentOf(model: ResourceModel, resource: Resource): Resource | undefined {
  const parent = resource.parent && resourceNamed(model, resource.parent.resource)
  const isKnown = parent && exposesIds(parent) && parent.scope.length + 1 === resource.scope.length
  return isKnown ? parent : undefined
}
